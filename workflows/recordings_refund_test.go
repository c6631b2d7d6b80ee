//go:build record

package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
	"selfcare/workflows/internal/process"
	"selfcare/workflows/internal/workflowtest"
)

// refundRecordings are the courses of the refund of a completed order.
var refundRecordings = map[string]func(*recording){
	"refund": func(p *recording) {
		require.NoError(p.t, p.decidesRefund("d1"))
		p.refundEnds()
		require.EqualError(p.t, p.decidesRefund("d2"), string(contract.FailAlreadyRefunded))
	},
	"refund-invited": func(p *recording) {
		invited := workflowtest.CompletedOrder()
		invited.ID, invited.Number, invited.Referral = p.id(), p.id(), "FRIEND22"
		p.books.Has(invited)
		require.NoError(p.t, p.decidesRefund("d1"))
		p.refundEnds()
	},
	"refund-outcome-unknown-then-found": func(p *recording) {
		p.outside.Fails("refund", workflowtest.ErrOutage)
		p.outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid, contract.PaymentRefunded}
		require.NoError(p.t, p.decidesRefund("d1"))
		require.EqualError(p.t, p.decidesRefund("d2"), string(contract.FailRefundUnderWay))
		p.refundEnds()
	},
	"refund-outcome-unknown-for-long": func(p *recording) {
		p.hurriesInquiries()
		p.outside.Fails("refund", workflowtest.ErrOutage)
		p.outside.Outcomes["p1"] = append(paidFor(len(process.InquiryPauses)+1), contract.PaymentRefunded)
		require.NoError(p.t, p.decidesRefund("d1"))
		p.refundEnds()
	},
	"refund-refused-then-asked-again": func(p *recording) {
		p.outside.Fails("refund", workflowtest.No(contract.FailRefundRefused))
		require.NoError(p.t, p.decidesRefund("d1"))
		p.until(func(o contract.Order) bool { return o.Refund != nil && o.Refund.FailureCode != "" })
		p.outside.Fails("refund", nil)
		require.Eventually(p.t, func() bool { return p.decidesRefund("d2") == nil }, time.Minute, 10*time.Millisecond)
		p.refundEnds()
	},
	"refund-not-allowed": func(p *recording) {
		p.books.Fails("begin-refund", workflowtest.No(contract.FailOrderNotCompleted))
		require.EqualError(p.t, p.decidesRefund("d1"), string(contract.FailOrderNotCompleted))
	},
}

func TestRecordRefunds(t *testing.T) {
	sdk.SetStickyWorkflowCacheSize(0) // as in TestRecord
	server := startServer(t)
	for name, perform := range refundRecordings {
		t.Run(name, func(t *testing.T) {
			p := newRecording(t, server, name)
			o := workflowtest.CompletedOrder()
			o.ID, o.Number = name, name
			p.books.Has(o)
			perform(p)
			p.save(name, contract.RefundWorkflowID(name))
		})
	}
}

func (p *recording) decidesRefund(key string) error {
	decision := contract.RefundDecision{Key: p.id() + "-" + key, Actor: "support-1", Note: "as agreed"}
	_, err := flow.NewRefunds(p.server).Decide(p.t.Context(), p.books.Last(), decision)
	return err
}

func (p *recording) refundEnds() {
	require.NoError(p.t, p.server.GetWorkflow(p.t.Context(), contract.RefundWorkflowID(p.id()), "").Get(p.t.Context(), nil))
	require.True(p.t, p.books.Last().Refund.Done())
}
