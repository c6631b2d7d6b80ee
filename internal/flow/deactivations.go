package flow

import (
	"context"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// Deactivations ends lines at their owners' request.
type Deactivations struct{ temporal client.Client }

// NewDeactivations returns Deactivations for a client.
func NewDeactivations(c client.Client) *Deactivations { return &Deactivations{temporal: c} }

// Start starts a deactivation, which ends the line after the time for an undo. It is refused while another deactivation of the
// line runs. A repeated call with the same key returns the first answer.
func (f *Deactivations) Start(ctx context.Context, in contract.DeactivationInput, key string) (contract.Deactivation, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	handle, err := f.temporal.UpdateWithStartWorkflow(ctx, client.UpdateWithStartWorkflowOptions{
		StartWorkflowOperation: f.temporal.NewWithStartWorkflowOperation(deactivationStart(in.Deactivation), contract.WorkflowLineDeactivation, in),
		UpdateOptions:          deactivationUpdate(in.Deactivation.LineID, contract.UpdateOpenDeactivation, key, in),
	})
	return deactivationAnswer(ctx, handle, err, "start deactivation")
}

// Undo undoes a deactivation in time.
func (f *Deactivations) Undo(ctx context.Context, lineID, key string, in contract.DeactivationUndo) (contract.Deactivation, error) {
	return f.update(ctx, lineID, contract.UpdateUndoDeactivation, key, in)
}

// Resolve sends the decision of support to a held deactivation.
func (f *Deactivations) Resolve(ctx context.Context, lineID, key string, in contract.Resolution) (contract.Deactivation, error) {
	return f.update(ctx, lineID, contract.UpdateResolve, key, in)
}

func (f *Deactivations) update(ctx context.Context, lineID, update, key string, in any) (contract.Deactivation, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	handle, err := f.temporal.UpdateWorkflow(ctx, deactivationUpdate(lineID, update, key, in))
	return deactivationAnswer(ctx, handle, err, update)
}

func deactivationAnswer(ctx context.Context, handle client.WorkflowUpdateHandle, err error, doing string) (d contract.Deactivation, _ error) {
	if err == nil {
		err = handle.Get(ctx, &d)
	}
	return d, mapError(err, doing)
}

func deactivationUpdate(lineID, update, key string, in any) client.UpdateWorkflowOptions {
	return client.UpdateWorkflowOptions{
		UpdateID: key, WorkflowID: contract.DeactivationWorkflowID(lineID), UpdateName: update, Args: []any{in},
		WaitForStage: client.WorkflowUpdateStageCompleted,
	}
}

func deactivationStart(d contract.Deactivation) client.StartWorkflowOptions {
	return client.StartWorkflowOptions{
		ID:                       contract.DeactivationWorkflowID(d.LineID),
		TaskQueue:                contract.QueueOf(contract.WorkflowLineDeactivation),
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
		StaticSummary:            "Deactivation of a line",
		TypedSearchAttributes: temporal.NewSearchAttributes(
			temporal.NewSearchAttributeKeyKeyword(contract.AttrOrderKind).ValueSet("deactivation"),
			temporal.NewSearchAttributeKeyKeyword(contract.AttrLineRef).ValueSet(d.LineID),
		),
	}
}
