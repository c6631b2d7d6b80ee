package server_test

import (
	"bytes"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	billacts "selfcare/activities/bill"
	"selfcare/api/gen"
	"selfcare/dev/testkit/pdftext"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/bill"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/receiptpdf"
	einvoicestore "selfcare/internal/store/einvoice"
)

var writeBills = flag.Bool("write-bills", false, "write the texts of printed bills anew")

const billedLine = "0570000002"

// billed has a postpaid line with one bill of a plan and a call beyond it.
func (r *rig) billed() {
	r.t.Helper()
	r.exec("INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('postpaid', 'Postpaid', 'مفوتر', 0)")
	r.exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, takes_ported, position, items)
		VALUES ('postpaid-200', 'P-200', 'Postpaid 200', 'مفوتر 200', 20000, 'postpaid', 'postpaid', 30, 1, false, 0, '[]')`)
	r.billCycle(2)
}

// billCycle bills the postpaid line for a cycle of its plan and a call beyond it.
func (r *rig) billCycle(cycle int) {
	r.t.Helper()
	since := time.Date(2026, 10, 15, 10, 0, 0, 0, calendar.Riyadh)
	until := time.Date(2026, 11, 15, 0, 0, 0, 0, calendar.Riyadh)
	r.exec("UPDATE lines SET plan_id = 'postpaid-200', activated_at = ? WHERE msisdn = ?", since, billedLine)
	r.exec(`INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, vat, paid_by, cycle_from, cycle_until, charged_at)
		SELECT id, ?3, 'plan', 'postpaid-200', 20000, 2609, 'invoice', ?0, ?1, now() FROM lines WHERE msisdn = ?2`, since, until, billedLine, cycle)
	r.exec(`INSERT INTO usage_events (event_id, line_id, type, unit, amount, charged, used_at, uncovered)
		SELECT 'bill-e1', id, 'int_min', 'minute', 3, 1150, ?0, 3 FROM lines WHERE msisdn = ?1`, until.Add(-time.Hour), billedLine)
	done, err := billacts.New(r.store).BillLines(r.t.Context(), contract.BillingBatch{At: contract.At{Now: time.Now()}, Cohort: 15, Period: "2026-11"})
	require.NoError(r.t, err)
	require.Equal(r.t, 1, done.Issued)
}

func (r *rig) bills(token string) gen.PostpaidOverview {
	r.t.Helper()
	return decoded[struct{ Data gen.PostpaidOverview }](r.t, r.shows("/postpaid/overview", token)).Data
}

func TestBills_AreSeenKeptAndPaidInParts(t *testing.T) {
	r := newRig(t)
	r.customer(billedLine, "postpaid")
	r.billed()
	token := r.signIn(billedLine)
	overview := r.bills(token)
	require.Equal(t, int64(21_150), overview.Left)
	require.Zero(t, overview.Unbilled)
	require.Equal(t, gen.PostpaidOverviewServiceFull, overview.Service)
	require.Equal(t, gen.DunningStep("notice"), overview.Next.Step)
	require.Len(t, overview.Invoices.Items, 1)
	bill := overview.Invoices.Items[0]
	require.Equal(t, domain.Reference(bill.Number), bill.Reference)
	require.Equal(t, gen.InvoiceStatus("issued"), bill.Status)

	path := "/postpaid/invoices/" + bill.Id
	shown := decoded[struct{ Data gen.InvoiceDetail }](t, r.shows(path, token)).Data
	require.Len(t, shown.Services, 2)
	usage := decoded[struct{ Data gen.InvoiceService }](t, r.shows(path+"/services/usage", token)).Data
	require.Equal(t, []int64{3, 1000, 150, 1150}, []int64{usage.Lines[0].Quantity, usage.Lines[0].Net, usage.Lines[0].Vat, usage.Lines[0].Total})
	got := r.call(http.MethodGet, "/api"+path+"/services/commitment", "", bearer(token))
	require.Equal(t, string(contract.FailInvoiceService), got.problem(t).MessageKey)
	for _, language := range []string{"en", "ar"} {
		file := r.shows(path+"/file", token, header{"Accept-Language": language})
		require.True(t, bytes.HasPrefix(file.body, []byte("%PDF-")), language)
	}

	pays := func(amount string) answer {
		return r.call(http.MethodPost, "/api"+path+"/payments", `{"amount":`+amount+`,"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`,
			bearer(token), freshKey())
	}
	require.Equal(t, string(contract.FailInvoiceOverpaid), pays("21151").problem(t).MessageKey)
	first := pays("21000")
	require.Equal(t, http.StatusCreated, first.StatusCode, string(first.body))
	bought := decoded[struct{ Data gen.Purchase }](t, first).Data
	require.Equal(t, gen.PurchaseStatus("completed"), bought.Status)
	require.Equal(t, int64(150), *bought.Bill.Left)
	require.Equal(t, gen.InvoiceStatus("part-paid"), r.bills(token).Invoices.Items[0].Status)
	require.Equal(t, http.StatusCreated, pays("150").StatusCode)
	require.Equal(t, gen.InvoiceStatus("paid"), r.bills(token).Invoices.Items[0].Status)
	require.Equal(t, string(contract.FailInvoicePaid), pays("1").problem(t).MessageKey)
}

