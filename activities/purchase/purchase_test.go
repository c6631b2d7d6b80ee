package purchase_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"pgregory.net/rapid"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/purchase"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	"selfcare/internal/store/line"
)

func TestPurchase_EachKindAndMethod_IsBooked(t *testing.T) {
	for name, tt := range map[string]struct {
		kind    contract.PurchaseKind
		way     contract.PaymentMethod
		want    map[string]contract.Halalas
		balance contract.Halalas // from 10000
	}{
		"recharge by card":   {contract.PurchaseRecharge, contract.PayCard, map[string]contract.Halalas{"payment-provider": 5750, "vat": -750, "line": -5000}, 15000},
		"data by card":       {contract.PurchaseData, contract.PayApplePay, map[string]contract.Halalas{"payment-provider": 5750, "vat": -750, "revenue": -5000}, 10000},
		"data by balance":    {contract.PurchaseData, contract.PayBalance, map[string]contract.Halalas{"line": 5000, "revenue": -5000}, 5000},
		"credit transfer":    {contract.TransferCredit, contract.PayBalance, map[string]contract.Halalas{"line": 5000, "other": -5000}, 5000},
		"data transfer":      {contract.TransferData, contract.PayWallet, map[string]contract.Halalas{}, 10000},
		"voucher":            {contract.PurchaseVoucher, contract.PayVoucher, map[string]contract.Halalas{"vouchers": 2000, "line": -2000}, 12000},
		"service":            {contract.PurchaseService, contract.PayBalance, map[string]contract.Halalas{"line": 150, "content-partner": -70, "revenue": -80}, 9850},
		"game":               {contract.PurchaseGame, contract.PayBalance, map[string]contract.Halalas{"line": 5000, "games-partner": -4500, "revenue": -500}, 5000},
		"game by card":       {contract.PurchaseGame, contract.PayCard, map[string]contract.Halalas{"payment-provider": 5750, "vat": -750, "games-partner": -4500, "revenue": -500}, 10000},
		"abroad":             {contract.TransferInternational, contract.PayBalance, map[string]contract.Halalas{"line": 505, "topup-partner": -455, "revenue": -50}, 9495},
		"bundles by card":    {contract.PurchaseBundle, contract.PayCard, map[string]contract.Halalas{"payment-provider": 5750, "vat": -750, "revenue": -5000}, 10000},
		"bundles by balance": {contract.PurchaseBundle, contract.PayBalance, map[string]contract.Halalas{"line": 5000, "revenue": -5000}, 5000},
		"a gift":             {contract.PurchaseGift, contract.PayBalance, map[string]contract.Halalas{"line": 5000, "revenue": -5000}, 5000},
	} {
		t.Run(name, func(t *testing.T) {
			l := newTill(t)
			l.holds(10000)
			l.voucher(goodCode)
			bought := l.delivers(l.pays(l.opens(l.draft(tt.kind, tt.way)), contract.PaymentPaid))
			require.Equal(t, contract.PurchaseCompleted, bought.Stage)
			want := map[string]contract.Halalas{}
			for account, amount := range tt.want {
				switch account {
				case "line":
					account = ledger.LineAccount(l.lineID)
				case "other":
					account = ledger.LineAccount(l.otherID)
				}
				want[account] = amount
			}
			require.Equal(t, want, l.accounts(bought))
			require.Equal(t, tt.balance, l.balance())
			require.Equal(t, bought, l.delivers(bought), "once")
		})
	}
}

func (l *till) holds(amount contract.Halalas) {
	l.t.Helper()
	require.NoError(l.t, l.store.Ledger.Post(ctx, ledger.Posting{Key: uuid.NewString(), Subject: l.lineID, Kind: "opening", Entries: []ledger.Entry{
		{Account: ledger.LineAccount(l.lineID), Amount: -amount}, {Account: "opening", Amount: amount},
	}}))
}

