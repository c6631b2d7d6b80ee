package flow

import (
	"context"
	"fmt"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// PortOuts starts and updates the workflows of port-outs.
type PortOuts struct{ temporal client.Client }

// NewPortOuts returns PortOuts for a client.
func NewPortOuts(c client.Client) *PortOuts { return &PortOuts{temporal: c} }

// StartPortOut starts the workflow of a request. A repeated request, running or ended, changes nothing.
func (f *PortOuts) StartPortOut(ctx context.Context, in contract.PortOutInput) error {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	_, err := f.temporal.ExecuteWorkflow(ctx, portOutStart(in.Port), contract.WorkflowPortOut, in)
	if err == nil || alreadyStarted(err) {
		return nil
	}
	return fmt.Errorf("start port-out: %w", err)
}

// Object records a holder's objection, and returns the request.
func (f *PortOuts) Object(ctx context.Context, reference, key string) (contract.PortOut, error) {
	return f.update(ctx, reference, contract.UpdateDispute, key)
}

// Resolve sends the decision of support to a held request.
func (f *PortOuts) Resolve(ctx context.Context, reference, key string, in contract.Resolution) (contract.PortOut, error) {
	return f.update(ctx, reference, contract.UpdateResolve, key, in)
}

func (f *PortOuts) update(ctx context.Context, reference, update, key string, args ...any) (contract.PortOut, error) {
	ctx, cancel := withPersonDeadline(ctx, f.temporal)
	defer cancel()
	handle, err := f.temporal.UpdateWorkflow(ctx, client.UpdateWorkflowOptions{
		UpdateID: key, WorkflowID: contract.PortOutWorkflowID(reference), UpdateName: update, Args: args,
		WaitForStage: client.WorkflowUpdateStageCompleted,
	})
	var p contract.PortOut
	if err == nil {
		err = handle.Get(ctx, &p)
	}
	if notFound(err) {
		return p, contract.Refuse(contract.FailPortOutOver)
	}
	return p, mapError(err, update)
}

func portOutStart(p contract.PortOut) client.StartWorkflowOptions {
	return client.StartWorkflowOptions{
		ID:                       contract.PortOutWorkflowID(p.Reference),
		TaskQueue:                contract.QueueOf(contract.WorkflowPortOut),
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_FAIL,
		WorkflowIDReusePolicy:    enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE,

		WorkflowExecutionErrorWhenAlreadyStarted: true,

		StaticSummary: "A number goes to " + p.Recipient,
		TypedSearchAttributes: temporal.NewSearchAttributes(append(dueAt(p.AnswerBy),
			temporal.NewSearchAttributeKeyKeyword(contract.AttrPartnerRef).ValueSet(p.Reference),
			temporal.NewSearchAttributeKeyKeyword(contract.AttrStage).ValueSet(string(p.Stage)),
		)...),
	}
}