func TestBills_OfAnotherAccountAndOfPrepaidAreRefused(t *testing.T) {
	r := newRig(t)
	r.customer(billedLine, "postpaid")
	r.billed()
	bill := r.bills(r.signIn(billedLine)).Invoices.Items[0].Id
	r.customer("0570000003", "postpaid")
	r.customer(mainLine, "prepaid")
	other, prepaid := r.signIn("0570000003"), r.signIn(mainLine)
	for _, path := range []string{"", "/services/plan", "/file"} {
		got := r.call(http.MethodGet, "/api/postpaid/invoices/"+bill+path, "", bearer(other))
		require.Equal(t, string(contract.FailInvoiceUnknown), got.problem(t).MessageKey, path)
		got = r.call(http.MethodGet, "/api/postpaid/invoices/"+bill+path, "", bearer(prepaid))
		require.Equal(t, -403, got.problem(t).Code, path)
	}
	got := r.call(http.MethodPost, "/api/postpaid/invoices/"+bill+"/payments", `{"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`,
		bearer(other), freshKey())
	require.Equal(t, string(contract.FailInvoiceUnknown), got.problem(t).MessageKey)
	require.Equal(t, -403, r.call(http.MethodGet, "/api/postpaid/overview", "", bearer(prepaid)).problem(t).Code)
}

// forged is a token with another first character.
func forged(token string) string {
	if token[0] == 'A' {
		return "B" + token[1:]
	}
	return "A" + token[1:]
}

func TestABill_IsAFileForWhoeverHasItsLink(t *testing.T) {
	r := newRig(t)
	r.customer(billedLine, "postpaid")
	r.billed()
	bill := r.bills(r.signIn(billedLine)).Invoices.Items[0]
	token := messagelink.NewSigner(r.options.Pepper).BillToken(bill.Id, time.Now())
	for _, language := range []string{"en", "ar"} {
		file := r.call(http.MethodPost, "/api/postpaid/bill/file", fmt.Sprintf(`{"token":%q}`, token), header{"Accept-Language": language})
		require.Equal(t, http.StatusOK, file.StatusCode, string(file.body))
		require.True(t, bytes.HasPrefix(file.body, []byte("%PDF-")), language)
	}
	late := messagelink.NewSigner(r.options.Pepper).BillToken(bill.Id, time.Now().AddDate(-2, 0, 0))
	for _, refused := range []string{forged(token), late} {
		got := r.call(http.MethodPost, "/api/postpaid/bill/file", fmt.Sprintf(`{"token":%q}`, refused))
		require.Equal(t, string(contract.FailBillLink), got.problem(t).MessageKey)
	}
}

