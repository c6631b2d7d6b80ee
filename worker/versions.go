package worker

import (
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/platform/rollout"
)

// Deployment is what all versions of our workers are versions of.
const Deployment = contract.TaskQueue

// Queues are polled by every version before it may take work.
var Queues = []rollout.Queue{
	{Name: contract.TaskQueue, Type: client.TaskQueueTypeWorkflow},
	{Name: contract.TaskQueue, Type: client.TaskQueueTypeActivity},
	{Name: contract.TaskQueueMessages, Type: client.TaskQueueTypeWorkflow},
	{Name: contract.TaskQueueMessages, Type: client.TaskQueueTypeActivity},
}

// Versioned makes a worker one of a build. Open processes go on with the build that is current, wherever they began: an
// order lives for weeks, and its first build's workers do not.
func Versioned(build string) worker.DeploymentOptions {
	return worker.DeploymentOptions{
		UseVersioning:             true,
		Version:                   worker.WorkerDeploymentVersion{DeploymentName: Deployment, BuildID: build},
		DefaultVersioningBehavior: workflow.VersioningBehaviorAutoUpgrade,
	}
}

// WorkflowPollers ask for steps of processes that are in memory and, apart from those, for all others. A fixed number is shared by both
// sorts: when many processes go on at one moment, all of them wait for steps of the first sort, whose time is over after five seconds,
// while those steps lie with the others for the minute that such a call lasts.
func WorkflowPollers() worker.PollerBehavior {
	return worker.NewPollerBehaviorAutoscaling(worker.PollerBehaviorAutoscalingOptions{
		InitialNumberOfPollers: 8, MinimumNumberOfPollers: 8, MaximumNumberOfPollers: 16,
	})
}

// cachedWorkflows stay in memory between two steps. One takes about a hundred kilobytes with its goroutines; one that is
// not in memory is replayed, which takes milliseconds. A process that holds many in motion still needs no more: an order
// waits for people most of its life.
const cachedWorkflows = 1000

const (
	connectionsLeft = 8   // for regular activities, and for the API where one process does both
	promptCalls     = 100 // of partners that are called within a step: they hold no connection, and a slow one must not hold the steps up
)

// LocalActivities at once: most hold a database connection, and one that waits for a connection longer than its own time
// limit is taken for an absent database.
func LocalActivities(connections int) int { return max(connections-connectionsLeft, 1) + promptCalls }
