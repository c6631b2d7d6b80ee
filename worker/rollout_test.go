package worker_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	sdk "go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/platform/rollout"
	"selfcare/worker"
)

// The process of these tests: pack, wait for the customer, send. From the second build on the parcel is labelled before it is
// sent; a parcel that the first build has packed is sent without a label.
const (
	parcelProcess  = "Parcel"
	parcelWanted   = "wanted"
	labelVersion   = "label-before-sending"
	firstBuild     = "build-1"
	secondBuild    = "build-2"
	quickly        = `"1s"`
	drainedAfter   = "matching.wv.VersionDrainageStatusVisibilityGracePeriod"
	drainLookEvery = "matching.wv.VersionDrainageStatusRefreshInterval"
)

func parcelOf(steps func(workflow.Context) []string) func(workflow.Context) ([]string, error) {
	return func(ctx workflow.Context) ([]string, error) {
		var done []string
		for _, step := range append([]string{"pack"}, steps(ctx)...) {
			if step == "send" {
				workflow.GetSignalChannel(ctx, parcelWanted).Receive(ctx, nil)
			}
			var answer string
			with := workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute})
			if err := workflow.ExecuteActivity(with, "Do", step).Get(ctx, &answer); err != nil {
				return done, err
			}
			done = append(done, answer)
		}
		return done, nil
	}
}

func unlabelled(workflow.Context) []string { return []string{"send"} }

func labelledAlways(workflow.Context) []string { return []string{"label", "send"} }

// labelled makes the change correctly: a named version decides by the history.
func labelled(ctx workflow.Context) []string {
	if workflow.GetVersion(ctx, labelVersion, workflow.DefaultVersion, 1) == workflow.DefaultVersion {
		return unlabelled(ctx)
	}
	return labelledAlways(ctx)
}

// startBuild starts a worker of a build. Processes are pinned if behavior says so.
func startBuild(t *testing.T, c client.Client, build string, steps func(workflow.Context) []string, behavior workflow.VersioningBehavior) sdk.Worker {
	t.Helper()
	w := sdk.New(c, contract.TaskQueue, sdk.Options{DeploymentOptions: worker.Versioned(build), Identity: build, WorkerStopTimeout: time.Second})
	w.RegisterWorkflowWithOptions(parcelOf(steps), workflow.RegisterOptions{Name: parcelProcess, VersioningBehavior: behavior})
	w.RegisterActivityWithOptions(func(_ context.Context, step string) (string, error) {
		return build + " " + step, nil
	}, activity.RegisterOptions{Name: "Do"})
	require.NoError(t, w.Start())
	return w
}

func startParcel(t *testing.T, c client.Client, id string) client.WorkflowRun {
	t.Helper()
	run, err := c.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: id, TaskQueue: contract.TaskQueue}, parcelProcess)
	require.NoError(t, err)
	return run
}

func send(t *testing.T, c client.Client, run client.WorkflowRun) []string {
	t.Helper()
	require.NoError(t, c.SignalWorkflow(t.Context(), run.GetID(), "", parcelWanted, nil))
	limited, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var done []string
	require.NoError(t, run.Get(limited, &done))
	return done
}

