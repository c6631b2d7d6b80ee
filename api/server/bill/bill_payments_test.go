package bill_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/bill"
	"selfcare/internal/store/audit"
)

func sadadPayments(r *servertest.Rig, support, query string) []gen.SadadPayment {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api/support/sadad-payments"+query, "", servertest.Bearer(support))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[struct{ Items []gen.SadadPayment }](r.T, got).Items
}

func TestSADAD_Payment_IsTakenOnce(t *testing.T) {
	r := servertest.New(t)
	bill, token := r.Bill()
	got := r.Report("sadad/bills", fmt.Sprintf(`{"reference":%q}`, bill.Reference))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	enquired := servertest.Decoded[gen.BillEnquiry](t, got)
	require.Equal(t, []any{bill.Number, int64(21_150), int64(21_150), gen.InvoiceStatusIssued}, []any{enquired.Number, enquired.Total, enquired.Left, enquired.Status})
	require.NotContains(t, string(got.Body), servertest.BilledLine)
	for range 2 {
		got = r.Report("sadad", servertest.SadadNotice("bank-0001", bill.Reference, 1000))
		require.Equal(t, http.StatusNoContent, got.StatusCode, string(got.Body))
	}
	require.Equal(t, int64(20_150), r.Bills(token).Left)
	require.Equal(t, http.StatusNoContent, r.Report("sadad", servertest.SadadNotice("bank-0002", bill.Reference, 20_150)).StatusCode)
	require.Equal(t, gen.InvoiceStatusPaid, r.Bills(token).Invoices.Items[0].Status)
	shown := servertest.Decoded[struct{ Data gen.InvoiceDetail }](t, r.MustGet("/postpaid/invoices/"+bill.Id, token)).Data
	require.Len(t, shown.Payments, 2)
	require.Equal(t, gen.InvoiceDetailPaymentsWay("sadad"), shown.Payments[0].Way)
	require.Zero(t, servertest.Decoded[gen.BillEnquiry](t, r.Report("sadad/bills", fmt.Sprintf(`{"reference":%q}`, bill.Reference))).Left)
}

func TestSADAD_ParallelReports_CountOnce(t *testing.T) {
	r := servertest.New(t)
	bill, token := r.Bill()
	var both sync.WaitGroup
	codes := make([]int, 4)
	for n := range codes {
		both.Go(func() {
			codes[n] = r.Report("sadad", servertest.SadadNotice("bank-0001", bill.Reference, 21_150)).StatusCode
		})
	}
	both.Wait()
	require.Equal(t, []int{204, 204, 204, 204}, codes)
	require.Equal(t, gen.InvoiceStatusPaid, r.Bills(token).Invoices.Items[0].Status)
	require.Empty(t, sadadPayments(r, r.SignedIn("support@selfcare.example", "support"), ""))
}

func TestSADAD_OtherRepeat_IsRefused(t *testing.T) {
	r := servertest.New(t)
	bill, token := r.Bill()
	require.Equal(t, http.StatusNoContent, r.Report("sadad", servertest.SadadNotice("bank-0001", bill.Reference, 1000)).StatusCode)
	servertest.RequireRefused(t, r.Report("sadad", servertest.SadadNotice("bank-0001", bill.Reference, 1001)), contract.FailSADADChanged)
	servertest.RequireRefused(t, r.Report("sadad", servertest.SadadNotice("bank-0001", "2026000000991", 1000)), contract.FailSADADChanged)
	require.Equal(t, int64(20_150), r.Bills(token).Left)
}

func TestSADAD_UnsignedCallBack_Refused(t *testing.T) {
	r := servertest.New(t)
	bill, token := r.Bill()
	body := servertest.SadadNotice("bank-0001", bill.Reference, 1000)
	for name, with := range map[string][]servertest.Header{
		"none":       nil,
		"another's":  {servertest.Signature("secret-p", body, time.Now())},
		"of another": {servertest.Signature("secret-s", body+" ", time.Now())},
		"old":        {servertest.Signature("secret-s", body, time.Now().Add(-6*time.Minute))},
	} {
		t.Run(name, func(t *testing.T) {
			got := r.Call(http.MethodPost, "/api/webhooks/sadad/generic", body, with...)
			require.Contains(t, []int{http.StatusUnauthorized, http.StatusUnprocessableEntity}, got.StatusCode, string(got.Body))
		})
	}
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/webhooks/sadad/generic/bills", `{"reference":"2026000000012"}`,
		servertest.Signature("secret-p", `{"reference":"2026000000012"}`, time.Now())), contract.FailSignature)
	require.Equal(t, int64(21_150), r.Bills(token).Left)
}

func TestSADAD_UnknownBill_IsNotFound(t *testing.T) {
	r := servertest.New(t)
	for name, reference := range map[string]string{
		"mistyped": "2026000000017", "never issued": domain.Reference("INV2026-00000077"), "none": "123456",
	} {
		t.Run(name, func(t *testing.T) {
			servertest.RequireRefused(t, r.Report("sadad/bills", fmt.Sprintf(`{"reference":%q}`, reference)), contract.FailInvoiceUnknown)
		})
	}
}