func TestPurchase_Refunded_LeavesEvenBooks(t *testing.T) {
	for kind, d := range domain.Definitions {
		for _, way := range d.Ways {
			t.Run(string(kind)+" by "+string(way), func(t *testing.T) {
				l := newTill(t)
				l.holds(10000)
				l.voucher(goodCode)
				switch {
				case kind == contract.PurchaseService && way == contract.PayInvoice:
					l.billed(1_000)
				case way == contract.PayInvoice:
					_, err := l.db.ExecContext(ctx, "UPDATE lines SET subscription_type = 'postpaid'")
					require.NoError(t, err)
				}
				back := l.givesBack(l.pays(l.opens(l.draft(kind, way)), contract.PaymentPaid))
				require.Equal(t, contract.PurchaseFailed, back.Stage)
				require.Empty(t, l.accounts(back))
				require.EqualValues(t, 10000, l.balance())
				if way == contract.PayVoucher { // the voucher is good again
					l.opens(l.draft(kind, way))
				}
			})
		}
	}
}

func TestPurchase_FreeData_HasItsOwnEnd(t *testing.T) {
	l := newTill(t)
	p := l.draft(contract.PurchaseData, contract.PayBalance)
	p.Data.Free = &contract.FreeData{Megabytes: 512, ValidityDays: 30}
	l.holds(50_000)
	p = l.delivers(l.opens(p))
	require.Equal(t, now.AddDate(0, 0, 7), p.Data.ValidUntil)
	require.Equal(t, now.AddDate(0, 0, 30), p.Data.Free.ValidUntil)
	var given []string
	require.NoError(t, l.db.NewRaw(`SELECT total || ' MB for ' || extract(day FROM valid_until - valid_from) || ' days' FROM line_allowances
		WHERE purchase_id = ? AND type = 'data' ORDER BY valid_until`, p.ID).Scan(t.Context(), &given))
	require.Equal(t, []string{"1024 MB for 7 days", "512 MB for 30 days"}, given)
}

func TestPurchase_VoucherAtOnce_IsUsedOnce(t *testing.T) {
	l := newTill(t)
	l.voucher(goodCode)
	var both sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		draft := l.draft(contract.PurchaseVoucher, contract.PayVoucher)
		both.Go(func() { _, errs[i] = l.OpenPurchase(ctx, draft, contract.PurchaseOpening{At: at}) })
	}
	both.Wait()
	used := 0
	for _, err := range errs {
		if err == nil {
			used++
			continue
		}
		refusedWith(t, contract.FailVoucherUsed, err)
	}
	require.Equal(t, 1, used)
}

func TestPurchase_Refused_TakesNothing(t *testing.T) {
	l := newTill(t)
	l.holds(1000)
	l.voucher(goodCode)
	short := l.draft(contract.PurchaseData, contract.PayBalance)
	_, err := l.OpenPurchase(ctx, short, contract.PurchaseOpening{At: at})
	refusedWith(t, contract.FailBalanceShort, err)
	saved := l.draft(contract.PurchaseRecharge, contract.PaySavedCard)
	_, err = l.OpenPurchase(ctx, saved, contract.PurchaseOpening{At: at, Kept: &contract.SavedCard{UserID: uuid.NewString(), CardID: uuid.NewString()}})
	refusedWith(t, contract.FailCardUnknown, err)
	first, second := l.opens(l.draft(contract.PurchaseRecharge, contract.PayCard)), l.draft(contract.PurchaseVoucher, contract.PayVoucher)
	second.Number = first.Number
	_, err = l.OpenPurchase(ctx, second, contract.PurchaseOpening{At: at})
	refusedWith(t, contract.FailPurchaseNumber, err)
	l.opens(l.draft(contract.PurchaseVoucher, contract.PayVoucher))
	require.EqualValues(t, 1000, l.balance())
}

