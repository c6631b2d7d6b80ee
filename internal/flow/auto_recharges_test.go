package flow_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
	platform "selfcare/internal/platform/temporal"
)

// weekly returns an auto-recharge that is not due soon.
func weekly() contract.AutoRecharge {
	since := time.Now().UTC()
	return contract.AutoRecharge{
		ID: uuid.NewString(), LineID: uuid.NewString(), Frequency: contract.AutoWeekly, Weekday: since.AddDate(0, 0, 3).Weekday(), Hour: 9,
		Amount: 5000, State: contract.AutoActive, Since: since,
	}
}

func TestFollow_RunningDate_SkipsNext(t *testing.T) {
	ctx, c := t.Context(), testkit.Temporal(t, nil)
	require.NoError(t, platform.EnsureSearchAttributes(ctx, c, client.DefaultNamespace))
	w := worker.New(c, contract.QueueOf(contract.WorkflowAutoRecharge), worker.Options{WorkerStopTimeout: time.Second})
	w.RegisterWorkflowWithOptions(func(ctx workflow.Context, _ contract.AutoRechargeInput) error {
		workflow.GetSignalChannel(ctx, "paid").Receive(ctx, nil)
		return nil
	}, workflow.RegisterOptions{Name: contract.WorkflowAutoRecharge})
	require.NoError(t, w.Start())
	defer w.Stop()

	rule := weekly()
	require.NoError(t, flow.NewAutoRecharges(c).Follow(ctx, rule, 24*time.Hour))
	schedule := c.ScheduleClient().GetHandle(ctx, contract.AutoRechargeID(rule.LineID))
	begun := func(actions, skipped int) {
		t.Helper()
		require.Eventually(t, func() bool {
			now, err := schedule.Describe(ctx)
			return err == nil && now.Info.NumActions == actions && now.Info.NumActionsSkippedOverlap == skipped
		}, 20*time.Second, 50*time.Millisecond)
	}
	due := func() { require.NoError(t, schedule.Trigger(ctx, client.ScheduleTriggerOptions{})) }
	due()
	begun(1, 0)
	due()
	begun(1, 1)

	now, err := schedule.Describe(ctx)
	require.NoError(t, err)
	require.Equal(t, enumspb.SCHEDULE_OVERLAP_POLICY_SKIP, now.Schedule.Policy.Overlap)
	require.Equal(t, 24*time.Hour, now.Schedule.Policy.CatchupWindow)
	require.Len(t, now.Info.RunningWorkflows, 1)
	require.NoError(t, c.SignalWorkflow(ctx, now.Info.RunningWorkflows[0].WorkflowID, "", "paid", nil))
	require.Eventually(t, func() bool {
		now, err = schedule.Describe(ctx)
		return err == nil && len(now.Info.RunningWorkflows) == 0
	}, 20*time.Second, 50*time.Millisecond)
	due()
	begun(2, 1)
}

func TestFollow_PausedRow_PausesSchedule(t *testing.T) {
	ctx, c := t.Context(), testkit.Temporal(t, nil)
	require.NoError(t, platform.EnsureSearchAttributes(ctx, c, client.DefaultNamespace))
	follows, rule := flow.NewAutoRecharges(c), weekly()
	schedule := c.ScheduleClient().GetHandle(ctx, contract.AutoRechargeID(rule.LineID))
	require.NoError(t, follows.Follow(ctx, rule, time.Hour))

	rule.State, rule.Reason = contract.AutoPaused, contract.FailAutoRechargeCardFailed
	require.NoError(t, follows.Follow(ctx, rule, time.Hour))
	now, err := schedule.Describe(ctx)
	require.NoError(t, err)
	require.True(t, now.Schedule.State.Paused)
	require.Equal(t, string(rule.Reason), now.Schedule.State.Note)

	rule.State, rule.Reason = contract.AutoActive, ""
	require.NoError(t, follows.Follow(ctx, rule, time.Hour))
	now, err = schedule.Describe(ctx)
	require.NoError(t, err)
	require.False(t, now.Schedule.State.Paused)
	require.Empty(t, now.Info.RecentActions, "nothing was due")

	rule.State = contract.AutoEnded
	for range 2 {
		require.NoError(t, follows.Follow(ctx, rule, time.Hour))
	}
	require.Eventually(t, func() bool { _, err := schedule.Describe(ctx); return err != nil }, 20*time.Second, 50*time.Millisecond)
}