func TestSADAD_HandOverFails_IsReportedAgain(t *testing.T) {
	r := servertest.New(t)
	bill, token := r.Bill()
	r.Banked.Failing = true
	notice := servertest.SadadNotice("bank-0001", bill.Reference, 21_150)
	servertest.RequireRefused(t, r.Report("sadad", notice), contract.FailUnavailable)
	r.Banked.Failing = false
	require.Equal(t, http.StatusNoContent, r.Report("sadad", notice).StatusCode)
	require.Zero(t, r.Bills(token).Left)
}

func TestBillSurplus_SentBack_IsRecordedOnce(t *testing.T) {
	r := servertest.New(t)
	bill, _ := r.Bill()
	support := r.SignedIn("support@selfcare.example", "support")
	for payment, reference := range map[string]string{"bank-0001": bill.Reference, "bank-0002": "123456"} {
		require.Equal(t, http.StatusNoContent, r.Report("sadad", servertest.SadadNotice(payment, reference, 21_200)).StatusCode)
	}
	held := map[gen.SadadPaymentReason]gen.SadadPayment{}
	for _, p := range sadadPayments(r, support, "") {
		held[p.Reason] = p
	}
	require.Len(t, held, 2)
	more, unknown := held["more-than-left"], held["unknown-bill"]
	require.Equal(t, []any{int64(21_150), int64(50), bill.Number}, []any{more.Taken, more.Held, *more.Number})
	require.Equal(t, []any{int64(0), int64(21_200)}, []any{unknown.Taken, unknown.Held})

	returns := func(id, note string) servertest.Answer {
		return r.Call(http.MethodPost, "/api/support/sadad-payments/"+id+"/return", fmt.Sprintf(`{"note":%q}`, note), servertest.Bearer(support), servertest.FreshKey())
	}
	for range 2 {
		got := returns(more.Id, "sent back by transfer 77")
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		require.Equal(t, gen.SadadPaymentState("returned"), servertest.Decoded[struct{ Data gen.SadadPayment }](t, got).Data.State)
	}
	require.EqualValues(t, -50, r.Bank())
	servertest.RequireRefused(t, returns(more.Id, "once more"), contract.FailSADADReturned)
	servertest.RequireRefused(t, returns(uuid.NewString(), "whatever"), contract.FailSADADUnknown)
	require.Len(t, sadadPayments(r, support, ""), 1)
	require.Len(t, sadadPayments(r, support, "?state=returned"), 1)
	log, err := r.Store.AuditEntries.Find(t.Context(), audit.Filter{Area: "support", Limit: 50})
	require.NoError(t, err)
	require.Equal(t, []string{"sadad-return", "sent back by transfer 77"}, []string{log[0].Action, log[0].Note})
}

// All gifts to one customer in a day count together.
func TestPayout_AboveLimit_NeedsTwo(t *testing.T) {
	r := servertest.New(t)
	bill, _ := r.Bill()
	first, second := servertest.Bearer(r.SignedIn(servertest.SupportMail, "support")), servertest.Bearer(r.SignedIn("supervisor@selfcare.example", "support"))
	require.NoError(t, r.Store.Settings.Change(t.Context(), map[string]json.RawMessage{"refund_needs_second_person_above": []byte("1000")}))
	credits := func(amount int64) servertest.Answer {
		return r.Call(http.MethodPost, "/api/support/bills/"+bill.Number+"/credit-notes", fmt.Sprintf(`{"amount":%d,"reason":"billed twice"}`, amount), first, servertest.FreshKey())
	}
	waits := func(got servertest.Answer) gen.RefundRequest {
		t.Helper()
		require.Equal(t, http.StatusAccepted, got.StatusCode, string(got.Body))
		return servertest.Decoded[gen.RefundRequest](t, got)
	}
	given := func() (sum int64) {
		require.NoError(t, r.DB.NewRaw("SELECT coalesce(sum(amount), 0)::bigint FROM support_givings").Scan(t.Context(), &sum))
		return sum
	}
	require.Equal(t, http.StatusCreated, credits(600).StatusCode)
	asked := waits(credits(500))
	require.Equal(t, []any{gen.PayoutKind("credit-note"), bill.Id, bill.Number, int64(500)}, []any{asked.Way, asked.SubjectId, asked.Reference, asked.Amount})
	servertest.RequireRefused(t, credits(1), contract.FailRefundWaits)
	servertest.RequireRefused(t, r.DecideRefund(first, asked.Id, "approval"), contract.FailRefundSamePerson)
	require.Equal(t, http.StatusOK, r.DecideRefund(second, asked.Id, "refusal").StatusCode)
	require.EqualValues(t, 600, given())
	asked = waits(credits(500))
	require.Equal(t, http.StatusOK, r.DecideRefund(second, asked.Id, "approval").StatusCode)
	require.EqualValues(t, 1100, given())

	require.Equal(t, http.StatusNoContent, r.Report("sadad", servertest.SadadNotice("bank-0001", bill.Reference, 20_250)).StatusCode)
	held := sadadPayments(r, strings.TrimPrefix(first["Authorization"], "Bearer "), "")[0]
	require.EqualValues(t, 200, held.Held, "the two notes count")
	returns := func() servertest.Answer {
		return r.Call(http.MethodPost, "/api/support/sadad-payments/"+held.Id+"/return", `{"note":"sent back"}`, first, servertest.FreshKey())
	}
	asked = waits(returns())
	require.Equal(t, []any{gen.PayoutKind("bank-return"), held.Id, held.Reference, int64(200)}, []any{asked.Way, asked.SubjectId, asked.Reference, asked.Amount})
	servertest.RequireRefused(t, returns(), contract.FailRefundWaits)
	require.Zero(t, r.Bank())
	for range 2 {
		got := r.DecideRefund(second, asked.Id, "approval")
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		require.EqualValues(t, "approved", servertest.Decoded[gen.RefundRequest](t, got).State)
		r.Exec("DELETE FROM idempotent_requests")
	}
	require.EqualValues(t, -200, r.Bank())
	require.EqualValues(t, 1300, given())
}

