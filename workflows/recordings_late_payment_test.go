//go:build record

package workflows_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
	"selfcare/workflows/internal/process"
	"selfcare/workflows/internal/workflowtest"
)

// latePaymentRecordings are the courses of money that comes for an order that is over.
var latePaymentRecordings = map[string]func(*recording){
	"late-payment":                 func(p *recording) { p.outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid} },
	"late-payment-that-never-came": func(p *recording) { p.outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentDeclined} },
	"late-payment-that-was-known": func(p *recording) {
		bought := workflowtest.CompletedOrder()
		bought.ID = p.books.Last().ID
		p.books.Has(bought)
		p.outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	},
	"late-payment-refund-not-known": func(p *recording) {
		p.outside.Fails("refund", workflowtest.ErrOutage)
		p.outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid, contract.PaymentPaid, contract.PaymentRefunded}
	},
	"late-payment-refund-refused-then-made-by-hand": func(p *recording) {
		p.hurriesInquiries()
		p.outside.Fails("refund", workflowtest.No(contract.FailRefundRefused))
		p.outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid, contract.PaymentPaid, contract.PaymentRefunded}
	},
	"late-payment-refund-not-known-for-long": func(p *recording) {
		p.hurriesInquiries()
		p.outside.Fails("refund", workflowtest.ErrOutage)
		p.outside.Outcomes["p1"] = append(paidFor(len(process.InquiryPauses)+2), contract.PaymentRefunded)
	},
}

// hurriesInquiries shortens the pauses between inquiries: they grow to hours, and a replay ignores them.
func (p *recording) hurriesInquiries() {
	usual := process.InquiryPauses
	process.InquiryPauses = slices.Repeat([]time.Duration{10 * time.Millisecond}, len(usual))
	p.t.Cleanup(func() { process.InquiryPauses = usual })
}

// paidFor is a payment that the provider confirms so many times.
func paidFor(inquiries int) []contract.PaymentStatus {
	return slices.Repeat([]contract.PaymentStatus{contract.PaymentPaid}, inquiries)
}

func TestRecordLatePayments(t *testing.T) {
	sdk.SetStickyWorkflowCacheSize(0) // as in TestRecord
	server := startServer(t)
	for name, prepare := range latePaymentRecordings {
		t.Run(name, func(t *testing.T) {
			p := newRecording(t, server, name)
			o := workflowtest.CompletedOrder()
			o.ID, o.Stage, o.Payments[0].Status = name, contract.StageAbandoned, contract.PaymentDeclined
			p.books.Has(o)
			prepare(p)
			in, id := contract.LatePaymentInput{OrderID: name, PaymentID: "p1"}, contract.LatePaymentWorkflowID("p1")
			require.NoError(t, flow.NewRefunds(server).StartLatePayment(t.Context(), in, contract.PaymentReported{EventID: "evt_1"}))
			require.NoError(t, server.GetWorkflow(t.Context(), id, "").Get(t.Context(), nil))
			p.save(name, id)
		})
	}
}

func TestRecordLatePaymentOfAPurchase(t *testing.T) {
	sdk.SetStickyWorkflowCacheSize(0) // as in TestRecord
	const name = "late-payment-of-a-purchase"
	server := startServer(t)
	p := newRecording(t, server, name)
	over := workflowtest.NewPurchase(contract.PurchaseRecharge, contract.PayCard).Purchase
	over.ID, over.Number, over.Stage, over.Payment.Status = name, name, contract.PurchaseFailed, contract.PaymentDeclined
	p.shop.Has(over)
	p.outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	in, id := contract.LatePaymentInput{PurchaseID: name, PurchaseNumber: name, PaymentID: "p1"}, contract.LatePaymentWorkflowID("p1")
	require.NoError(t, flow.NewRefunds(server).StartLatePayment(t.Context(), in, contract.PaymentReported{EventID: "evt_1"}))
	require.NoError(t, server.GetWorkflow(t.Context(), id, "").Get(t.Context(), nil))
	p.save(name, id)
}
