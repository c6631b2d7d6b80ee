package flow

import (
	"context"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// Refunds refunds completed orders.
type Refunds struct {
	temporal client.Client
}

// NewRefunds returns Refunds for a client.
func NewRefunds(c client.Client) *Refunds { return &Refunds{temporal: c} }

// Decide starts an order's refund, or resumes a failed one, and returns the order once the refund is on its way. It refuses a
// running order, because two workflows must not write one row. It also refuses a second decision.
func (f *Refunds) Decide(ctx context.Context, o contract.Order, in contract.RefundDecision) (contract.Order, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	if err := f.validateOver(ctx, contract.OrderWorkflowID(o.Number)); err != nil {
		return contract.Order{}, err
	}
	workflowID := contract.RefundWorkflowID(o.Number)
	handle, err := f.temporal.UpdateWithStartWorkflow(ctx, client.UpdateWithStartWorkflowOptions{
		StartWorkflowOperation: f.temporal.NewWithStartWorkflowOperation(client.StartWorkflowOptions{
			ID: workflowID, TaskQueue: contract.QueueOf(contract.WorkflowRefund), StaticSummary: "Refund of a completed order",
			WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
			WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE_FAILED_ONLY,
		}, contract.WorkflowRefund, contract.RefundInput{OrderID: o.ID}),
		UpdateOptions: client.UpdateWorkflowOptions{
			UpdateID: in.Key, WorkflowID: workflowID, UpdateName: contract.UpdateDecideRefund, Args: []any{in},
			WaitForStage: client.WorkflowUpdateStageCompleted,
		},
	})
	if alreadyStarted(err) { // and has ended by now
		return f.readAnswer(ctx, workflowID, in.Key)
	}
	return answer(ctx, handle, err, contract.UpdateDecideRefund)
}

// validateOver refuses a refund while the workflow of the order or purchase runs.
func (f *Refunds) validateOver(ctx context.Context, workflowID string) error {
	described, err := f.temporal.DescribeWorkflow(ctx, workflowID, "")
	switch {
	case notFound(err): // so old that Temporal has deleted it
		return nil
	case err != nil:
		return mapError(err, "look at the order")
	case described.Status == enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING:
		return contract.Refuse(contract.FailOrderNotCompleted)
	default:
		return nil
	}
}

// readAnswer returns the earlier answer to a decision; for another decision the refund is over.
func (f *Refunds) readAnswer(ctx context.Context, workflowID, key string) (contract.Order, error) {
	var order contract.Order
	err := f.temporal.GetWorkflowUpdateHandle(client.GetWorkflowUpdateHandleOptions{WorkflowID: workflowID, UpdateID: key}).Get(ctx, &order)
	if notFound(err) {
		return order, contract.Refuse(contract.FailAlreadyRefunded)
	}
	return order, mapError(err, contract.UpdateDecideRefund)
}
