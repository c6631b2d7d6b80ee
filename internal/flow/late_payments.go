package flow

import (
	"context"
	"errors"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// StartLatePayment checks a payment that was reported as paid after the end of its workflow. A running order receives reports of
// its payments itself.
func (f *Refunds) StartLatePayment(ctx context.Context, in contract.LatePaymentInput, report contract.PaymentReported) error {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	err := f.validateOver(ctx, paidWorkflowID(in))
	var runs *contract.Refusal
	if errors.As(err, &runs) {
		return nil
	}
	if err != nil {
		return err
	}
	id := contract.LatePaymentWorkflowID(in.PaymentID)
	_, err = f.temporal.SignalWithStartWorkflow(ctx, id, contract.SignalPaymentReported, report, client.StartWorkflowOptions{
		TaskQueue: contract.QueueOf(contract.WorkflowLatePayment), StaticSummary: "Late payment",
		WorkflowIDReusePolicy: enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
	}, contract.WorkflowLatePayment, in)
	return mapError(err, contract.WorkflowLatePayment)
}

// paidWorkflowID returns the workflow of the payment's order or purchase.
func paidWorkflowID(in contract.LatePaymentInput) string {
	if in.PurchaseNumber != "" {
		return contract.PurchaseWorkflowID(in.PurchaseNumber)
	}
	return contract.OrderWorkflowID(in.OrderNumber)
}
