package order_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	orderstore "selfcare/internal/store/order"
	"selfcare/internal/store/referral"
)

func decided(key string) contract.RefundDecided {
	return contract.RefundDecided{At: at(now), Decision: contract.RefundDecision{Key: key, Actor: "support-1", Note: "as agreed"}}
}

func (s *shop) beginsRefund(o contract.Order, key string) func() (contract.Order, error) {
	return func() (contract.Order, error) { return s.Orders.BeginRefund(ctx, o.ID, decided(key)) }
}

func (s *shop) completesRefund(o contract.Order) func() (contract.Order, error) {
	return func() (contract.Order, error) { return s.Orders.CompleteRefund(ctx, o, at(now)) }
}

func (s *shop) audited(orderID string) []audit.Entry {
	s.T.Helper()
	entries, err := s.Store.AuditEntries.Find(ctx, audit.Filter{Area: "support", OrderID: orderID, Limit: 50})
	require.NoError(s.T, err)
	return entries
}

func TestBeginRefund_Completed_RecordedOnce(t *testing.T) {
	s := newShop(t)
	o := s.Active(numberA)
	begun := s.Twice(s.beginsRefund(o, "d1"))
	require.Equal(t, contract.StageActive, begun.Stage)
	require.Equal(t, &contract.Refund{PaymentID: "p1-" + o.ID, Amount: 14500, Decision: "d1", RequestedAt: now}, begun.Refund)
	require.Equal(t, []string{"refund.requested"}, s.LastEvents(o.ID, 1))
	entries := s.audited(o.ID)
	require.Len(t, entries, 1)
	require.Equal(t, "support-1 refund as agreed", entries[0].Actor+" "+entries[0].Action+" "+entries[0].Note)
	require.Empty(t, order.Disagreements(begun, s.books(begun)), "no money has moved yet")

	again := s.Twice(s.beginsRefund(o, "d2"))
	require.Equal(t, "d2", again.Refund.Decision, "the next decision continues it")
	require.Len(t, s.audited(o.ID), 2)
}

func TestBeginRefund_NotAllowed_Refused(t *testing.T) {
	s := newShop(t)
	s.Refuses(s.beginsRefund(newOrder(), "d1"), contract.FailOrderNotFound)
	s.Refuses(s.beginsRefund(s.Delivered(numberA), "d1"), contract.FailOrderNotCompleted)
	done := s.Once(s.completesRefund(s.Once(s.beginsRefund(s.Active(numberB), "d1")()))())
	s.Refuses(s.beginsRefund(done, "d1"), contract.FailAlreadyRefunded)
	s.Refuses(s.beginsRefund(done, "d2"), contract.FailAlreadyRefunded)
}

func TestRecordHandRefund_Skipped_BooksAgree(t *testing.T) {
	s := newShop(t)
	o := s.Paid(numberA)
	o = s.Once(s.Orders.ReleaseNumber(ctx, o, at(now)))
	back := contract.PaymentMoved{At: at(now), Payment: contract.Payment{ID: "p1-" + o.ID, Amount: 14500}}
	o = s.Twice(func() (contract.Order, error) { return s.Orders.RecordHandRefund(ctx, o, back) })
	require.Equal(t, []string{"refund.done"}, s.LastEvents(o.ID, 1))
	var kind string
	require.NoError(t, s.DB.NewRaw("SELECT kind FROM ledger_operations WHERE key = ?", "refund:p1-"+o.ID).Scan(ctx, &kind))
	require.Equal(t, "refund-by-hand", kind)
	o = s.Once(s.Orders.CloseOrder(ctx, o, contract.OrderEnding{At: at(now), Reason: contract.EndedByCustomer, Refunded: 14500}))
	require.Empty(t, order.Disagreements(o, s.books(o)))
}

func TestFlagRefund_Failed_FoundBySupport(t *testing.T) {
	s := newShop(t)
	begun := s.Once(s.beginsRefund(s.Active(numberA), "d1")())
	found := func() int {
		records, err := s.Store.Orders.ForSupport(ctx, orderstore.SupportQuery{FailureCode: string(contract.FailRefundRefused)})
		require.NoError(t, err)
		return len(records)
	}
	flagged := s.Twice(func() (contract.Order, error) {
		return s.Orders.FlagRefund(ctx, begun, contract.RefundFlagged{At: at(now), FailureCode: contract.FailRefundRefused})
	})
	require.Equal(t, contract.FailRefundRefused, flagged.Refund.FailureCode)
	require.Equal(t, 1, found())
	s.Once(s.beginsRefund(flagged, "d2")())
	require.Zero(t, found(), "decided about again")
}

func TestCompleteRefund_Order_ReversesBooks(t *testing.T) {
	s := newShop(t)
	s.offers("SAVE10", 1000)
	o := s.Active(numberA)
	require.NoError(t, s.Store.Promos.Take(ctx, "SAVE10", o.ID, citizenID, now))
	done := s.Twice(s.completesRefund(s.Once(s.beginsRefund(o, "d1")())))
	require.Equal(t, contract.StageActive, done.Stage, "the line goes on")
	require.Equal(t, now, done.Refund.DoneAt)
	require.Zero(t, done.Refund.Reward)
	require.Equal(t, []string{"refund.requested", "refund.done"}, s.LastEvents(o.ID, 2))
	told := s.Timeline(o.ID)
	done = s.Once(s.completesRefund(done)())
	require.Equal(t, told, s.Timeline(o.ID), "done again after a worker's death, it is told once")
	status, _ := s.storedPayment("p1-" + o.ID)
	require.Equal(t, contract.PaymentRefunded, status)
	require.Zero(t, s.used("SAVE10"))
	s.requireBalance(done, accounts{"payment-provider": 0, "customer": 0, "revenue": 0, "vat": 0})
	require.Empty(t, order.Disagreements(done, s.books(done)))
}

