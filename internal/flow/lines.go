package flow

import (
	"context"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// Lines changes the SIMs and settings of lines.
type Lines struct {
	temporal client.Client
}

// NewLines returns Lines for a client.
func NewLines(c client.Client) *Lines { return &Lines{temporal: c} }

// SwitchPrimary waits until another SIM is primary. It is refused while another change of the line runs.
func (l *Lines) SwitchPrimary(ctx context.Context, in contract.SIMChangeInput) error {
	return l.change(ctx, contract.WorkflowPrimarySwitch, "Switch the primary SIM", in)
}

// DeactivateSIM waits until a SIM is deactivated. It is refused while another change of the line runs.
func (l *Lines) DeactivateSIM(ctx context.Context, in contract.SIMChangeInput) error {
	return l.change(ctx, contract.WorkflowSIMDeactivation, "Deactivate a SIM", in)
}

func (l *Lines) change(ctx context.Context, workflow, title string, in contract.SIMChangeInput) error {
	ctx, cancel := withPersonDeadline(ctx, l.temporal)
	defer cancel()
	run, err := l.temporal.ExecuteWorkflow(ctx, lineChange(in.LineID, title), workflow, in)
	if alreadyStarted(err) {
		return contract.Refuse(contract.FailLineBusyNow)
	}
	if err == nil {
		err = run.Get(ctx, nil)
	}
	return mapError(err, workflow)
}

// ChangeSetting starts the change of a line's setting in the network, and returns once the line is claimed. It is refused while
// another change of the line runs.
func (l *Lines) ChangeSetting(ctx context.Context, in contract.SettingChange) (begun contract.SettingChange, err error) {
	ctx, cancel := withPersonDeadline(ctx, l.temporal)
	defer cancel()
	start := lineChange(in.LineID, "Change of a setting")
	handle, err := l.temporal.UpdateWithStartWorkflow(ctx, client.UpdateWithStartWorkflowOptions{
		StartWorkflowOperation: l.temporal.NewWithStartWorkflowOperation(start, contract.WorkflowSettingChange, in),
		UpdateOptions: client.UpdateWorkflowOptions{
			UpdateID: in.ID, WorkflowID: start.ID, UpdateName: contract.UpdateBeginSetting, Args: []any{in},
			WaitForStage: client.WorkflowUpdateStageCompleted,
		},
	})
	if alreadyStarted(err) {
		return begun, contract.Refuse(contract.FailLineBusyNow)
	}
	if err == nil {
		err = handle.Get(ctx, &begun)
	}
	return begun, mapError(err, contract.UpdateBeginSetting)
}

// lineChange returns the options of a workflow that excludes other changes of the line.
func lineChange(lineID, title string) client.StartWorkflowOptions {
	return client.StartWorkflowOptions{
		ID: contract.LineChangeWorkflowID(lineID), TaskQueue: contract.QueueOf(contract.WorkflowLineChange), StaticSummary: title,
		WorkflowIDConflictPolicy:                 enumspb.WORKFLOW_ID_CONFLICT_POLICY_FAIL,
		WorkflowIDReusePolicy:                    enumspb.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE,
		WorkflowExecutionErrorWhenAlreadyStarted: true,
		TypedSearchAttributes: temporal.NewSearchAttributes(
			temporal.NewSearchAttributeKeyKeyword(contract.AttrLineRef).ValueSet(lineID),
		),
	}
}
