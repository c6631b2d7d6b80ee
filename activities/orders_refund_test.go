package activities_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

func decided(key string) contract.RefundDecided {
	return contract.RefundDecided{At: at(now), Decision: contract.RefundDecision{Key: key, Actor: "support-1", Note: "as agreed"}}
}

func (s *shop) beginsRefund(o contract.Order, key string) func() (contract.Order, error) {
	return func() (contract.Order, error) { return s.orders.BeginRefund(ctx, o.ID, decided(key)) }
}

func (s *shop) completesRefund(o contract.Order) func() (contract.Order, error) {
	return func() (contract.Order, error) { return s.orders.CompleteRefund(ctx, o, at(now)) }
}

func (s *shop) audited(orderID string) []store.AuditEntry {
	s.t.Helper()
	entries, err := s.store.Audit.SupportLog(ctx, orderID, 1)
	require.NoError(s.t, err)
	return entries
}

func TestBeginRefund_NotesOnceThatTheMoneyGoesBackAndWhoDecidedSo(t *testing.T) {
	s := newShop(t)
	o := s.active(numberA)
	begun := s.twice(s.beginsRefund(o, "d1"))
	require.Equal(t, contract.StageActive, begun.Stage)
	require.Equal(t, &contract.Refund{PaymentID: "p1-" + o.ID, Amount: 14500, Decision: "d1", RequestedAt: now}, begun.Refund)
	require.Equal(t, []string{"refund.requested"}, s.lastEvents(o.ID, 1))
	entries := s.audited(o.ID)
	require.Len(t, entries, 1)
	require.Equal(t, "support-1 refund as agreed", entries[0].Actor+" "+entries[0].Action+" "+entries[0].Note)
	require.Empty(t, order.Disagreements(begun, s.books(begun)), "no money has moved yet")

	again := s.twice(s.beginsRefund(o, "d2"))
	require.Equal(t, "d2", again.Refund.Decision, "whoever decides next takes it on")
	require.Len(t, s.audited(o.ID), 2)
}

func TestBeginRefund_Refuses(t *testing.T) {
	s := newShop(t)
	s.refuses(s.beginsRefund(newOrder(), "d1"), contract.FailOrderNotFound)
	s.refuses(s.beginsRefund(s.delivered(numberA), "d1"), contract.FailOrderNotCompleted)
	done := s.once(s.completesRefund(s.once(s.beginsRefund(s.active(numberB), "d1")()))())
	s.refuses(s.beginsRefund(done, "d1"), contract.FailAlreadyRefunded)
	s.refuses(s.beginsRefund(done, "d2"), contract.FailAlreadyRefunded)
}

func TestRecordHandRefund_MakesTheBooksAgreeWithARefundMadeByHand(t *testing.T) {
	s := newShop(t)
	o := s.paid(numberA)
	o = s.once(s.orders.ReleaseNumber(ctx, o, at(now)))
	back := contract.PaymentMoved{At: at(now), Payment: contract.Payment{ID: "p1-" + o.ID, Amount: 14500}}
	o = s.twice(func() (contract.Order, error) { return s.orders.RecordHandRefund(ctx, o, back) })
	require.Equal(t, []string{"refund.done"}, s.lastEvents(o.ID, 1))
	var kind string
	require.NoError(t, s.db.NewRaw("SELECT kind FROM ledger_operations WHERE key = ?", "refund:p1-"+o.ID).Scan(ctx, &kind))
	require.Equal(t, "refund-by-hand", kind)
	o = s.once(s.orders.CloseOrder(ctx, o, contract.OrderEnding{At: at(now), Reason: contract.EndedByCustomer, Refunded: 14500}))
	require.Empty(t, order.Disagreements(o, s.books(o)))
}

func TestFlagRefund_LetsSupportFindTheOrder(t *testing.T) {
	s := newShop(t)
	begun := s.once(s.beginsRefund(s.active(numberA), "d1")())
	found := func() int {
		records, err := s.store.Orders.ForSupport(ctx, store.SupportQuery{FailureCode: string(contract.FailRefundRefused)})
		require.NoError(t, err)
		return len(records)
	}
	flagged := s.twice(func() (contract.Order, error) {
		return s.orders.FlagRefund(ctx, begun, contract.RefundFlagged{At: at(now), FailureCode: contract.FailRefundRefused})
	})
	require.Equal(t, contract.FailRefundRefused, flagged.Refund.FailureCode)
	require.Equal(t, 1, found())
	s.once(s.beginsRefund(flagged, "d2")())
	require.Zero(t, found(), "decided about again")
}