func TestPurchase_LineHasEnded_IsNotDelivered(t *testing.T) {
	l := newTill(t)
	paid := l.pays(l.opens(l.draft(contract.PurchaseRecharge, contract.PayCard)), contract.PaymentPaid)
	l.exec("UPDATE lines SET status = 'ended'")
	_, err := l.DeliverPurchase(ctx, paid, contract.PurchaseHandedOver{At: at})
	refusedWith(t, contract.FailPurchaseLineEnded, err)
}

// The end of a line locks it. A recharge of the same moment waits for the end, and is refused then.
func TestDeliver_LineEndsAtThatMoment_IsRefused(t *testing.T) {
	l := newTill(t)
	l.holds(10000)
	paid := l.pays(l.opens(l.draft(contract.PurchaseRecharge, contract.PayCard)), contract.PaymentPaid)
	delivered := make(chan error, 1)
	require.NoError(t, l.store.InTx(ctx, func(q *store.Tx) error {
		_, inService, err := q.Endings.Lock(ctx, l.lineID)
		require.NoError(t, err)
		require.True(t, inService)
		_, err = q.PlanSubscriptions.LockBalance(ctx, l.lineID)
		require.NoError(t, err)
		go func() {
			_, err := l.DeliverPurchase(ctx, paid, contract.PurchaseHandedOver{At: at})
			delivered <- err
		}()
		testkit.RequireLockWait(t, l.db) // the delivery waits for the end
		return q.Endings.EndLine(ctx, l.lineID, now)
	}))
	refusedWith(t, contract.FailPurchaseLineEnded, <-delivered)
	require.EqualValues(t, 10000, l.balance(), "nothing landed on the line that has ended")
}

func (l *till) exec(statement string) {
	l.t.Helper()
	_, err := l.db.ExecContext(ctx, statement)
	require.NoError(l.t, err)
}

func TestPurchase_StaleState_GetsSavedState(t *testing.T) {
	l := newTill(t)
	opened := l.opens(l.draft(contract.PurchaseRecharge, contract.PayCard))
	l.pays(opened, contract.PaymentPaid)
	_, err := l.HoldPurchase(ctx, opened, contract.PurchaseHeldUp{At: at, Work: contract.WorkDeliver})
	var ahead *temporal.ApplicationError
	require.ErrorAs(t, err, &ahead)
	require.Equal(t, contract.ErrorSavedAhead, ahead.Type())
}

func TestPurchase_LateMoney_GoesBackOnce(t *testing.T) {
	l := newTill(t)
	failed := l.pays(l.opens(l.draft(contract.PurchaseRecharge, contract.PayCard)), contract.PaymentDeclined)
	in := contract.LatePaymentMoved{At: at, PurchaseID: failed.ID, Payment: contract.Payment{ID: failed.Payment.ID, Status: contract.PaymentPaid}}
	for range 2 {
		money, err := l.RecordLatePurchasePayment(ctx, in)
		require.NoError(t, err)
		require.Equal(t, contract.LateMoney{Number: failed.Number, Due: 5750}, money)
	}
	require.Equal(t, map[string]contract.Halalas{"payment-provider": 5750, "customer": -5750}, l.accounts(failed))
	for range 2 {
		back, err := l.RecordLatePurchaseRefund(ctx, in)
		require.NoError(t, err)
		require.Equal(t, contract.PaymentRefunded, back.Payment.Status)
	}
	require.Empty(t, l.accounts(failed))
	money, err := l.RecordLatePurchasePayment(ctx, in)
	require.NoError(t, err)
	require.Zero(t, money.Due)

	stands := l.delivers(l.pays(l.opens(l.draft(contract.PurchaseRecharge, contract.PayCard)), contract.PaymentPaid))
	in.PurchaseID, in.Payment.ID = stands.ID, stands.Payment.ID
	money, err = l.RecordLatePurchasePayment(ctx, in)
	require.NoError(t, err)
	require.Zero(t, money.Due, "the purchase stands on it")
}

