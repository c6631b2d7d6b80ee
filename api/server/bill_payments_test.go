package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	billacts "selfcare/activities/bill"
	"selfcare/api/gen"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/bill"
	"selfcare/internal/store/audit"
)

// fakeBills answers at once, on the books of the workflows.
type fakeBills struct {
	books   *billacts.Activities
	failing bool
}

func (f *fakeBills) Credit(ctx context.Context, in contract.InvoiceCredit) (string, error) {
	number, err := f.books.CreditInvoice(ctx, contract.InvoiceCreditAt{At: contract.At{Now: time.Now()}, Credit: in})
	var refused *temporal.ApplicationError
	if errors.As(err, &refused) {
		return "", contract.Refuse(contract.Code(refused.Type()))
	}
	return number, err
}

func (f *fakeBills) TakePayment(ctx context.Context, id string) error {
	if f.failing {
		return errors.New("the workflow engine is away")
	}
	return f.books.TakeSADADPayment(ctx, contract.SADADPaymentAt{At: contract.At{Now: time.Now()}, ID: id})
}

// bill gives the rig a bill and answers with it; its owner is signed in.
func (r *rig) bill() (gen.Invoice, string) {
	r.t.Helper()
	r.customer(billedLine, "postpaid")
	r.billed()
	token := r.signIn(billedLine)
	return r.bills(token).Invoices.Items[0], token
}

func sadadNotice(payment, reference string, amount int64) string {
	return fmt.Sprintf(`{"paymentId":%q,"reference":%q,"amount":%d,"paidAt":"2026-11-25T10:00:00.123456789+03:00"}`, payment, reference, amount)
}

func (r *rig) sadadPayments(support, query string) []gen.SadadPayment {
	r.t.Helper()
	got := r.call(http.MethodGet, "/api/support/sadad-payments"+query, "", bearer(support))
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Items []gen.SadadPayment }](r.t, got).Items
}

func TestABankIsToldWhatIsLeftOfABillAndItsPaymentIsTakenOnce(t *testing.T) {
	r := newRig(t)
	bill, token := r.bill()
	got := r.report("bills/sadad", fmt.Sprintf(`{"reference":%q}`, bill.Reference))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	enquired := decoded[gen.BillEnquiry](t, got)
	require.Equal(t, []any{bill.Number, int64(21_150), int64(21_150), gen.InvoiceStatusIssued}, []any{enquired.Number, enquired.Total, enquired.Left, enquired.Status})
	require.NotContains(t, string(got.body), billedLine)
	for range 2 {
		got = r.report("sadad", sadadNotice("bank-0001", bill.Reference, 1000))
		require.Equal(t, http.StatusNoContent, got.StatusCode, string(got.body))
	}
	require.Equal(t, int64(20_150), r.bills(token).Left)
	require.Equal(t, http.StatusNoContent, r.report("sadad", sadadNotice("bank-0002", bill.Reference, 20_150)).StatusCode)
	require.Equal(t, gen.InvoiceStatusPaid, r.bills(token).Invoices.Items[0].Status)
	shown := decoded[struct{ Data gen.InvoiceDetail }](t, r.shows("/postpaid/invoices/"+bill.Id, token)).Data
	require.Len(t, shown.Payments, 2)
	require.Equal(t, gen.InvoiceDetailPaymentsWay("sadad"), shown.Payments[0].Way)
	require.Zero(t, decoded[gen.BillEnquiry](t, r.report("bills/sadad", fmt.Sprintf(`{"reference":%q}`, bill.Reference))).Left)
}

func TestAPaymentAtABankIsTakenOnceAlsoWhereItIsToldTwiceAtTheSameMoment(t *testing.T) {
	r := newRig(t)
	bill, token := r.bill()
	var both sync.WaitGroup
	codes := make([]int, 4)
	for n := range codes {
		both.Go(func() { codes[n] = r.report("sadad", sadadNotice("bank-0001", bill.Reference, 21_150)).StatusCode })
	}
	both.Wait()
	require.Equal(t, []int{204, 204, 204, 204}, codes)
	require.Equal(t, gen.InvoiceStatusPaid, r.bills(token).Invoices.Items[0].Status)
	require.Empty(t, r.sadadPayments(r.signedIn("support@selfcare.example", "support"), ""))
}

