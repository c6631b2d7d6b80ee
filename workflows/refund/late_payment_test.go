package refund_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// paidLate is a report of money for an order that was abandoned with its one payment declined.
func paidLate(t *testing.T, provider ...contract.PaymentStatus) *workflowtest.Story {
	t.Helper()
	s := workflowtest.NewStory(t)
	s.SetStartWorkflowOptions(client.StartWorkflowOptions{ID: contract.LatePaymentWorkflowID("p1")})
	o := workflowtest.CompletedOrder()
	o.Stage, o.Payments[0].Status = contract.StageAbandoned, contract.PaymentDeclined
	s.Books.Has(o)
	s.Outside.Outcomes["p1"] = provider
	s.ReportsLate(0)
	return s
}

func TestLatePayment_OrderOver_Refunded(t *testing.T) {
	s := paidLate(t, contract.PaymentPaid)
	end := s.LooksAfterIt()
	require.Equal(t, []string{"inquire p1", "record-late p1", "refund p1 11000", "late-refund p1"}, s.Did())
	require.Equal(t, []string{"payment-late"}, s.MessagesSent())
	require.Equal(t, contract.PaymentRefunded, end.Payments[0].Status)
}

func TestLatePayment_ReportAlone_ProvesNothing(t *testing.T) {
	s := paidLate(t, contract.PaymentDeclined)
	s.LooksAfterIt()
	require.Equal(t, []string{"inquire p1"}, s.Did())
	require.Empty(t, s.MessagesSent())
}

func TestLatePayment_UnknownOutcome_AsksAgain(t *testing.T) {
	s := paidLate(t, workflowtest.PendingFor(9, contract.PaymentPaid)...)
	s.LooksAfterIt()
	require.Len(t, s.Did("inquire"), 10)
	require.Equal(t, []string{"refund p1 11000"}, s.Did("refund"))
}

func TestLatePayment_MoneyOfOrder_Stays(t *testing.T) {
	s := paidLate(t, contract.PaymentPaid)
	s.Books.Has(workflowtest.CompletedOrder())
	s.LooksAfterIt()
	require.Equal(t, []string{"inquire p1"}, s.Did())
}

func TestLatePayment_ReportedTwice_RefundsOnce(t *testing.T) {
	s := paidLate(t, contract.PaymentPaid)
	s.While("refund", func() { s.SignalWorkflow(contract.SignalPaymentReported, contract.PaymentReported{EventID: "evt_2"}) })
	s.LooksAfterIt()
	require.Equal(t, []string{"refund p1 11000"}, s.Did("refund"))
	require.Len(t, s.Did("inquire"), 2, "the second report is a reason to ask again")
}

// Each look adds to the history: a provider that reports without end is answered by one look at all reports so far.
func TestLatePayment_ReportedWithoutEnd_LooksOnce(t *testing.T) {
	s := paidLate(t, contract.PaymentPaid)
	s.While("refund", func() {
		for range 300 {
			s.SignalWorkflow(contract.SignalPaymentReported, contract.PaymentReported{EventID: "evt_2"})
		}
	})
	s.LooksAfterIt()
	require.Equal(t, []string{"refund p1 11000"}, s.Did("refund"))
	require.Len(t, s.Did("inquire"), 2)
}

func TestLatePayment_Outage_Waits(t *testing.T) {
	s := paidLate(t, contract.PaymentPaid)
	s.Fails("inquire", workflowtest.ErrOutage)
	s.At(workflowtest.Day, func() { s.Fails("inquire", nil) })
	s.LooksAfterIt()
	require.Equal(t, []string{"refund p1 11000"}, s.Did("refund"))
}

func TestLatePayment_UnknownRefund_AsksFirst(t *testing.T) {
	s := paidLate(t, contract.PaymentPaid, contract.PaymentRefunded)
	s.Fails("refund", workflowtest.ErrOutage)
	s.LooksAfterIt()
	require.Equal(t, []string{"inquire p1", "record-late p1", "refund p1 11000", "inquire p1", "late-refund p1"}, s.Tried())
}

func TestLatePayment_RefusedRefund_EndsByHand(t *testing.T) {
	s := paidLate(t, contract.PaymentPaid)
	s.Fails("refund", workflowtest.No(contract.FailRefundRefused))
	s.At(workflowtest.Day, func() {
		s.Outside.Mu.Lock()
		defer s.Outside.Mu.Unlock()
		s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentRefunded}
	})
	end := s.LooksAfterIt()
	require.Equal(t, contract.PaymentRefunded, end.Payments[0].Status)
	require.Equal(t, []string{"payment-late"}, s.MessagesSent())
}
