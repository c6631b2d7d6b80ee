package purchase_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	billacts "selfcare/activities/bill"
	"selfcare/dev/seed"
	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
)

const billTotal = 20_000

// invoice is an unpaid bill of the line.
func (l *till) invoice() string {
	l.t.Helper()
	var id string
	require.NoError(l.t, l.db.NewRaw("SELECT coalesce((SELECT id::text FROM invoices), '')").Scan(ctx, &id))
	if id != "" {
		return id
	}
	i, owes := bill.Rated(bill.Invoice{
		ID: uuid.NewString(), LineID: l.lineID, Period: "2026-11", From: now, Until: now, IssuedAt: now, DueAt: now.Add(24 * time.Hour),
	}, []bill.Charge{{Item: "plan", Quantity: 1, From: now, Until: now, Amount: billTotal}}, 15)
	require.True(l.t, owes)
	require.NoError(l.t, l.store.InTx(ctx, func(q *store.Tx) error {
		_, err := q.Invoices.Issue(ctx, i, now, now)
		return err
	}))
	return i.ID
}

// owes makes the line postpaid, with an unpaid bill.
func (l *till) owes() {
	l.t.Helper()
	l.exec("UPDATE lines SET subscription_type = 'postpaid'")
	id := l.invoice()
	require.NoError(l.t, l.store.Ledger.Post(ctx, ledger.Posting{Key: "invoice:" + id, Subject: l.lineID, Kind: "invoice", Entries: []ledger.Entry{
		{Account: ledger.LineAccount(l.lineID), Amount: billTotal}, {Account: "revenue", Amount: -billTotal},
	}}))
}

func (l *till) paysBill(amount contract.Halalas) contract.Purchase {
	l.t.Helper()
	p := l.draft(contract.PurchaseInvoice, contract.PayCard)
	p.Total, p.Payment.Amount = amount, amount
	return l.pays(l.opens(p), contract.PaymentPaid)
}

func (l *till) left() contract.Halalas {
	l.t.Helper()
	b, known, err := l.store.Invoices.Get(ctx, l.invoice())
	require.NoError(l.t, err)
	require.True(l.t, known)
	return b.Left
}

func TestPayInvoice_InParts_EndsPaid(t *testing.T) {
	l := newTill(t)
	l.owes()
	first := l.delivers(l.paysBill(5000))
	require.Equal(t, contract.PurchaseCompleted, first.Stage)
	require.Equal(t, contract.Halalas(15_000), first.Bill.Left)
	require.Equal(t, first, l.delivers(first), "once")
	require.Equal(t, contract.Halalas(15_000), l.balance(), "what the line owes")
	last := l.delivers(l.paysBill(15_000))
	require.Zero(t, last.Bill.Left)
	require.Zero(t, l.left())
	require.Zero(t, l.balance())
	var owed int
	require.NoError(t, l.db.NewRaw("SELECT count(*) FROM einvoices").Scan(ctx, &owed))
	require.Zero(t, owed, "its VAT is on the electronic invoice of the bill, not on one of the payment")
	require.Equal(t, map[string]contract.Halalas{"payment-provider": 15_000, ledger.LineAccount(l.lineID): -15_000}, l.accounts(last))
	refused := l.draft(contract.PurchaseInvoice, contract.PayCard)
	refused.Total = 1
	_, err := l.OpenPurchase(ctx, refused, contract.PurchaseOpening{At: at})
	refusedWith(t, contract.FailInvoicePaid, err)
}

func TestPayInvoice_MoreThanLeft_IsRefused(t *testing.T) {
	l := newTill(t)
	l.owes()
	p := l.draft(contract.PurchaseInvoice, contract.PayCard)
	p.Total = billTotal + 1
	_, err := l.OpenPurchase(ctx, p, contract.PurchaseOpening{At: at})
	refusedWith(t, contract.FailInvoiceOverpaid, err)
}