func TestAPaymentAtABankThatSaysSomethingElseTheSecondTimeIsRefused(t *testing.T) {
	r := newRig(t)
	bill, token := r.bill()
	require.Equal(t, http.StatusNoContent, r.report("sadad", sadadNotice("bank-0001", bill.Reference, 1000)).StatusCode)
	requireRefused(t, r.report("sadad", sadadNotice("bank-0001", bill.Reference, 1001)), contract.FailSADADChanged)
	requireRefused(t, r.report("sadad", sadadNotice("bank-0001", "2026000000991", 1000)), contract.FailSADADChanged)
	require.Equal(t, int64(20_150), r.bills(token).Left)
}

func TestASADADCallBackWithoutItsSignatureIsRefused(t *testing.T) {
	r := newRig(t)
	bill, token := r.bill()
	body := sadadNotice("bank-0001", bill.Reference, 1000)
	for name, with := range map[string][]header{
		"none":       nil,
		"another's":  {signature("secret-p", body, time.Now())},
		"of another": {signature("secret-s", body+" ", time.Now())},
		"old":        {signature("secret-s", body, time.Now().Add(-6*time.Minute))},
	} {
		t.Run(name, func(t *testing.T) {
			got := r.call(http.MethodPost, "/api/webhooks/sadad", body, with...)
			require.Contains(t, []int{http.StatusUnauthorized, http.StatusUnprocessableEntity}, got.StatusCode, string(got.body))
		})
	}
	requireRefused(t, r.call(http.MethodPost, "/api/webhooks/bills/sadad", `{"reference":"2026000000012"}`,
		signature("secret-p", `{"reference":"2026000000012"}`, time.Now())), contract.FailSignature)
	require.Equal(t, int64(21_150), r.bills(token).Left)
}

func TestABankIsNotToldOfABillThatThereIsNot(t *testing.T) {
	r := newRig(t)
	for name, reference := range map[string]string{
		"mistyped": "2026000000017", "never issued": domain.Reference("INV2026-00000077"), "none": "123456",
	} {
		t.Run(name, func(t *testing.T) {
			requireRefused(t, r.report("bills/sadad", fmt.Sprintf(`{"reference":%q}`, reference)), contract.FailInvoiceUnknown)
		})
	}
}

func TestAPaymentAtABankIsToldAgainWhereItCouldNotBeHandedOn(t *testing.T) {
	r := newRig(t)
	bill, token := r.bill()
	r.banked.failing = true
	notice := sadadNotice("bank-0001", bill.Reference, 21_150)
	requireRefused(t, r.report("sadad", notice), contract.FailUnavailable)
	r.banked.failing = false
	require.Equal(t, http.StatusNoContent, r.report("sadad", notice).StatusCode)
	require.Zero(t, r.bills(token).Left)
}