func TestPurchase_AnyInterleaving_LedgerIsEven(t *testing.T) {
	l := newTill(t)
	rapid.Check(t, func(rt *rapid.T) {
		open := []contract.Purchase{}
		for range 100 { // with the hundred checks of a run 10,000
			switch rapid.IntRange(0, 4).Draw(rt, "what") {
			case 0:
				open = append(open, l.pays(l.opens(l.draft(contract.PurchaseRecharge, contract.PayCard)), contract.PaymentPaid))
			case 1:
				code := fmt.Sprintf("V%013d", l.sold)
				l.voucher(code)
				p := l.draft(contract.PurchaseVoucher, contract.PayVoucher)
				p.Voucher = l.store.Vouchers.Hash(code)
				open = append(open, l.opens(p))
			case 2: // a delivery, or a refund
				p, err := l.OpenPurchase(ctx, l.transferOf(contract.Halalas(rapid.Int64Range(50, 9000).Draw(rt, "amount"))), contract.PurchaseOpening{At: at})
				if err == nil {
					open = append(open, p)
				}
			case 3:
				p, err := l.OpenPurchase(ctx, l.draft(contract.PurchaseData, contract.PayBalance), contract.PurchaseOpening{At: at})
				if err == nil {
					open = append(open, p)
				}
			default:
				for _, p := range open {
					if rapid.Bool().Draw(rt, "delivered") {
						l.delivers(p)
					} else {
						l.givesBack(p)
					}
				}
				open = open[:0]
			}
		}
		if total := l.sum(); total != 0 || l.balance() < 0 {
			rt.Fatalf("the ledger sums to %d, the balance is %d", total, l.balance())
		}
	})
}

func (l *till) sum() (total int64) {
	l.t.Helper()
	require.NoError(l.t, l.db.QueryRowContext(ctx, "SELECT coalesce(sum(amount), 0)::bigint FROM ledger_lines").Scan(&total))
	return total
}

func TestPurchase_EachOutcome_IsTold(t *testing.T) {
	l := newTill(t)
	friend, err := l.store.Lines.Add(ctx, line.Line{
		MSISDN: "0570000002", Kind: line.Voice, Type: "prepaid", PlanID: "none", Person: contract.Person{IDNumber: "1000000016"},
	}, now)
	require.NoError(t, err)
	own := l.delivers(l.pays(l.opens(l.draft(contract.PurchaseRecharge, contract.PayCard)), contract.PaymentPaid))
	gift := l.draft(contract.PurchaseRecharge, contract.PayCard)
	gift.LineID = friend
	gift = l.delivers(l.pays(l.opens(gift), contract.PaymentPaid))
	back := l.givesBack(l.pays(l.opens(l.draft(contract.PurchaseRecharge, contract.PayCard)), contract.PaymentPaid))
	queued, err := l.store.Outbox.Claim(ctx, 10)
	require.NoError(t, err)
	var told []string
	for _, m := range queued {
		told = append(told, m.Notice.Mobile+" "+m.Notice.Template+" "+m.Notice.Params["purchase"])
	}
	require.Equal(t, []string{
		"0570000001 recharged " + own.Number, "0570000002 recharged-by-friend " + gift.Number, "0570000001 purchase-refunded " + back.Number,
	}, told)
}

// The balance of a line that ends is lost (docs/rules.md); money that comes back later is no balance any more.
func TestRefund_PayerHasEnded_Forfeited(t *testing.T) {
	l := newTill(t)
	l.holds(5000)
	paid := l.opens(l.draft(contract.PurchaseBundle, contract.PayBalance))
	require.Zero(t, l.balance())
	l.exec("UPDATE lines SET status = 'ended'")
	back := l.givesBack(paid)
	require.Equal(t, contract.PurchaseFailed, back.Stage)
	require.Equal(t, map[string]contract.Halalas{ledger.LineAccount(l.lineID): 5000, "forfeited": -5000}, l.accounts(back))
	require.Zero(t, l.balance(), "no wallet of an ended line has money")
	require.Equal(t, back, l.givesBack(back), "once")
}
