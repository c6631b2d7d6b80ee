package bill_test

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

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/dev/testkit/pdftext"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/bill"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/permission"
	"selfcare/internal/receiptpdf"
	einvoicestore "selfcare/internal/store/einvoice"
)

var writeBills = flag.Bool("write-bills", false, "write the texts of printed bills anew")

func TestBill_Parts_AreSeenAndPaid(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.BilledLine, "postpaid")
	r.AddBill()
	token := r.SignIn(servertest.BilledLine)
	overview := r.Bills(token)
	require.Equal(t, int64(21_150), overview.Left)
	require.Zero(t, overview.Unbilled)
	require.Equal(t, gen.PostpaidOverviewServiceFull, overview.Service)
	require.Equal(t, gen.DunningStep("notice"), overview.Next.Step)
	require.Len(t, overview.Invoices.Items, 1)
	bill := overview.Invoices.Items[0]
	require.Equal(t, domain.Reference(bill.Number), bill.Reference)
	require.Equal(t, gen.InvoiceStatus("issued"), bill.Status)

	path := "/postpaid/invoices/" + bill.Id
	shown := servertest.Decoded[struct{ Data gen.InvoiceDetail }](t, r.MustGet(path, token)).Data
	require.Len(t, shown.Services, 2)
	usage := servertest.Decoded[struct{ Data gen.InvoiceService }](t, r.MustGet(path+"/services/usage", token)).Data
	require.Equal(t, []int64{3, 1000, 150, 1150}, []int64{usage.Lines[0].Quantity, usage.Lines[0].Net, usage.Lines[0].Vat, usage.Lines[0].Total})
	got := r.Call(http.MethodGet, "/api"+path+"/services/commitment", "", servertest.Bearer(token))
	require.Equal(t, string(contract.FailInvoiceService), got.Problem(t).MessageKey)
	for _, language := range []string{"en", "ar"} {
		file := r.MustGet(path+"/file", token, servertest.Header{"Accept-Language": language})
		require.True(t, bytes.HasPrefix(file.Body, []byte("%PDF-")), language)
	}

	pays := func(amount string) servertest.Answer {
		return r.Call(http.MethodPost, "/api"+path+"/payments", `{"amount":`+amount+`,"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`,
			servertest.Bearer(token), servertest.FreshKey())
	}
	require.Equal(t, string(contract.FailInvoiceOverpaid), pays("21151").Problem(t).MessageKey)
	first := pays("21000")
	require.Equal(t, http.StatusCreated, first.StatusCode, string(first.Body))
	bought := servertest.Decoded[struct{ Data gen.Purchase }](t, first).Data
	require.Equal(t, gen.PurchaseStatus("completed"), bought.Status)
	require.Equal(t, int64(150), *bought.Bill.Left)
	require.Equal(t, gen.InvoiceStatus("part-paid"), r.Bills(token).Invoices.Items[0].Status)
	require.Equal(t, http.StatusCreated, pays("150").StatusCode)
	require.Equal(t, gen.InvoiceStatus("paid"), r.Bills(token).Invoices.Items[0].Status)
	require.Equal(t, string(contract.FailInvoicePaid), pays("1").Problem(t).MessageKey)
}

func TestBill_OtherAccountOrPrepaid_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.BilledLine, "postpaid")
	r.AddBill()
	bill := r.Bills(r.SignIn(servertest.BilledLine)).Invoices.Items[0].Id
	r.Customer("0570000003", "postpaid")
	r.Customer(servertest.MainLine, "prepaid")
	other, prepaid := r.SignIn("0570000003"), r.SignIn(servertest.MainLine)
	for _, path := range []string{"", "/services/plan", "/file"} {
		got := r.Call(http.MethodGet, "/api/postpaid/invoices/"+bill+path, "", servertest.Bearer(other))
		require.Equal(t, string(contract.FailInvoiceUnknown), got.Problem(t).MessageKey, path)
		got = r.Call(http.MethodGet, "/api/postpaid/invoices/"+bill+path, "", servertest.Bearer(prepaid))
		require.Equal(t, -403, got.Problem(t).Code, path)
	}
	got := r.Call(http.MethodPost, "/api/postpaid/invoices/"+bill+"/payments", `{"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`,
		servertest.Bearer(other), servertest.FreshKey())
	require.Equal(t, string(contract.FailInvoiceUnknown), got.Problem(t).MessageKey)
	require.Equal(t, -403, r.Call(http.MethodGet, "/api/postpaid/overview", "", servertest.Bearer(prepaid)).Problem(t).Code)
}