func TestCompleteRefund_TurnsTheBooksRoundAndGivesThePromoCodeBack(t *testing.T) {
	s := newShop(t)
	s.offers("SAVE10", 1000)
	o := s.active(numberA)
	require.NoError(t, s.store.Promos.Take(ctx, "SAVE10", o.ID, citizenID, now))
	done := s.twice(s.completesRefund(s.once(s.beginsRefund(o, "d1")())))
	require.Equal(t, contract.StageActive, done.Stage, "the line goes on")
	require.Equal(t, now, done.Refund.DoneAt)
	require.Zero(t, done.Refund.Reward)
	require.Equal(t, []string{"refund.requested", "refund.done"}, s.lastEvents(o.ID, 2))
	status, _ := s.storedPayment("p1-" + o.ID)
	require.Equal(t, contract.PaymentRefunded, status)
	require.Zero(t, s.used("SAVE10"))
	s.requireBalance(done, accounts{"payment-provider": 0, "customer": 0, "revenue": 0, "vat": 0})
	require.Empty(t, order.Disagreements(done, s.books(done)))
}

// invited is an active order whose customer and inviter were rewarded; it answers with both lines.
func (s *shop) invited(subscription string) (o contract.Order, referrer, friend string) {
	s.t.Helper()
	referrer = s.friend("0570000099", "FRIEND22", subscription)
	o = s.delivered(numberA)
	o.Referral = "FRIEND22"
	o = s.once(s.orders.CompleteOrder(ctx, o, at(now)))
	line, err := s.store.Lines.ByNumber(ctx, numberA)
	require.NoError(s.t, err)
	return o, referrer, line.ID
}

func TestCompleteRefund_TakesTheRewardOfAnInvitationBackFromBothSidesOnce(t *testing.T) {
	for _, subscription := range []string{"prepaid", "postpaid"} {
		t.Run(subscription, func(t *testing.T) {
			s := newShop(t)
			o, referrer, friend := s.invited(subscription)
			require.Empty(t, order.Disagreements(o, s.books(o)))
			s.exec("UPDATE line_balances SET amount = amount - 2000 WHERE line_id = ?", friend) // spent

			done := s.twice(s.completesRefund(s.once(s.beginsRefund(o, "d1")())))

			require.Equal(t, []string{"refund.done", "referral.reversed"}, s.lastEvents(o.ID, 2))
			require.Equal(t, contract.Halalas(2500), done.Refund.Reward)
			require.Zero(t, s.balance(referrer))
			require.Equal(t, contract.Halalas(-2000), s.balance(friend), "what is spent is taken back too")
			s.requireBalance(done, accounts{
				"payment-provider": 0, "customer": 0, "revenue": 0, "vat": 0, "marketing": 0, "subscriber-credit": 0,
			})
			require.Empty(t, order.Disagreements(done, s.books(done)))
			known, err := s.store.Referrals.Of(ctx, referrer, "OTHER222")
			require.NoError(t, err)
			require.Equal(t, store.Referral{Code: "FRIEND22"}, known, "that friend does not count any more")
		})
	}
}

func TestReverseReferral_AtTheSameInstantCountsOnce(t *testing.T) {
	s := newShop(t)
	o, referrer, friend := s.invited("prepaid")
	var together sync.WaitGroup
	failures, amounts := make([]error, 8), make([]contract.Halalas, 8)
	for i := range failures {
		together.Go(func() { amounts[i], failures[i] = s.store.Referrals.Reverse(ctx, o.ID, now) })
	}
	together.Wait()
	require.NoError(t, errors.Join(failures...))
	for _, amount := range amounts {
		require.Equal(t, contract.Halalas(2500), amount)
	}
	require.Zero(t, s.balance(referrer))
	require.Zero(t, s.balance(friend))
	_, err := s.db.ExecContext(ctx, "UPDATE referral_rewards SET reversed_at = NULL WHERE order_id = ?", o.ID)
	require.ErrorContains(t, err, "append only", "the database keeps to it")
	rewarded, err := s.store.Referrals.Reward(ctx, o, 2500, now)
	require.NoError(t, err)
	require.False(t, rewarded, "nobody is rewarded for the same order again")
}

func TestReverseReferral_WhereThereWasNoneThereIsNothingToTakeBack(t *testing.T) {
	s := newShop(t)
	amount, err := s.store.Referrals.Reverse(ctx, s.active(numberA).ID, now)
	require.NoError(t, err)
	require.Zero(t, amount)
}
