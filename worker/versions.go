package worker

import (
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/platform/rollout"
)

// Deployment is the name of the deployment to which all versions of our workers belong.
const Deployment = contract.TaskQueue

// Queues are the queues that the workers of every version must poll, together, before it may take work.
var Queues = func() (all []rollout.Queue) {
	for _, q := range queues {
		if q.workflows {
			all = append(all, rollout.Queue{Name: q.name, Type: client.TaskQueueTypeWorkflow})
		}
		all = append(all, rollout.Queue{Name: q.name, Type: client.TaskQueueTypeActivity})
	}
	return all
}()

// Versioned makes a worker one of a build. Open processes continue with the current build, because an order lives for weeks,
// longer than the workers of its first build.
func Versioned(build string) worker.DeploymentOptions {
	return worker.DeploymentOptions{
		UseVersioning:             true,
		Version:                   worker.WorkerDeploymentVersion{DeploymentName: Deployment, BuildID: build},
		DefaultVersioningBehavior: workflow.VersioningBehaviorAutoUpgrade,
	}
}

// WorkflowPollers polls separately for tasks of workflows that are in memory and for all others. With a fixed number the two
// kinds share the pollers: when many processes continue at one moment, tasks of cached workflows, which time out after five
// seconds, wait behind polls for the others, which last up to a minute.
func WorkflowPollers() worker.PollerBehavior {
	return worker.NewPollerBehaviorAutoscaling(worker.PollerBehaviorAutoscalingOptions{
		InitialNumberOfPollers: 8, MinimumNumberOfPollers: 8, MaximumNumberOfPollers: 16,
	})
}

// cachedWorkflows stay in memory between two tasks. Each takes about a hundred kilobytes with its goroutines. A workflow that
// is not in memory is replayed, which takes milliseconds. More are not needed, because an order mostly waits for people.
const cachedWorkflows = 1000