func TestPayout_Parallel_KeepsLimit(t *testing.T) {
	r := servertest.New(t)
	bill, _ := r.Bill()
	support := servertest.Bearer(r.SignedIn(servertest.SupportMail, "support"))
	require.NoError(t, r.Store.Settings.Change(t.Context(), map[string]json.RawMessage{"refund_needs_second_person_above": []byte("1000")}))
	var alone atomic.Int32
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			got := r.Call(http.MethodPost, "/api/support/bills/"+bill.Number+"/credit-notes", `{"amount":400,"reason":"billed twice"}`, support, servertest.FreshKey())
			if got.StatusCode == http.StatusCreated {
				alone.Add(1)
			}
		})
	}
	all.Wait()
	require.LessOrEqual(t, alone.Load(), int32(2))
	_, err := r.DB.NewRaw(`
		INSERT INTO support_givings (key, way, subject_id, customer, amount, given_by, at, before, above)
		SELECT 'x', way, subject_id, customer, 201, given_by, at, 800, 1000 FROM support_givings LIMIT 1`).Exec(t.Context())
	require.ErrorContains(t, err, "support_givings_second_person")
}

func TestBillCredit_AboveRest_Refused(t *testing.T) {
	r := servertest.New(t)
	bill, token := r.Bill()
	support := r.SignedIn("support@selfcare.example", "support")
	path := "/api/support/bills/" + bill.Number
	got := r.Call(http.MethodGet, path, "", servertest.Bearer(support))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Equal(t, bill.Id, servertest.Decoded[struct{ Data gen.InvoiceDetail }](t, got).Data.Invoice.Id)
	log, err := r.Store.AuditEntries.Find(t.Context(), audit.Filter{Area: "support", OrderID: bill.Id, Limit: 50})
	require.NoError(t, err)
	require.Len(t, log, 1, "the audit log names the reader")
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/support/bills/INV2026-00000077", "", servertest.Bearer(support)), contract.FailInvoiceUnknown)

	credits := func(key servertest.Header, amount int64) servertest.Answer {
		return r.Call(http.MethodPost, path+"/credit-notes", fmt.Sprintf(`{"amount":%d,"reason":"billed twice"}`, amount), servertest.Bearer(support), key)
	}
	once := servertest.FreshKey()
	servertest.RequireRefused(t, credits(once, 21_151), contract.FailInvoiceCredit)
	key := servertest.FreshKey()
	for range 2 {
		noted := credits(key, 1150)
		require.Equal(t, http.StatusCreated, noted.StatusCode, string(noted.Body))
		require.Equal(t, []any{"CRN2615-00000001", int64(1000), int64(150)}, func() []any {
			n := servertest.Decoded[struct{ Data gen.InvoiceCredit }](t, noted).Data
			return []any{n.Number, n.Net, n.Vat}
		}())
		r.Exec("DELETE FROM idempotent_requests") // as if our first answer was never stored
	}
	require.Equal(t, int64(20_000), r.Bills(token).Left)
	require.Equal(t, http.StatusNoContent, r.Report("sadad", servertest.SadadNotice("bank-0001", bill.Reference, 15_000)).StatusCode)
	servertest.RequireRefused(t, credits(servertest.FreshKey(), 5001), contract.FailInvoiceCredit)
	require.Equal(t, http.StatusCreated, credits(servertest.FreshKey(), 5000).StatusCode)
	require.Zero(t, r.Bills(token).Left)
	servertest.RequireRefused(t, credits(servertest.FreshKey(), 1), contract.FailInvoiceCredit)
	servertest.RequireRefused(t, r.Call(http.MethodPost, path+"/credit-notes", `{"amount":1,"reason":"billed twice"}`, servertest.Bearer(token), servertest.FreshKey()), contract.FailForbidden)
	log, err = r.Store.AuditEntries.Find(t.Context(), audit.Filter{Area: "support", OrderID: bill.Id, Limit: 50})
	require.NoError(t, err)
	require.Equal(t, []string{"credit-note", "billed twice"}, []string{log[0].Action, log[0].Note})
}