// invited is an active order whose customer and inviter were rewarded; it returns both lines.
func (s *shop) invited(subscription string) (o contract.Order, referrer, friend string) {
	s.T.Helper()
	referrer = s.friend("0570000099", "FRIEND22", subscription)
	o = s.Delivered(numberA)
	o.Referral = "FRIEND22"
	o = s.Once(s.Orders.CompleteOrder(ctx, o, at(now)))
	line, err := s.Store.Lines.ByNumber(ctx, numberA)
	require.NoError(s.T, err)
	return o, referrer, line.ID
}

func TestCompleteRefund_Reward_Reversed(t *testing.T) {
	for _, subscription := range []string{"prepaid", "postpaid"} {
		t.Run(subscription, func(t *testing.T) {
			s := newShop(t)
			o, referrer, friend := s.invited(subscription)
			require.Empty(t, order.Disagreements(o, s.books(o)))
			require.NoError(t, s.Store.Ledger.Post(ctx, ledger.Posting{Key: "spent", Subject: friend, Kind: "spent", Entries: []ledger.Entry{
				{Account: ledger.LineAccount(friend), Amount: 2000}, {Account: "revenue", Amount: -2000},
			}}))

			done := s.Twice(s.completesRefund(s.Once(s.beginsRefund(o, "d1")())))

			require.Equal(t, []string{"refund.done", "referral.reversed"}, s.LastEvents(o.ID, 2))
			require.Equal(t, contract.Halalas(2500), done.Refund.Reward)
			require.Zero(t, s.balance(referrer))
			require.Equal(t, contract.Halalas(-2000), s.balance(friend), "what is spent is taken back too")
			s.requireBalance(done, accounts{
				"payment-provider": 0, "customer": 0, "revenue": 0, "vat": 0, "marketing": 0,
				ledger.LineAccount(referrer): 0, ledger.LineAccount(friend): 0,
			})
			require.Empty(t, order.Disagreements(done, s.books(done)))
			known, err := s.Store.Referrals.Of(ctx, referrer, "OTHER222")
			require.NoError(t, err)
			require.Equal(t, referral.Referral{Code: "FRIEND22"}, known, "that friend does not count any more")
		})
	}
}

// The reward of an ended line was lost with its balance, or spent: it is written off, as what a balance lacks at the end.
func TestCompleteRefund_LineHasEnded_IsWrittenOff(t *testing.T) {
	for _, subscription := range []string{"prepaid", "postpaid"} {
		t.Run(subscription, func(t *testing.T) {
			s := newShop(t)
			o, referrer, friend := s.invited(subscription)
			_, err := s.DB.ExecContext(ctx, "UPDATE lines SET status = 'ended' WHERE id = ?", referrer)
			require.NoError(t, err)
			before := s.balance(referrer)

			done := s.Twice(s.completesRefund(s.Once(s.beginsRefund(o, "d1")())))

			require.Equal(t, before, s.balance(referrer), "the account of an ended line stays closed")
			require.Zero(t, s.balance(friend))
			s.requireBalance(done, accounts{
				"payment-provider": 0, "customer": 0, "revenue": 0, "vat": 0, "marketing": 0, "bad-debt": 2500,
				ledger.LineAccount(referrer): -2500, ledger.LineAccount(friend): 0,
			})
			require.Empty(t, order.Disagreements(done, s.books(done)))
		})
	}
}

func TestReverseReferral_AtOnce_Once(t *testing.T) {
	s := newShop(t)
	o, referrer, friend := s.invited("prepaid")
	var together sync.WaitGroup
	failures, amounts := make([]error, 8), make([]contract.Halalas, 8)
	for i := range failures {
		together.Go(func() {
			failures[i] = s.Store.InTx(ctx, func(q *store.Tx) (err error) {
				var lines []string
				if amounts[i], lines, err = q.Referrals.Reverse(ctx, o.ID, now); err != nil {
					return err
				}
				return q.Ledger.Post(ctx, ledger.Posting{
					Key: "reversed", Subject: o.ID, Kind: "referral-reversed", Entries: []ledger.Entry{
						{Account: "marketing", Amount: -5000},
						{Account: ledger.LineAccount(lines[0]), Amount: 2500},
						{Account: ledger.LineAccount(lines[1]), Amount: 2500},
					},
				})
			})
		})
	}
	together.Wait()
	require.NoError(t, errors.Join(failures...))
	for _, amount := range amounts {
		require.Equal(t, contract.Halalas(2500), amount)
	}
	require.Zero(t, s.balance(referrer))
	require.Zero(t, s.balance(friend))
	_, err := s.DB.ExecContext(ctx, "UPDATE referral_rewards SET reversed_at = NULL WHERE order_id = ?", o.ID)
	require.ErrorContains(t, err, "append only", "the database keeps to it")
	rewarded, err := s.Store.Referrals.Reward(ctx, o, 2500, now)
	require.NoError(t, err)
	require.Empty(t, rewarded, "an order is rewarded once")
}

func TestReverseReferral_NoReward_DoesNothing(t *testing.T) {
	s := newShop(t)
	amount, lines, err := s.Store.Referrals.Reverse(ctx, s.Active(numberA).ID, now)
	require.NoError(t, err)
	require.Zero(t, amount)
	require.Empty(t, lines)
}
