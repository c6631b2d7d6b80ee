package bill_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	domain "selfcare/internal/domain/bill"
	"selfcare/internal/domain/calendar"
)

// month bills the line for the n-th month after its first month.
func (l *billRig) month(n int) {
	l.t.Helper()
	of := domain.Period{Cohort: 15, Month: time.Date(2026, time.November, 1, 0, 0, 0, 0, calendar.Riyadh).AddDate(0, n, 0)}
	l.exec(`INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, vat, paid_by, cycle_from, cycle_until, charged_at)
		SELECT id, ?0, 'plan', plan_id, 20000, 2609, 'invoice', ?1, ?2, now() FROM lines`, n+2, of.From(), of.Until())
	_, err := l.BillLines(ctx, contract.BillingBatch{At: contract.At{Now: of.Until().Add(time.Hour)}, Cohort: of.Cohort, Period: of.Key()})
	require.NoError(l.t, err)
}

// credits has support take back part of the latest bill. More than is left is refused.
func (l *billRig) credits(amount contract.Halalas) {
	l.t.Helper()
	b := l.latest()
	in := contract.InvoiceCreditAt{At: contract.At{Now: issued}, Credit: contract.InvoiceCredit{
		ID: uuid.NewString(), InvoiceID: b.ID, Amount: amount, Reason: "made up", Actor: uuid.NewString(),
	}}
	for range 2 {
		_, err := l.CreditInvoice(ctx, in)
		require.Equal(l.t, amount > b.Left, err != nil, "%v", err)
	}
}

// even requires that the books agree with the documents.
func (l *billRig) even(rt *rapid.T) {
	for what, off := range map[string]string{
		"the ledger":          "SELECT coalesce(sum(amount), 0)::bigint FROM ledger_lines",
		"what the line owes":  "SELECT (SELECT coalesce(sum(amount), 0) FROM line_balances)::bigint - (SELECT coalesce(sum(left_over), 0) FROM invoice_dues)::bigint",
		"what SADAD owes":     "SELECT (SELECT coalesce(sum(amount), 0) FROM ledger_lines WHERE account = 'sadad')::bigint - (SELECT coalesce(sum(amount), 0) FROM sadad_payments)::bigint",
		"what is held":        "SELECT (SELECT coalesce(sum(amount), 0) FROM ledger_lines WHERE account = 'sadad-held')::bigint + (SELECT coalesce(sum(held), 0) FROM sadad_payments)::bigint",
		"parts of a bill":     "SELECT count(*) FROM invoices AS i JOIN invoice_dues AS d ON d.invoice_id = i.id WHERE i.total <> d.left_over + d.credited + (SELECT coalesce(sum(amount), 0) FROM invoice_payments WHERE invoice_id = i.id)",
		"numbers with a gap":  "SELECT count(*) FROM document_series AS s WHERE s.last <> (SELECT count(*) FROM invoices AS i WHERE i.series = s.series) + (SELECT count(*) FROM credit_notes AS c WHERE c.series = s.series)",
		"charges of no bill":  "SELECT count(*) FROM subscription_charges WHERE invoice_id IS NULL",
		"bills without books": "SELECT count(*) FROM invoices WHERE NOT EXISTS (SELECT FROM ledger_operations WHERE key = 'invoice:' || id)",
	} {
		if n := l.count(off); n != 0 {
			rt.Fatalf("%s: off by %d", what, n)
		}
	}
}

func TestBills_AnyInterleaving_LedgerIsEven(t *testing.T) {
	l := newLedger(t, 1)
	l.follows()
	l.bills()
	months, payments := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		for range 12 {
			amount := contract.Halalas(rapid.Int64Range(1, 25_000).Draw(rt, "amount"))
			switch rapid.IntRange(0, 3).Draw(rt, "what") {
			case 0:
				months++
				l.month(months)
			case 1:
				l.credits(amount)
			case 2: // a payment without a bill
				payments++
				l.pays(fmt.Sprintf("bank-%d", payments), domain.Reference("INV2099-00000001"), amount)
			default: // a payment of the latest bill, reported more than once
				payments++
				reference := domain.Reference(l.latest().Number)
				for range rapid.IntRange(1, 3).Draw(rt, "told") {
					l.pays(fmt.Sprintf("bank-%d", payments), reference, amount)
				}
			}
		}
		l.even(rt)
	})
}
