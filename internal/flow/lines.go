package flow

import (
	"context"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// Lines has the SIMs of lines changed.
type Lines struct {
	temporal client.Client
}

// NewLines returns the way behind c.
func NewLines(c client.Client) *Lines { return &Lines{temporal: c} }

// SwitchPrimary waits until another SIM is the primary one. While any other change of the line runs it is refused.
func (l *Lines) SwitchPrimary(ctx context.Context, in contract.SIMChangeInput) error {
	return l.change(ctx, contract.WorkflowPrimarySwitch, "Switch the primary SIM", in)
}

// DeactivateSIM waits until a SIM is out of use. While any other change of the line runs it is refused.
func (l *Lines) DeactivateSIM(ctx context.Context, in contract.SIMChangeInput) error {
	return l.change(ctx, contract.WorkflowSIMDeactivation, "Deactivate a SIM", in)
}

func (l *Lines) change(ctx context.Context, workflow, title string, in contract.SIMChangeInput) error {
	ctx, cancel := attended(ctx, l.temporal)
	defer cancel()
	run, err := l.temporal.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID: contract.LineChangeWorkflowID(in.LineID), TaskQueue: contract.TaskQueue, StaticSummary: title,
		WorkflowIDConflictPolicy:                 enumspb.WORKFLOW_ID_CONFLICT_POLICY_FAIL,
		WorkflowIDReusePolicy:                    enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
		WorkflowExecutionErrorWhenAlreadyStarted: true,
		TypedSearchAttributes: temporal.NewSearchAttributes(
			temporal.NewSearchAttributeKeyKeyword(contract.AttrLineRef).ValueSet(in.LineID),
		),
	}, workflow, in)
	if alreadyStarted(err) {
		return contract.Refuse(contract.FailLineBusyNow)
	}
	if err == nil {
		err = run.Get(ctx, nil)
	}
	return mapError(err, workflow)
}
