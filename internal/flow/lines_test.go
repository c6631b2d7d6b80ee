package flow_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

const (
	slowSIM    = "slow"
	guardedSIM = "guarded"

	soon = time.Minute
	tick = 20 * time.Millisecond
)

// toySwitch waits for a signal if the SIM is slow, and refuses with text parameters if it is guarded.
func toySwitch(ctx workflow.Context, in contract.SIMChangeInput) error {
	switch in.SIMID {
	case slowSIM:
		workflow.GetSignalChannel(ctx, "go-on").Receive(ctx, nil)
	case guardedSIM:
		return temporal.NewNonRetryableApplicationError("guarded", string(contract.FailLineGuarded), nil,
			map[string]contract.Code(nil), map[string]string{"until": "2026-11-21 10:00"})
	}
	return nil
}

func workOnLines(t *testing.T) {
	t.Helper()
	w := worker.New(engine, contract.TaskQueue, worker.Options{})
	for _, name := range []string{contract.WorkflowPrimarySwitch, contract.WorkflowSIMDeactivation} {
		w.RegisterWorkflowWithOptions(toySwitch, workflow.RegisterOptions{Name: name})
	}
	w.RegisterWorkflowWithOptions(toySetting, workflow.RegisterOptions{Name: contract.WorkflowSettingChange})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)
}

// toySetting answers at once, and waits for a signal.
func toySetting(ctx workflow.Context, _ contract.SettingChange) error {
	begin := func(_ workflow.Context, in contract.SettingChange) (contract.SettingChange, error) {
		in.Stage = contract.SettingPending
		return in, nil
	}
	if err := workflow.SetUpdateHandler(ctx, contract.UpdateBeginSetting, begin); err != nil {
		return err
	}
	workflow.GetSignalChannel(ctx, "go-on").Receive(ctx, nil)
	return nil
}

func TestLines_SecondChange_IsRefused(t *testing.T) {
	workOnLines(t)
	lines, lineID := flow.NewLines(engine), uuid.NewString()
	slow := make(chan error, 1)
	go func() {
		slow <- lines.SwitchPrimary(t.Context(), contract.SIMChangeInput{LineID: lineID, SIMID: slowSIM})
	}()
	id := contract.LineChangeWorkflowID(lineID)
	require.Eventually(t, func() bool {
		_, err := engine.DescribeWorkflow(t.Context(), id, "")
		return err == nil
	}, soon, tick)
	requireRefused(t, lines.DeactivateSIM(t.Context(), contract.SIMChangeInput{LineID: lineID}), contract.FailLineBusyNow)
	require.NoError(t, engine.SignalWorkflow(t.Context(), id, "", "go-on", nil))
	require.NoError(t, testkit.Receive(t, slow))
	require.NoError(t, lines.DeactivateSIM(t.Context(), contract.SIMChangeInput{LineID: lineID}))
}

func TestLines_Refusal_HasTextParameters(t *testing.T) {
	workOnLines(t)
	err := flow.NewLines(engine).SwitchPrimary(t.Context(), contract.SIMChangeInput{LineID: uuid.NewString(), SIMID: guardedSIM})
	require.Equal(t, contract.RefuseWith(contract.FailLineGuarded, map[string]string{"until": "2026-11-21 10:00"}), err)
}

func TestChangeSetting_Begun_ExcludesOthers(t *testing.T) {
	workOnLines(t)
	lines, lineID := flow.NewLines(engine), uuid.NewString()
	asked := contract.SettingChange{ID: "c1", LineID: lineID}
	begun, err := lines.ChangeSetting(t.Context(), asked)
	require.NoError(t, err)
	require.Equal(t, contract.SettingPending, begun.Stage)
	_, err = lines.ChangeSetting(t.Context(), contract.SettingChange{ID: "c2", LineID: lineID})
	requireRefused(t, err, contract.FailLineBusyNow)
	requireRefused(t, lines.DeactivateSIM(t.Context(), contract.SIMChangeInput{LineID: lineID}), contract.FailLineBusyNow)
	id := contract.LineChangeWorkflowID(lineID)
	require.NoError(t, engine.SignalWorkflow(t.Context(), id, "", "go-on", nil))
	require.NoError(t, engine.GetWorkflow(t.Context(), id, "").Get(t.Context(), nil))
	begun, err = lines.ChangeSetting(t.Context(), contract.SettingChange{ID: "c2", LineID: lineID})
	require.NoError(t, err)
	require.Equal(t, "c2", begun.ID)
	require.NoError(t, engine.SignalWorkflow(t.Context(), id, "", "go-on", nil))
}