// packed waits until the run's first activity is done.
func packed(t *testing.T, c client.Client, run client.WorkflowRun) *historypb.History {
	t.Helper()
	var history *historypb.History
	require.Eventually(t, func() bool {
		history = &historypb.History{}
		done := false
		events := c.GetWorkflowHistory(t.Context(), run.GetID(), run.GetRunID(), false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
		for events.HasNext() {
			event, err := events.Next()
			require.NoError(t, err)
			history.Events = append(history.Events, event)
			done = done || event.GetEventType() == enumspb.EVENT_TYPE_ACTIVITY_TASK_COMPLETED
		}
		return done && history.Events[len(history.Events)-1].GetEventType() == enumspb.EVENT_TYPE_WORKFLOW_TASK_COMPLETED
	}, 2*time.Minute, 20*time.Millisecond)
	return history
}

func within(t *testing.T, limit time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	t.Cleanup(cancel)
	return ctx
}

// toyQueues are the queues that the toy workers poll.
var toyQueues = worker.Queues[:2]

func deploymentOf(c client.Client) *rollout.Deployment {
	return rollout.New(c, client.DefaultNamespace, worker.Deployment, toyQueues)
}

func states(t *testing.T, d *rollout.Deployment) map[string]rollout.State {
	t.Helper()
	versions, err := d.Status(t.Context())
	require.NoError(t, err)
	found := map[string]rollout.State{}
	for _, version := range versions {
		found[version.BuildID] = version.State
	}
	return found
}

// awaitPolled waits until a worker of a build polls every queue.
func awaitPolled(t *testing.T, d *rollout.Deployment, build string) {
	t.Helper()
	require.Eventually(t, func() bool {
		versions, err := d.Status(t.Context())
		require.NoError(t, err)
		return slices.ContainsFunc(versions, func(v rollout.Version) bool {
			return v.BuildID == build && v.Workers == 1 && len(v.Missing) == 0
		})
	}, 2*time.Minute, 50*time.Millisecond)
}

// replayed runs a history through a build's code.
func replayed(t *testing.T, history *historypb.History, steps func(workflow.Context) []string) error {
	t.Helper()
	replayer := sdk.NewWorkflowReplayer()
	replayer.RegisterWorkflowWithOptions(parcelOf(steps), workflow.RegisterOptions{Name: parcelProcess})
	return replayer.ReplayWorkflowHistory(nil, history)
}

func TestRollout_Patched_IsDrained(t *testing.T) {
	c := testkit.Temporal(t, map[string]string{drainedAfter: quickly, drainLookEvery: quickly})
	d, limited := deploymentOf(c), within(t, 2*time.Minute)

	first := startBuild(t, c, firstBuild, unlabelled, workflow.VersioningBehaviorUnspecified)
	current, err := d.AwaitFirst(limited, firstBuild)
	require.NoError(t, err)
	require.Equal(t, firstBuild, current, "the first build of an empty deployment promotes itself")
	before := startParcel(t, c, "packed-before")
	history := packed(t, c, before)

	second := startBuild(t, c, secondBuild, labelled, workflow.VersioningBehaviorUnspecified)
	defer second.Stop()
	current, err = d.AwaitFirst(limited, secondBuild)
	require.NoError(t, err)
	require.Equal(t, firstBuild, current, "the next one waits")
	awaitPolled(t, d, secondBuild)
	require.Equal(t, rollout.Waiting, states(t, d)[secondBuild])
	require.Equal(t, []string{firstBuild + " pack", firstBuild + " send"}, send(t, c, startParcel(t, c, "while-waiting")))

	require.NoError(t, replayed(t, history, labelled), "the old history goes through the new code")
	require.ErrorContains(t, replayed(t, history, labelledAlways), "[TMPRL1100]", "the version exists for this case")

	require.Eventually(t, func() bool { // the server may count the polled queues moments later than it lists them
		err = d.Ramp(limited, secondBuild, 50)
		return err == nil
	}, time.Minute, 100*time.Millisecond, "%v", err)
	require.Equal(t, map[string]rollout.State{firstBuild: rollout.Current, secondBuild: rollout.Ramping}, states(t, d))
	by := map[string]int{}
	for i := range 12 { // the id of a run decides its build
		by[send(t, c, startParcel(t, c, fmt.Sprintf("ramp-%d", i)))[0]]++
	}
	require.Len(t, by, 2, "a ramp of half the work: %v", by)

	require.NoError(t, d.Promote(limited, secondBuild, false))
	require.Equal(t, []string{firstBuild + " pack", secondBuild + " send"}, send(t, c, before), "goes on as it began, with the new build")
	require.Equal(t, []string{secondBuild + " pack", secondBuild + " label", secondBuild + " send"}, send(t, c, startParcel(t, c, "afterwards")))
	require.ErrorContains(t, d.Drain(limited, secondBuild, false, nil), "promote another one first")
	require.NoError(t, d.Drain(limited, firstBuild, false, func(pinned int) { require.Zero(t, pinned) }))
	require.Equal(t, rollout.Drained, states(t, d)[firstBuild])
	first.Stop()
}

func TestRollout_RolledBack_OrdersStayOpen(t *testing.T) {
	c := testkit.Temporal(t, nil)
	d, limited := deploymentOf(c), within(t, 2*time.Minute)
	defer startBuild(t, c, firstBuild, unlabelled, workflow.VersioningBehaviorUnspecified).Stop()
	_, err := d.AwaitFirst(limited, firstBuild)
	require.NoError(t, err)
	open := startParcel(t, c, "open")
	packed(t, c, open)

	second := startBuild(t, c, secondBuild, labelled, workflow.VersioningBehaviorUnspecified)
	require.NoError(t, d.AwaitTakeover(limited, secondBuild))
	require.Equal(t, rollout.Current, states(t, d)[secondBuild])
	require.NoError(t, d.Promote(limited, firstBuild, false))
	second.Stop()
	require.Equal(t, []string{firstBuild + " pack", firstBuild + " send"}, send(t, c, open))
}

func TestRollout_BuildWithoutWorker_NotPromoted(t *testing.T) {
	c := testkit.Temporal(t, nil)
	d := deploymentOf(c)
	current, err := d.Current(t.Context())
	require.NoError(t, err)
	require.Empty(t, current, "no worker has ever polled")
	require.ErrorContains(t, d.Promote(t.Context(), "build-9", false), "build build-9, selfcare (workflows), selfcare (activities)")
	require.ErrorIs(t, d.Ramp(t.Context(), "build-9", 5), rollout.ErrNotPolled)
	require.ErrorContains(t, d.Drain(t.Context(), "build-9", false, nil), "the server knows no build build-9")
}

func TestRollout_WorkersGone_MovesPinnedRuns(t *testing.T) {
	c := testkit.Temporal(t, map[string]string{drainedAfter: quickly, drainLookEvery: quickly})
	d, limited := deploymentOf(c), within(t, 2*time.Minute)
	first := startBuild(t, c, firstBuild, unlabelled, workflow.VersioningBehaviorPinned)
	_, err := d.AwaitFirst(limited, firstBuild)
	require.NoError(t, err)
	pinned := startParcel(t, c, "pinned")
	packed(t, c, pinned)
	defer startBuild(t, c, secondBuild, labelled, workflow.VersioningBehaviorPinned).Stop()
	require.NoError(t, d.AwaitTakeover(limited, secondBuild))
	first.Stop()

	seen, stop := context.WithCancel(limited)
	err = d.Drain(seen, firstBuild, false, func(runs int) {
		if runs == 1 {
			stop()
		}
	})
	require.ErrorIs(t, err, context.Canceled, "it waits for the pinned run")
	require.NoError(t, d.Drain(limited, firstBuild, true, func(int) {}))
	require.Equal(t, []string{firstBuild + " pack", secondBuild + " send"}, send(t, c, pinned))
}
