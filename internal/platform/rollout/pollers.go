package rollout

import (
	"context"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	taskqueuepb "go.temporal.io/api/taskqueue/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"golang.org/x/sync/errgroup"
)

// polledWithin is longer than one poll takes; the server remembers a poller for five minutes.
const polledWithin = 90 * time.Second

const readsAtOnce = 8

// notPolled returns the queues that no worker of a build polls.
func (d *Deployment) notPolled(ctx context.Context, build string) ([]Queue, error) {
	polled := make([]bool, len(d.queues))
	group, reading := errgroup.WithContext(ctx)
	group.SetLimit(readsAtOnce)
	for i, queue := range d.queues {
		group.Go(func() error {
			workers, err := d.workers(reading, queue)
			polled[i] = len(workers[build]) > 0
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	var missing []Queue
	for i, queue := range d.queues {
		if !polled[i] {
			missing = append(missing, queue)
		}
	}
	return missing, nil
}

// workers returns the identities that poll a queue, by build.
func (d *Deployment) workers(ctx context.Context, queue Queue) (map[string]map[string]bool, error) {
	answer, err := d.client.WorkflowService().DescribeTaskQueue(ctx, &workflowservice.DescribeTaskQueueRequest{
		Namespace:     d.namespace,
		TaskQueue:     &taskqueuepb.TaskQueue{Name: queue.Name, Kind: enumspb.TASK_QUEUE_KIND_NORMAL},
		TaskQueueType: kindOf(queue.Type),
	})
	if err != nil {
		return nil, wrap("describe the task queue "+queue.Name, err)
	}
	since := time.Now().Add(-polledWithin)
	found := map[string]map[string]bool{}
	for _, poller := range answer.GetPollers() {
		of := poller.GetDeploymentOptions()
		if of.GetDeploymentName() != d.name || poller.GetLastAccessTime().AsTime().Before(since) {
			continue
		}
		if found[of.GetBuildId()] == nil {
			found[of.GetBuildId()] = map[string]bool{}
		}
		found[of.GetBuildId()][poller.GetIdentity()] = true
	}
	return found, nil
}

func kindOf(t client.TaskQueueType) enumspb.TaskQueueType {
	if t == client.TaskQueueTypeActivity {
		return enumspb.TASK_QUEUE_TYPE_ACTIVITY
	}
	return enumspb.TASK_QUEUE_TYPE_WORKFLOW
}
