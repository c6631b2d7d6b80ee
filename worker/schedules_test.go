package worker_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/worker"
)

func TestEnsure_OlderSchedule_UpdatedPauseKept(t *testing.T) {
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
		require.NoError(t, worker.Ensure(t.Context(), server.Client(), 1))
	}
	found, err := schedules.GetHandle(t.Context(), "clean-up").Describe(t.Context())
	require.NoError(t, err)
	require.Equal(t, 4, found.Schedule.Spec.Calendars[0].Hour[0].Start)
	require.Equal(t, "Asia/Riyadh", found.Schedule.Spec.TimeZoneName)
	action := found.Schedule.Action.(*client.ScheduleWorkflowAction)
	require.Equal(t, contract.TaskQueueKeepers, action.TaskQueue)
	require.Equal(t, contract.WorkflowCleanUp, action.Workflow)
	require.True(t, found.Schedule.State.Paused)

	billing, err := schedules.GetHandle(t.Context(), "billing").Describe(t.Context())
	require.NoError(t, err)
	action = billing.Schedule.Action.(*client.ScheduleWorkflowAction)
	require.Zero(t, action.WorkflowRunTimeout, "a bill day is not lost however long the workers are away")
	require.Zero(t, action.WorkflowExecutionTimeout)
}

// startingServer does not answer the first calls about a schedule in time.
type startingServer struct {
	client.Client
	schedules *silentSchedules
}

func (s startingServer) ExecuteWorkflow(context.Context, client.StartWorkflowOptions, any, ...any) (client.WorkflowRun, error) {
	return nil, nil
}

func (s startingServer) ScheduleClient() client.ScheduleClient { return s.schedules }

type silentSchedules struct {
	client.ScheduleClient
	client.ScheduleHandle
	silent []error // the answers to the next calls
	asked  int
}

func (s *silentSchedules) Create(context.Context, client.ScheduleOptions) (client.ScheduleHandle, error) {
	return nil, temporal.ErrScheduleAlreadyRunning
}

func (s *silentSchedules) GetHandle(context.Context, string) client.ScheduleHandle { return s }

func (s *silentSchedules) Update(context.Context, client.ScheduleUpdateOptions) error {
	s.asked++
	if len(s.silent) == 0 {
		return nil
	}
	err := s.silent[0]
	s.silent = s.silent[1:]
	return err
}

func TestEnsure_ServerStarting_Waits(t *testing.T) {
	schedules := &silentSchedules{silent: []error{context.DeadlineExceeded, serviceerror.NewUnavailable("not ready")}}
	require.NoError(t, worker.Ensure(t.Context(), startingServer{schedules: schedules}, 1))
	require.Empty(t, schedules.silent)
}

func TestEnsure_FinalError_EndsAtOnce(t *testing.T) {
	refused := serviceerror.NewPermissionDenied("no", "")
	schedules := &silentSchedules{silent: []error{refused, refused}}
	require.ErrorIs(t, worker.Ensure(t.Context(), startingServer{schedules: schedules}, 1), error(refused))
	require.Equal(t, 1, schedules.asked)
}