func TestSupportSeesWhatNoBillTookAndSaysOnceThatItHasGoneBack(t *testing.T) {
	r := newRig(t)
	bill, _ := r.bill()
	support := r.signedIn("support@selfcare.example", "support")
	for payment, reference := range map[string]string{"bank-0001": bill.Reference, "bank-0002": "123456"} {
		require.Equal(t, http.StatusNoContent, r.report("sadad", sadadNotice(payment, reference, 21_200)).StatusCode)
	}
	held := map[gen.SadadPaymentReason]gen.SadadPayment{}
	for _, p := range r.sadadPayments(support, "") {
		held[p.Reason] = p
	}
	require.Len(t, held, 2)
	more, unknown := held["more-than-left"], held["unknown-bill"]
	require.Equal(t, []any{int64(21_150), int64(50), bill.Number}, []any{more.Taken, more.Held, *more.Number})
	require.Equal(t, []any{int64(0), int64(21_200)}, []any{unknown.Taken, unknown.Held})

	returns := func(id, note string) answer {
		return r.call(http.MethodPost, "/api/support/sadad-payments/"+id+"/return", fmt.Sprintf(`{"note":%q}`, note), bearer(support), freshKey())
	}
	for range 2 {
		got := returns(more.Id, "sent back by transfer 77")
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		require.Equal(t, gen.SadadPaymentState("returned"), decoded[struct{ Data gen.SadadPayment }](t, got).Data.State)
	}
	require.EqualValues(t, -50, r.bank())
	requireRefused(t, returns(more.Id, "once more"), contract.FailSADADReturned)
	requireRefused(t, returns(uuid.NewString(), "whatever"), contract.FailSADADUnknown)
	require.Len(t, r.sadadPayments(support, ""), 1)
	require.Len(t, r.sadadPayments(support, "?state=returned"), 1)
	log, err := r.store.AuditEntries.Find(t.Context(), audit.Filter{Area: "support", Limit: 50})
	require.NoError(t, err)
	require.Equal(t, []string{"sadad-return", "sent back by transfer 77"}, []string{log[0].Action, log[0].Note})
}

// All that one customer is given in a day counts, in whatever way.
func TestGiving_AboveTheDay_WaitsForASecondPerson(t *testing.T) {
	r := newRig(t)
	bill, _ := r.bill()
	first, second := bearer(r.signedIn(supportMail, "support")), bearer(r.signedIn("supervisor@selfcare.example", "support"))
	require.NoError(t, r.store.Settings.Change(t.Context(), map[string]json.RawMessage{"refund_needs_second_person_above": []byte("1000")}))
	credits := func(amount int64) answer {
		return r.call(http.MethodPost, "/api/support/bills/"+bill.Number+"/credit-notes", fmt.Sprintf(`{"amount":%d,"reason":"billed twice"}`, amount), first, freshKey())
	}
	waits := func(got answer) gen.RefundRequest {
		t.Helper()
		require.Equal(t, http.StatusAccepted, got.StatusCode, string(got.body))
		return decoded[gen.RefundRequest](t, got)
	}
	given := func() (sum int64) {
		require.NoError(t, r.db.NewRaw("SELECT coalesce(sum(amount), 0)::bigint FROM support_givings").Scan(t.Context(), &sum))
		return sum
	}
	require.Equal(t, http.StatusCreated, credits(600).StatusCode)
	asked := waits(credits(500))
	require.Equal(t, []any{gen.GivingWay("credit-note"), bill.Id, bill.Number, int64(500)}, []any{asked.Way, asked.SubjectId, asked.Reference, asked.Amount})
	requireRefused(t, credits(1), contract.FailRefundWaits)
	requireRefused(t, r.decideRefund(first, asked.Id, "approval"), contract.FailRefundSamePerson)
	require.Equal(t, http.StatusOK, r.decideRefund(second, asked.Id, "refusal").StatusCode)
	require.EqualValues(t, 600, given())
	asked = waits(credits(500))
	require.Equal(t, http.StatusOK, r.decideRefund(second, asked.Id, "approval").StatusCode)
	require.EqualValues(t, 1100, given())

	require.Equal(t, http.StatusNoContent, r.report("sadad", sadadNotice("bank-0001", bill.Reference, 20_250)).StatusCode)
	held := r.sadadPayments(strings.TrimPrefix(first["Authorization"], "Bearer "), "")[0]
	require.EqualValues(t, 200, held.Held, "the two notes count")
	returns := func() answer {
		return r.call(http.MethodPost, "/api/support/sadad-payments/"+held.Id+"/return", `{"note":"sent back"}`, first, freshKey())
	}
	asked = waits(returns())
	require.Equal(t, []any{gen.GivingWay("bank-return"), held.Id, held.Reference, int64(200)}, []any{asked.Way, asked.SubjectId, asked.Reference, asked.Amount})
	requireRefused(t, returns(), contract.FailRefundWaits)
	require.Zero(t, r.bank())
	for range 2 {
		got := r.decideRefund(second, asked.Id, "approval")
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		require.EqualValues(t, "approved", decoded[gen.RefundRequest](t, got).State)
		r.exec("DELETE FROM idempotent_requests")
	}
	require.EqualValues(t, -200, r.bank())
	require.EqualValues(t, 1300, given())
}

