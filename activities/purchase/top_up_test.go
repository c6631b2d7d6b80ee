package purchase_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/store/transfer"
)

// abroad are 100 Indian rupees for 4.55 riyals and our fee of half a riyal.
func abroad() *contract.TopUpTransfer {
	return &contract.TopUpTransfer{
		Mobile: "+919876543210", Country: "IN", OperatorID: "2151", Operator: "Airtel India", ServiceID: "1", ProductID: "21511",
		Gets: contract.ForeignAmount{Amount: "100.00", Currency: "INR"}, Rate: "21.978", Cost: 455, Fee: 50,
	}
}

func (l *till) sendsAbroad(sent *contract.TopUpSent) contract.Purchase {
	l.t.Helper()
	done, err := l.DeliverPurchase(ctx, l.opens(l.draft(contract.TransferInternational, contract.PayBalance)), contract.PurchaseHandedOver{At: at, Sent: sent})
	require.NoError(l.t, err)
	return done
}

func TestTopUp_Sent_SenderIsTold(t *testing.T) {
	l := newTill(t)
	l.holds(10_000)
	l.sendsAbroad(&contract.TopUpSent{Reference: "99", Told: true})
	l.sendsAbroad(&contract.TopUpSent{Reference: "100"})
	l.givesBack(l.opens(l.draft(contract.TransferInternational, contract.PayBalance)))
	queued, err := l.store.Outbox.Claim(ctx, 10)
	require.NoError(t, err)
	var told []string
	for _, m := range queued {
		require.Equal(t, "0570000001", m.Notice.Mobile)
		require.Equal(t, []string{"+91•••3210", "INR 100.00", "5.05"}, []string{m.Notice.Params["to"], m.Notice.Params["gets"], m.Notice.Params["total"]})
		told = append(told, m.Notice.Template)
	}
	require.Equal(t, []string{"international-transfer-sent", "international-transfer-sent-untold", "international-transfer-failed"}, told)
	require.EqualValues(t, 10_000-2*505, l.balance())
}

// The partner has sent the top-up, so a line that ended meanwhile gets no money back.
func TestTopUp_LineEnded_IsWrittenDown(t *testing.T) {
	l := newTill(t)
	l.holds(10_000)
	opened := l.opens(l.draft(contract.TransferInternational, contract.PayBalance))
	l.exec("UPDATE lines SET status = 'ended'")
	done, err := l.DeliverPurchase(ctx, opened, contract.PurchaseHandedOver{At: at, Sent: &contract.TopUpSent{Reference: "99", Told: true}})
	require.NoError(t, err)
	require.Equal(t, contract.PurchaseCompleted, done.Stage)
	require.Equal(t, []any{"99", true}, []any{done.International.Reference, done.International.Told})
}

func TestTopUp_Sent_IsInHistoryOnly(t *testing.T) {
	l := newTill(t)
	l.holds(10_000)
	underway := l.opens(l.draft(contract.TransferInternational, contract.PayBalance))
	arrived := l.sendsAbroad(&contract.TopUpSent{Reference: "99", Told: true})
	back := l.givesBack(l.opens(l.draft(contract.TransferInternational, contract.PayBalance)))
	found, total, err := l.store.Transfers.OfLine(ctx, l.lineID, []string{transfer.Local, transfer.International}, 1, 10)
	require.NoError(t, err)
	require.Equal(t, 3, total)
	outcomes := map[string]string{}
	for _, f := range found {
		require.Equal(t, []any{transfer.International, "+91•••3210", contract.Halalas(505), l.lineID, ""}, []any{f.Kind, f.Party, f.Amount, f.FromLine, f.ToLine})
		outcomes[f.ID] = f.Outcome
	}
	require.Equal(t, map[string]string{underway.ID: "underway", arrived.ID: transfer.Done, back.ID: transfer.Returned}, outcomes)
	given, err := l.store.Transfers.ReadSender(ctx, l.lineID, now)
	require.NoError(t, err)
	require.Zero(t, given.Today, "the limits are those of credit")
	months, err := l.store.Transfers.Months(ctx, l.lineID, []string{transfer.International}, now, 1)
	require.NoError(t, err)
	require.Equal(t, contract.Halalas(505), months[0].Sent, "what came back does not count")
}

func TestTopUp_PostpaidLine_IsRefused(t *testing.T) {
	l := newTill(t)
	l.exec("UPDATE lines SET subscription_type = 'postpaid'")
	_, err := l.OpenPurchase(ctx, l.draft(contract.TransferInternational, contract.PayBalance), contract.PurchaseOpening{At: at})
	refusedWith(t, contract.FailRechargePostpaid, err)
}

func TestTopUp_BalanceShort_IsRefused(t *testing.T) {
	l := newTill(t)
	l.holds(504)
	_, err := l.OpenPurchase(ctx, l.draft(contract.TransferInternational, contract.PayBalance), contract.PurchaseOpening{At: at})
	refusedWith(t, contract.FailBalanceShort, err)
	require.EqualValues(t, 504, l.balance())
}

func TestReverseTopUp_Completed_MoneyIsBackOnce(t *testing.T) {
	l := newTill(t)
	l.holds(10_000)
	done := l.sendsAbroad(&contract.TopUpSent{Reference: "99"})
	require.EqualValues(t, 10_000-505, l.balance())
	back, err := l.ReverseTopUp(ctx, done, contract.PurchaseRefunded{At: at})
	require.NoError(t, err)
	require.Equal(t, []any{contract.PurchaseFailed, contract.FailInternationalReversed}, []any{back.Stage, back.FailureCode})
	require.Equal(t, at.Now, back.RefundedAt)
	again, err := l.ReverseTopUp(ctx, back, contract.PurchaseRefunded{At: at})
	require.NoError(t, err)
	require.Equal(t, back, again)
	require.EqualValues(t, 10_000, l.balance())
	found, _, err := l.store.Transfers.OfLine(ctx, l.lineID, []string{transfer.International}, 1, 10)
	require.NoError(t, err)
	require.Equal(t, transfer.Returned, found[0].Outcome)
	queued, err := l.store.Outbox.Claim(ctx, 10)
	require.NoError(t, err)
	require.Equal(t, "international-transfer-reversed", queued[1].Notice.Template)
	require.Equal(t, "5.05", queued[1].Notice.Params["total"])
	for account, sum := range l.accounts(back) {
		require.Zero(t, sum, account)
	}
}
