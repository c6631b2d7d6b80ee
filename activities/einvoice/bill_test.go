package einvoice_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/activities/bill"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
	billstore "selfcare/internal/store/bill"
	einvoicestore "selfcare/internal/store/einvoice"
	linestore "selfcare/internal/store/line"
)

var (
	activated = time.Date(2026, time.October, 15, 13, 20, 0, 0, einvoice.Riyadh).UTC()
	ends      = time.Date(2026, time.November, 15, 0, 0, 0, 0, einvoice.Riyadh).UTC()
)

// bills bills a postpaid line with a plan, further SIMs and usage.
func (o *office) bills() billstore.Bill {
	o.T.Helper()
	o.Exec("INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('billed', 'Postpaid', 'مفوتر', 9)")
	o.Exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, position, items)
		VALUES ('billed-200', 'B-200', 'Billed 200', 'مفوتر 200', 20000, 'postpaid', 'billed', 30, 1, 9, '[]')`)
	line, err := o.Store.Lines.Add(ctx, linestore.Line{
		MSISDN: "0570000901", Kind: linestore.Voice, Type: "postpaid", PlanID: "billed-200", Person: contract.Person{IDNumber: "1000000008"},
		Contact: contract.Contact{Mobile: "0501112233"},
	}, activated)
	require.NoError(o.T, err)
	o.Exec(`INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, vat, paid_by, cycle_from, cycle_until, charged_at)
		SELECT ?0, 1, item, 'billed-200', amount, 0, 'invoice', ?1, ?2, now()
		FROM (VALUES ('plan', 20000), ('multi-sim:a', 1000), ('multi-sim:b', 1000), ('multi-sim:c', 1000), ('multi-sim:d', 1000)) AS of (item, amount)`, line, activated, ends)
	o.Exec(`INSERT INTO usage_charges (event_id, line_id, type, unit, amount, charged, used_at) VALUES ('e1', ?, 'local_min', 'minute', 12, 575, ?)`,
		line, ends.Add(-time.Hour))
	_, err = bill.New(o.Store).BillLines(ctx, contract.BillingBatch{At: contract.At{Now: ends.Add(time.Hour)}, Cohort: 15, Period: "2026-11"})
	require.NoError(o.T, err)
	found, err := o.Store.Invoices.Open(ctx, line)
	require.NoError(o.T, err)
	require.Len(o.T, found, 1)
	b, _, err := o.Store.Invoices.Get(ctx, found[0].ID)
	require.NoError(o.T, err)
	return b
}

func (o *office) credits(b billstore.Bill, amount contract.Halalas) string {
	o.T.Helper()
	id := uuid.NewString()
	_, err := bill.New(o.Store).CreditInvoice(ctx, contract.InvoiceCreditAt{At: contract.At{Now: ends.Add(2 * time.Hour)}, Credit: contract.InvoiceCredit{
		ID: id, InvoiceID: b.ID, Amount: amount, Reason: "خصم بعد شكوى", Actor: uuid.NewString(),
	}})
	require.NoError(o.T, err)
	return id
}

func TestDeliverEInvoices_Bill_HasLinesAndPeriod(t *testing.T) {
	o := newOffice(t)
	b := o.bills()
	require.Equal(t, []row{{Subject: "bill", Kind: "388", Status: "due", Rules: []string{}}}, o.rows())
	o.works()
	require.Equal(t, []row{{Subject: "bill", Kind: "388", Status: "reported", ICV: 1, Rules: []string{"BR-KSA-09"}, Attempts: 1}}, o.rows())
	doc := o.read(0)
	require.Equal(t, b.Number, doc.Number)
	require.Equal(t, einvoice.PaidAnyhow, doc.Paid)
	require.Equal(t, "2026-10-15 2026-11-14", doc.Supplied.Format(time.DateOnly)+" "+doc.Until.Format(time.DateOnly))
	require.Equal(t, []contract.Halalas{b.Net, b.VAT, b.Invoice.Total}, []contract.Halalas{doc.Totals().Net, doc.Totals().VAT, doc.Totals().Gross})
	require.Len(t, doc.Lines, 6)
	require.Equal(t, "مفوتر 200", doc.Lines[0].Name)
	require.Equal(t, "الدقائق المحلية (الدقائق: 12)", doc.Lines[5].Name)
	for n, line := range doc.Lines {
		require.Equal(t, b.Lines[n].Net, line.Net)
		require.Equal(t, b.Lines[n].VAT, line.VAT)
	}
	due := 0
	require.NoError(t, o.DB.NewRaw("SELECT extract(epoch FROM due_at - issued_at)::int / 3600 FROM einvoices").Scan(ctx, &due))
	require.Equal(t, 24, due)
}

func TestDeliverEInvoices_CreditNote_NamesItsBill(t *testing.T) {
	o := newOffice(t)
	b := o.bills()
	part := o.credits(b, 5000)
	o.Paid(fixture.NumberA)
	o.works()
	require.Len(t, o.given, 3)
	note := o.read(1)
	require.Equal(t, einvoice.CreditNote, note.Kind)
	require.Equal(t, "CRN2615-00000001", note.Number)
	require.Equal(t, b.Number, note.Refers)
	require.Equal(t, "خصم بعد شكوى", note.Reason)
	require.Equal(t, []contract.Halalas{4348, 652}, []contract.Halalas{note.Totals().Net, note.Totals().VAT})
	require.Equal(t, einvoice.Place{Counter: 2, Previous: o.given[0].Hash}, note.Place)
	require.Equal(t, einvoice.Place{Counter: 3, Previous: o.given[1].Hash}, o.read(2).Place, "orders and bills are one chain")
	code, err := o.Store.EInvoices.Code(ctx, einvoicestore.CreditNote, part, einvoice.CreditNote)
	require.NoError(t, err)
	require.NotEmpty(t, code)
}

func TestDeliverEInvoices_FullCredit_LineByLine(t *testing.T) {
	o := newOffice(t)
	b := o.bills()
	o.credits(b, b.Invoice.Total)
	o.works()
	require.Equal(t, o.read(0).Lines, o.read(1).Lines)
	require.Equal(t, o.read(0).Totals(), o.read(1).Totals())
}
