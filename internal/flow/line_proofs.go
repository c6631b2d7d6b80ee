package flow

import (
	"context"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// LineProofs lets holders of lines confirm changes in the identity app.
type LineProofs struct{ temporal client.Client }

// NewLineProofs returns LineProofs for a client.
func NewLineProofs(c client.Client) *LineProofs { return &LineProofs{temporal: c} }

// Prove sends a push and returns the number to pick. While a push is open, the same person gets the same answer, and any other
// request is refused.
func (f *LineProofs) Prove(ctx context.Context, in contract.LineProofInput, key string) (p contract.LineProof, err error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	id := contract.LineProofWorkflowID(in.Proof.LineID)
	start := client.StartWorkflowOptions{
		ID: id, TaskQueue: contract.QueueOf(contract.WorkflowLineProof), StaticSummary: "Proof of a line's holder",
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
		TypedSearchAttributes: temporal.NewSearchAttributes(
			temporal.NewSearchAttributeKeyKeyword(contract.AttrLineRef).ValueSet(in.Proof.LineID),
		),
	}
	handle, err := f.temporal.UpdateWithStartWorkflow(ctx, client.UpdateWithStartWorkflowOptions{
		StartWorkflowOperation: f.temporal.NewWithStartWorkflowOperation(start, contract.WorkflowLineProof, in),
		UpdateOptions: client.UpdateWorkflowOptions{
			UpdateID: key, WorkflowID: id, UpdateName: contract.UpdateProveLine, Args: []any{in},
			WaitForStage: client.WorkflowUpdateStageCompleted,
		},
	})
	if err == nil {
		err = handle.Get(ctx, &p)
	}
	return p, mapError(err, contract.UpdateProveLine)
}