// forged is a token with another first character.
func forged(token string) string {
	if token[0] == 'A' {
		return "B" + token[1:]
	}
	return "A" + token[1:]
}

func TestBillFile_Link_OpensIt(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.BilledLine, "postpaid")
	r.AddBill()
	bill := r.Bills(r.SignIn(servertest.BilledLine)).Invoices.Items[0]
	token := r.LinkToBill(bill.Id, time.Now())
	for _, language := range []string{"en", "ar"} {
		file := r.Call(http.MethodPost, "/api/postpaid/bill/file", fmt.Sprintf(`{"token":%q}`, token), servertest.Header{"Accept-Language": language})
		require.Equal(t, http.StatusOK, file.StatusCode, string(file.Body))
		require.True(t, bytes.HasPrefix(file.Body, []byte("%PDF-")), language)
	}
	late := r.LinkToBill(bill.Id, time.Now().AddDate(-2, 0, 0))
	ofOrder := r.LinkTo(servertest.Started{ID: bill.Id}, permission.Payment, time.Now(), "m")
	for _, refused := range []string{forged(token), late, ofOrder, "too-long-for-a-code"} {
		got := r.Call(http.MethodPost, "/api/postpaid/bill/file", fmt.Sprintf(`{"token":%q}`, refused))
		require.Equal(t, string(contract.FailBillLink), got.Problem(t).MessageKey)
	}
}

func TestBillLink_SignedOut_PaysTheBill(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.BilledLine, "postpaid")
	r.AddBill()
	bill := r.Bills(r.SignIn(servertest.BilledLine)).Invoices.Items[0]
	token := r.LinkToBill(bill.Id, time.Now())
	got := r.Call(http.MethodPost, "/api/postpaid/bill", fmt.Sprintf(`{"token":%q}`, token))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Equal(t, bill.Number, servertest.Decoded[struct{ Data gen.LinkedBill }](t, got).Data.Invoice.Number)
	require.NotContains(t, string(got.Body), servertest.BilledLine, "the answer hides the owner's name")
	refused := r.Call(http.MethodPost, "/api/postpaid/bill", fmt.Sprintf(`{"token":%q}`, forged(token)))
	require.Equal(t, string(contract.FailBillLink), refused.Problem(t).MessageKey)

	pays := r.Call(http.MethodPost, "/api/postpaid/bill/payments", fmt.Sprintf(`{"token":%q,"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`, token),
		servertest.FreshKey())
	require.Equal(t, http.StatusCreated, pays.StatusCode, string(pays.Body))
	bought := servertest.Decoded[struct{ Data gen.Purchase }](t, pays).Data
	require.Zero(t, *bought.Bill.Left)
	require.NotContains(t, string(pays.Body), servertest.BilledLine, "the answer hides the owner's name")
	require.Equal(t, "https://selfcare.example/en/pay-invoice/"+bought.Id, r.Purchases.PaidWith[0].ReturnURL, "the link opens no session")
	seen := r.Call(http.MethodPost, "/api/postpaid/bill/payments/"+bought.Id, fmt.Sprintf(`{"token":%q}`, token))
	require.Equal(t, http.StatusOK, seen.StatusCode, string(seen.Body))
	kept := r.Call(http.MethodPost, "/api/postpaid/bill/payments", fmt.Sprintf(`{"token":%q,"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`, token),
		servertest.FreshKey())
	require.Equal(t, string(contract.FailInvoicePaid), kept.Problem(t).MessageKey)
}

func TestBillFile_EachLanguage_HasAmountDue(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.BilledLine, "postpaid")
	r.AddBill()
	token := r.SignIn(servertest.BilledLine)
	bill := r.Bills(token).Invoices.Items[0]
	for _, language := range []string{"en", "ar"} {
		t.Run(language, func(t *testing.T) {
			file := r.MustGet("/postpaid/invoices/"+bill.Id+"/file", token, servertest.Header{"Accept-Language": language})
			said := strings.Join(slices.Concat(pdftext.Lines(t, file.Body)...), "\n") + "\n"
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

func TestBillFile_Unstamped_StaysTheSame(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.BilledLine, "postpaid")
	r.AddBill()
	token := r.SignIn(servertest.BilledLine)
	bill := r.Bills(token).Invoices.Items[0]
	file := func() []byte { return r.MustGet("/postpaid/invoices/"+bill.Id+"/file", token).Body }
	before := file()
	require.Equal(t, before, file())
	require.NotEmpty(t, r.StampReceipt(einvoicestore.Bill, bill.Id, einvoice.Invoice))
	after := file()
	require.NotEqual(t, before, after, "the QR code is that of the electronic invoice")
	require.Equal(t, after, file())
}
