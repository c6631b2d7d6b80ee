package worker_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/worker"
)

func TestEnsureSchedules_BringsAnOlderScheduleUpToDateAndLeavesItsPauseAlone(t *testing.T) {
	binary, err := filepath.Abs("../bin/temporal")
	require.NoError(t, err)
	server, err := testsuite.StartDevServer(t.Context(), testsuite.DevServerOptions{ExistingPath: binary, LogLevel: "error"})
	require.NoError(t, err)
	t.Cleanup(func() { _ = server.Stop() })
	schedules := server.Client().ScheduleClient()
	_, err = schedules.Create(t.Context(), client.ScheduleOptions{
		ID: "clean-up", Paused: true,
		Spec:   client.ScheduleSpec{Calendars: []client.ScheduleCalendarSpec{{Hour: []client.ScheduleRange{{Start: 9}}}}},
		Action: &client.ScheduleWorkflowAction{ID: "old", Workflow: "Old", TaskQueue: "old"},
	})
	require.NoError(t, err)

	for range 2 {
		require.NoError(t, worker.EnsureSchedules(t.Context(), server.Client()))
	}
	found, err := schedules.GetHandle(t.Context(), "clean-up").Describe(t.Context())
	require.NoError(t, err)
	require.Equal(t, 4, found.Schedule.Spec.Calendars[0].Hour[0].Start)
	require.Equal(t, "Asia/Riyadh", found.Schedule.Spec.TimeZoneName)
	action := found.Schedule.Action.(*client.ScheduleWorkflowAction)
	require.Equal(t, contract.TaskQueue, action.TaskQueue)
	require.Equal(t, contract.WorkflowCleanUp, action.Workflow)
	require.True(t, found.Schedule.State.Paused)
}
