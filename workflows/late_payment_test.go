package workflows_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// paidLate is a report of money for an order that was abandoned with its one payment declined.
func paidLate(t *testing.T, provider ...contract.PaymentStatus) *story {
	t.Helper()
	s := newStory(t)
	s.SetStartWorkflowOptions(client.StartWorkflowOptions{ID: contract.LatePaymentWorkflowID("p1")})
	o := completedOrder()
	o.Stage, o.Payments[0].Status = contract.StageAbandoned, contract.PaymentDeclined
	s.books.has(o)
	s.outside.outcomes["p1"] = provider
	s.reportsLate(0)
	return s
}

func (s *story) reportsLate(when time.Duration) {
	s.at(when, func() { s.SignalWorkflow(contract.SignalPaymentReported, contract.PaymentReported{EventID: "evt_1"}) })
}

func (s *story) looksAfterIt() contract.Order {
	s.ExecuteWorkflow(contract.WorkflowLatePayment, contract.LatePaymentInput{OrderID: orderID, PaymentID: "p1"})
	require.True(s.t, s.IsWorkflowCompleted())
	require.NoError(s.t, s.GetWorkflowError())
	return s.books.last()
}

func (b *books) RecordLatePayment(_ context.Context, in contract.LatePaymentMoved) (contract.LateMoney, error) {
	o := b.last()
	late := order.LateMoney(o, in.Payment)
	if late == nil {
		return contract.LateMoney{Order: o}, nil
	}
	o, err := b.save(order.WithPayment(o, *late), "record-late "+late.ID)
	return contract.LateMoney{Order: o, Due: late.Amount}, err
}

func (b *books) RecordLateRefund(_ context.Context, in contract.LatePaymentMoved) (contract.Order, error) {
	p := *order.PaymentByID(b.last(), in.Payment.ID)
	p.Status = contract.PaymentRefunded
	return b.save(order.WithPayment(b.last(), p), "late-refund "+p.ID)
}

func TestLatePayment_MoneyForAnOrderThatIsOverGoesBackAndTheCustomerIsTold(t *testing.T) {
	s := paidLate(t, contract.PaymentPaid)
	end := s.looksAfterIt()
	require.Equal(t, []string{"inquire p1", "record-late p1", "refund p1 11000", "late-refund p1"}, s.did())
	require.Equal(t, []string{"payment-late"}, s.messagesSent())
	require.Equal(t, contract.PaymentRefunded, end.Payments[0].Status)
}

func TestLatePayment_AReportIsOnlyAReasonToAsk(t *testing.T) {
	s := paidLate(t, contract.PaymentDeclined)
	s.looksAfterIt()
	require.Equal(t, []string{"inquire p1"}, s.did())
	require.Empty(t, s.messagesSent())
}

func TestLatePayment_MoneyThatTheOrderStandsOnStays(t *testing.T) {
	s := paidLate(t, contract.PaymentPaid)
	s.books.has(completedOrder())
	s.looksAfterIt()
	require.Equal(t, []string{"inquire p1"}, s.did())
}

func TestLatePayment_ReportedAgainMeanwhileIsRefundedOnce(t *testing.T) {
	s := paidLate(t, contract.PaymentPaid)
	s.while("refund", func() { s.SignalWorkflow(contract.SignalPaymentReported, contract.PaymentReported{EventID: "evt_2"}) })
	s.looksAfterIt()
	require.Equal(t, []string{"refund p1 11000"}, s.did("refund"))
	require.Len(t, s.did("inquire"), 2, "the second report is a reason to ask again")
}

func TestLatePayment_AnOutageIsSatOut(t *testing.T) {
	s := paidLate(t, contract.PaymentPaid)
	s.fails("inquire", errOutage)
	s.at(day, func() { s.fails("inquire", nil) })
	s.looksAfterIt()
	require.Equal(t, []string{"refund p1 11000"}, s.did("refund"))
}

func TestLatePayment_AnUnknownRefundIsAskedAboutBeforeAnotherTry(t *testing.T) {
	s := paidLate(t, contract.PaymentPaid, contract.PaymentRefunded)
	s.fails("refund", errOutage)
	s.looksAfterIt()
	require.Equal(t, []string{"inquire p1", "record-late p1", "refund p1 11000", "inquire p1", "late-refund p1"}, s.tried())
}

func TestLatePayment_ARefusedRefundEndsWithTheOneMadeByHand(t *testing.T) {
	s := paidLate(t, contract.PaymentPaid)
	s.fails("refund", no(contract.FailRefundRefused))
	s.at(day, func() {
		s.outside.mu.Lock()
		defer s.outside.mu.Unlock()
		s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentRefunded}
	})
	end := s.looksAfterIt()
	require.Equal(t, contract.PaymentRefunded, end.Payments[0].Status)
	require.Equal(t, []string{"payment-late"}, s.messagesSent())
}
