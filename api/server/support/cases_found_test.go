package support_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

// opened opens the hit of a search as the console does.
func opened(d *servertest.Desk, term string) gen.CaseDetail {
	d.T.Helper()
	got := d.Call(http.MethodPost, "/api/support/search", `{"q":"`+term+`"}`, d.Agent)
	require.Equal(d.T, http.StatusOK, got.StatusCode, string(got.Body))
	hits := servertest.Decoded[gen.SearchCasesAnswer](d.T, got).Items
	require.Len(d.T, hits, 1, term)
	require.NotEqual(d.T, gen.SearchHitTypeCustomer, hits[0].Type)
	return d.Detail(string(hits[0].Type), hits[0].Id)
}

func TestFind_BillNumber_OpensTheBill(t *testing.T) {
	d := servertest.NewDesk(t)
	b, _ := d.Bill()
	shown := opened(d, b.Number)
	require.Equal(t, b.Number, shown.Case.Reference)
	require.Equal(t, gen.CaseStateGoingOn, shown.Case.State)
	require.Nil(t, shown.AwaitsApproval)

	require.Equal(t, http.StatusNoContent, d.Report("sadad", servertest.SadadNotice("bank-0001", b.Reference, b.Left)).StatusCode)
	settled := opened(d, b.Number)
	require.Equal(t, gen.CaseStateOver, settled.Case.State)
	require.Equal(t, "settled", *settled.Case.Stage)
}

func TestFind_CompletedPurchase_ShowsGoods(t *testing.T) {
	d := servertest.NewDesk(t)
	d.Customer(servertest.MainLine, "prepaid")
	held := heldOf(d.Rig, contract.PurchaseRecharge, d.SignIn(servertest.MainLine))
	decides(d, "purchase", "retry")
	shown := opened(d, held.Number)
	require.NotNil(t, shown.Purchase)
	require.Equal(t, held.Total, shown.Purchase.Total)
	require.NotEqual(t, servertest.MainLine, shown.Purchase.Msisdn, "the number is masked")
}

func TestCase_OfALine_MasksItsNumber(t *testing.T) {
	d := newSeededDesk(t)
	d.Subscriber(servertest.MainLine)
	held := heldOf(d.Rig, contract.PurchaseRecharge, d.SignIn(servertest.MainLine))
	shown := d.Call(http.MethodGet, "/api/support/cases/purchase/"+held.Id, "", d.Agent)
	require.Contains(t, string(shown.Body), `"kind":"subscription"`, "the plan of the line is linked")
	require.NotContains(t, string(shown.Body), servertest.MainLine)
}

func TestCase_PendingPayment_IsShownWithOrder(t *testing.T) {
	d := servertest.NewDesk(t)
	d.Customer(servertest.MainLine, "prepaid")
	o := stuck(d, time.Minute)
	d.Exec("INSERT INTO payments (id, subject, status, amount, at) VALUES ('pay-1', ?, 'pending', 10500, now())", o.ID)
	shown := d.Detail("payment", "pay-1")
	require.Equal(t, gen.CaseStateGoingOn, shown.Case.State)
	require.Len(t, shown.Payments, 1)
	require.Nil(t, shown.Payments[0].Stateable, "the provider may still report the outcome")
	require.Len(t, shown.Linked, 1)
	require.Equal(t, o.ID, shown.Linked[0].Id)
}

func TestCase_UnknownPayment_OffersTheStatement(t *testing.T) {
	d := servertest.NewDesk(t)
	d.Customer(servertest.MainLine, "prepaid")
	o := stuck(d, time.Minute)
	d.Exec("INSERT INTO payments (id, subject, status, amount, at) VALUES ('pay-1', ?, 'pending', 10500, now() - interval '1 day')", o.ID)
	require.NotNil(t, d.Detail("payment", "pay-1").Payments[0].Stateable)

	asker := servertest.Bearer(d.SignedIn("asker@selfcare.example", "support"))
	require.Equal(t, http.StatusOK, statesPayment(d.Rig, asker, "pay-1", "never-paid").StatusCode)
	waiting := d.Detail("payment", "pay-1").Payments[0]
	require.Equal(t, gen.StatedOutcomeNeverPaid, waiting.Statement.Outcome)
	require.Equal(t, "asker@selfcare.example", *waiting.Statement.StatedByName)
	require.False(t, waiting.Statement.Own)
	require.NotNil(t, waiting.Stateable, "a second person confirms it")
	listed := servertest.Decoded[gen.ListPaymentStatementsAnswer](t, d.Call(http.MethodGet, "/api/support/payment-statements", "", d.Agent)).Items
	require.Len(t, listed, 1)
	require.Equal(t, o.ID, listed[0].SubjectId)
	require.EqualValues(t, 10_500, listed[0].Amount)
	require.Equal(t, gen.WaitingStatementKindOrder, listed[0].Kind)

	require.Equal(t, http.StatusOK, statesPayment(d.Rig, d.Agent, "pay-1", "never-paid").StatusCode)
	require.Nil(t, d.Detail("payment", "pay-1").Payments[0].Stateable)
	require.Empty(t, servertest.Decoded[gen.ListPaymentStatementsAnswer](t, d.Call(http.MethodGet, "/api/support/payment-statements", "", d.Agent)).Items)
}

func TestSupportBillFile_AnyBill_IsAPDF(t *testing.T) {
	d := servertest.NewDesk(t)
	b, _ := d.Bill()
	got := d.Call(http.MethodGet, "/api/support/bills/"+b.Number+"/bill.pdf", "", d.Agent)
	require.Equal(t, http.StatusOK, got.StatusCode)
	require.Equal(t, "%PDF", string(got.Body[:4]))
	servertest.RequireRefused(t, d.Call(http.MethodGet, "/api/support/bills/INV2026-99999999/bill.pdf", "", d.Agent), contract.FailInvoiceUnknown)
}

// Each case that the database finds names its fault, the remedy and the next actor.
func TestCases_LateWithoutCode_SayWhatToDo(t *testing.T) {
	general := texts.Text(texts.English, "case.reason.late", nil)
	for _, kind := range []string{"order", "purchase", "deactivation", "bill", "bank-payment", "number-return"} {
		for _, key := range []string{"case.reason.late.", "case.advice.late.", "case.waits."} {
			require.True(t, texts.Has(key+kind), key+kind)
		}
	}
	d := servertest.NewDesk(t)
	b, _ := d.Bill()
	d.Exec("UPDATE invoice_dues SET next_at = now() - interval '2 days' WHERE invoice_id = ?", b.Id)
	late := opened(d, b.Number)
	require.Equal(t, gen.CaseStateLate, late.Case.State)
	require.NotEqual(t, general, late.Case.Reason)
	require.Contains(t, late.Case.Reason, "more than a day ago")
	require.Contains(t, *late.Advice, "bill number")
	require.Contains(t, *late.Case.WaitsFor, "daily run")
	require.WithinDuration(t, time.Now().Add(-48*time.Hour), late.Case.Since, time.Minute)
	require.Equal(t, late.Case.Reason, d.Cases("?kind=bill").Counts[0].Reason)
}