// Two customers pay the same bill at the same moment: one payment counts, and all other money goes back by itself.
func TestPayInvoice_TwiceAtOnce_OneGoesBack(t *testing.T) {
	l := newTill(t)
	l.owes()
	paid := make([]contract.Purchase, 4)
	for i := range paid {
		paid[i] = l.paysBill(billTotal)
	}
	var all sync.WaitGroup
	errs := make([]error, len(paid))
	for i, p := range paid {
		all.Go(func() { _, errs[i] = l.DeliverPurchase(ctx, p, contract.PurchaseHandedOver{At: at}) })
	}
	all.Wait()
	counted := 0
	for i, err := range errs {
		if err == nil {
			counted++
			continue
		}
		refusedWith(t, contract.FailInvoicePaid, err)
		back := l.givesBack(paid[i])
		require.Equal(t, contract.PurchaseFailed, back.Stage)
		require.Empty(t, l.accounts(back), "its money is back")
	}
	require.Equal(t, 1, counted)
	require.Zero(t, l.left())
	require.Zero(t, l.balance())
}

func TestPayInvoice_BarredLine_Unbarred(t *testing.T) {
	l := newTill(t)
	l.exec("INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('postpaid', 'Postpaid', 'مفوتر', 0)")
	l.exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, position, items)
		VALUES ('none', 'P-1', 'Plan', 'باقة', 20000, 'postpaid', 'postpaid', 30, 1, 0, '[]')`)
	l.owes()
	require.NoError(t, seed.BeginPlans(ctx, l.db, l.store, now))
	plan, err := l.store.PlanSubscriptions.Get(ctx, l.lineID)
	require.NoError(t, err)
	plan.Bills, plan.Seq = &contract.BillBar{Level: contract.ServiceNone, Since: now}, plan.Seq+1
	require.NoError(t, l.store.PlanSubscriptions.Save(ctx, plan))
	require.NoError(t, l.store.Invoices.NoteStep(ctx, l.invoice(), bill.StepBarAll, now, now.Add(time.Hour)))
	l.exec("DELETE FROM subscription_calls")

	l.delivers(l.paysBill(billTotal - 1))
	plan, err = l.store.PlanSubscriptions.Get(ctx, l.lineID)
	require.NoError(t, err)
	require.Equal(t, contract.ServiceNone, plan.Bills.Level, "a halala is left")
	l.delivers(l.paysBill(1))
	plan, err = l.store.PlanSubscriptions.Get(ctx, l.lineID)
	require.NoError(t, err)
	require.Equal(t, contract.ServiceFull, plan.Bills.Level)
	var called, next int
	require.NoError(t, l.db.NewRaw("SELECT (SELECT count(*) FROM subscription_calls), (SELECT count(*) FROM invoice_dues WHERE next_at IS NOT NULL)").Scan(ctx, &called, &next))
	require.Equal(t, 1, called, "its workflow is called, and tells the network")
	require.Zero(t, next, "nothing follows any more")
	queued, err := l.store.Outbox.Claim(ctx, 10)
	require.NoError(t, err)
	var told []string
	for _, m := range queued {
		told = append(told, fmt.Sprintf("%s %s", m.Notice.Template, m.Notice.Params["left"]))
	}
	require.Equal(t, []string{"bill-paid 0.01", "bill-paid 0.00", "bill-unbarred 0.00"}, told)
}

// A card and a bank pay the same bill at the same moment: one payment counts, and the other goes back to the customer.
func TestPayInvoice_BankAtOnce_NothingIsLost(t *testing.T) {
	for range 5 {
		l := newTill(t)
		l.owes()
		b, _, err := l.store.Invoices.Get(ctx, l.invoice())
		require.NoError(t, err)
		bank, err := l.store.BankPayments.Keep(ctx, bill.BankPayment{
			PaymentID: "bank-0001", Reference: bill.Reference(b.Number), Amount: billTotal, PaidAt: now, ReceivedAt: now,
		})
		require.NoError(t, err)
		card := l.paysBill(billTotal)
		var both sync.WaitGroup
		var byCard, atBank error
		both.Go(func() { _, byCard = l.DeliverPurchase(ctx, card, contract.PurchaseHandedOver{At: at}) })
		both.Go(func() {
			atBank = billacts.New(l.store).TakeSADADPayment(ctx, contract.SADADPaymentAt{At: at, ID: bank.ID})
		})
		both.Wait()
		require.NoError(t, atBank)
		bank, _, err = l.store.BankPayments.Get(ctx, bank.ID)
		require.NoError(t, err)
		if byCard == nil {
			require.Equal(t, contract.Halalas(billTotal), bank.Held)
		} else {
			refusedWith(t, contract.FailInvoicePaid, byCard)
			require.Equal(t, contract.Halalas(billTotal), bank.Taken)
		}
		require.Zero(t, l.left())
		require.Zero(t, l.balance())
	}
}