func TestABill_IsPaidByTheLinkOfItsMessageSignedOut(t *testing.T) {
	r := newRig(t)
	r.customer(billedLine, "postpaid")
	r.billed()
	bill := r.bills(r.signIn(billedLine)).Invoices.Items[0]
	token := messagelink.NewSigner(r.options.Pepper).BillToken(bill.Id, time.Now())
	got := r.call(http.MethodPost, "/api/postpaid/bill", fmt.Sprintf(`{"token":%q}`, token))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Equal(t, bill.Number, decoded[struct{ Data gen.LinkedBill }](t, got).Data.Invoice.Number)
	require.NotContains(t, string(got.body), billedLine, "whose line it is, is not said")
	refused := r.call(http.MethodPost, "/api/postpaid/bill", fmt.Sprintf(`{"token":%q}`, forged(token)))
	require.Equal(t, string(contract.FailBillLink), refused.problem(t).MessageKey)

	pays := r.call(http.MethodPost, "/api/postpaid/bill/payments", fmt.Sprintf(`{"token":%q,"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`, token),
		freshKey())
	require.Equal(t, http.StatusCreated, pays.StatusCode, string(pays.body))
	bought := decoded[struct{ Data gen.Purchase }](t, pays).Data
	require.Zero(t, *bought.Bill.Left)
	require.NotContains(t, string(pays.body), billedLine, "whose line it is, is not said")
	require.Equal(t, "https://selfcare.example/en/pay-invoice/"+bought.Id, r.purchases.paidWith[0].ReturnURL, "nobody is signed in there")
	seen := r.call(http.MethodPost, "/api/postpaid/bill/payments/"+bought.Id, fmt.Sprintf(`{"token":%q}`, token))
	require.Equal(t, http.StatusOK, seen.StatusCode, string(seen.body))
	kept := r.call(http.MethodPost, "/api/postpaid/bill/payments", fmt.Sprintf(`{"token":%q,"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`, token),
		freshKey())
	require.Equal(t, string(contract.FailInvoicePaid), kept.problem(t).MessageKey)
}

func TestABill_AsAFileSaysWhatIsOwedInBothLanguages(t *testing.T) {
	r := newRig(t)
	r.customer(billedLine, "postpaid")
	r.billed()
	token := r.signIn(billedLine)
	bill := r.bills(token).Invoices.Items[0]
	for _, language := range []string{"en", "ar"} {
		t.Run(language, func(t *testing.T) {
			file := r.shows("/postpaid/invoices/"+bill.Id+"/file", token, header{"Accept-Language": language})
			said := strings.Join(slices.Concat(pdftext.Lines(t, file.body)...), "\n") + "\n"
			in := receiptpdf.Language(language)
			said = strings.NewReplacer(bill.Number, "<number>", bill.Reference, "<reference>", receiptpdf.Moment(bill.IssuedAt, in), "<issued>",
				receiptpdf.Day(domain.LastDay(bill.DueAt), in), "<due>").Replace(said)
			want, err := os.ReadFile("testdata/bill-" + language + ".txt")
			if *writeBills {
				err = os.WriteFile("testdata/bill-"+language+".txt", []byte(said), 0o600)
				want = []byte(said)
			}
			require.NoError(t, err)
			require.Equal(t, string(want), said)
		})
	}
}

func TestABill_AsAFileIsTheSameUntilItsElectronicInvoiceIsStamped(t *testing.T) {
	r := newRig(t)
	r.customer(billedLine, "postpaid")
	r.billed()
	token := r.signIn(billedLine)
	bill := r.bills(token).Invoices.Items[0]
	file := func() []byte { return r.shows("/postpaid/invoices/"+bill.Id+"/file", token).body }
	before := file()
	require.Equal(t, before, file())
	require.NotEmpty(t, r.stamps(einvoicestore.Bill, bill.Id, einvoice.Invoice))
	after := file()
	require.NotEqual(t, before, after, "its QR code is that of the electronic invoice")
	require.Equal(t, after, file())
}
