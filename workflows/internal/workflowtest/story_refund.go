package workflowtest

import (
	"time"

	"selfcare/internal/contract"

	"github.com/stretchr/testify/require"
)

func (s *Story) Decides(when time.Duration, key string) {
	s.At(when, func() {
		s.SayNow(contract.UpdateDecideRefund, key, contract.RefundDecision{Key: key, Actor: "support-1", Note: "as agreed"})
	})
}

func (s *Story) Refunds() contract.Order {
	s.ExecuteWorkflow(contract.WorkflowRefund, contract.RefundInput{OrderID: OrderID})
	require.True(s.T, s.IsWorkflowCompleted())
	return s.Books.Last()
}

func (s *Story) ReportsLate(when time.Duration) {
	s.At(when, func() { s.SignalWorkflow(contract.SignalPaymentReported, contract.PaymentReported{EventID: "evt_1"}) })
}

func (s *Story) LooksAfterIt() contract.Order {
	s.ExecuteWorkflow(contract.WorkflowLatePayment, contract.LatePaymentInput{OrderID: OrderID, PaymentID: "p1"})
	require.True(s.T, s.IsWorkflowCompleted())
	require.NoError(s.T, s.GetWorkflowError())
	return s.Books.Last()
}