func TestGiving_SeveralAtOnce_AreCountedOneAfterTheOther(t *testing.T) {
	r := newRig(t)
	bill, _ := r.bill()
	support := bearer(r.signedIn(supportMail, "support"))
	require.NoError(t, r.store.Settings.Change(t.Context(), map[string]json.RawMessage{"refund_needs_second_person_above": []byte("1000")}))
	var alone atomic.Int32
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			got := r.call(http.MethodPost, "/api/support/bills/"+bill.Number+"/credit-notes", `{"amount":400,"reason":"billed twice"}`, support, freshKey())
			if got.StatusCode == http.StatusCreated {
				alone.Add(1)
			}
		})
	}
	all.Wait()
	require.LessOrEqual(t, alone.Load(), int32(2))
	_, err := r.db.NewRaw(`
		INSERT INTO support_givings (key, way, subject_id, customer, amount, given_by, at, before, above)
		SELECT 'x', way, subject_id, customer, 201, given_by, at, 800, 1000 FROM support_givings LIMIT 1`).Exec(t.Context())
	require.ErrorContains(t, err, "support_givings_second_person")
}

func TestSupportReadsABillAndTakesBackNoMoreThanIsLeft(t *testing.T) {
	r := newRig(t)
	bill, token := r.bill()
	support := r.signedIn("support@selfcare.example", "support")
	path := "/api/support/bills/" + bill.Number
	got := r.call(http.MethodGet, path, "", bearer(support))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Equal(t, bill.Id, decoded[struct{ Data gen.InvoiceDetail }](t, got).Data.Invoice.Id)
	log, err := r.store.AuditEntries.Find(t.Context(), audit.Filter{Area: "support", OrderID: bill.Id, Limit: 50})
	require.NoError(t, err)
	require.Len(t, log, 1, "who saw it is written down")
	requireRefused(t, r.call(http.MethodGet, "/api/support/bills/INV2026-00000077", "", bearer(support)), contract.FailInvoiceUnknown)

	credits := func(key header, amount int64) answer {
		return r.call(http.MethodPost, path+"/credit-notes", fmt.Sprintf(`{"amount":%d,"reason":"billed twice"}`, amount), bearer(support), key)
	}
	once := freshKey()
	requireRefused(t, credits(once, 21_151), contract.FailInvoiceCredit)
	key := freshKey()
	for range 2 {
		noted := credits(key, 1150)
		require.Equal(t, http.StatusCreated, noted.StatusCode, string(noted.body))
		require.Equal(t, []any{"CRN2026-00000001", int64(1000), int64(150)}, func() []any {
			n := decoded[struct{ Data gen.InvoiceCredit }](t, noted).Data
			return []any{n.Number, n.Net, n.Vat}
		}())
		r.exec("DELETE FROM idempotent_requests") // as where our first answer was never stored
	}
	require.Equal(t, int64(20_000), r.bills(token).Left)
	require.Equal(t, http.StatusNoContent, r.report("sadad", sadadNotice("bank-0001", bill.Reference, 15_000)).StatusCode)
	requireRefused(t, credits(freshKey(), 5001), contract.FailInvoiceCredit)
	require.Equal(t, http.StatusCreated, credits(freshKey(), 5000).StatusCode)
	require.Zero(t, r.bills(token).Left)
	requireRefused(t, credits(freshKey(), 1), contract.FailInvoiceCredit)
	requireRefused(t, r.call(http.MethodPost, path+"/credit-notes", `{"amount":1,"reason":"billed twice"}`, bearer(token), freshKey()), contract.FailForbidden)
	log, err = r.store.AuditEntries.Find(t.Context(), audit.Filter{Area: "support", OrderID: bill.Id, Limit: 50})
	require.NoError(t, err)
	require.Equal(t, []string{"credit-note", "billed twice"}, []string{log[0].Action, log[0].Note})
}
