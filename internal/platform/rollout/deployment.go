// Package rollout decides which build of the workers takes the work: it reads and changes a Temporal worker deployment.
package rollout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
)

// ErrNotPolled refuses to send work to a build without workers.
var ErrNotPolled = errors.New("no worker of this build polls a queue that it has to poll")

// Queue is one task queue that every version of a deployment polls.
type Queue struct {
	Name string
	Type client.TaskQueueType
}

func (q Queue) String() string {
	if q.Type == client.TaskQueueTypeActivity {
		return q.Name + " (activities)"
	}
	return q.Name + " (workflows)"
}

// Deployment is the set of worker versions that serve the same queues.
type Deployment struct {
	client    client.Client
	namespace string
	name      string
	queues    []Queue
	pause     time.Duration // between two reads
}

// New returns the deployment of a name; it need not exist yet.
func New(c client.Client, namespace, name string, queues []Queue) *Deployment {
	return &Deployment{client: c, namespace: namespace, name: name, queues: queues, pause: defaultPause}
}

const defaultPause = 250 * time.Millisecond

func (d *Deployment) handle() client.WorkerDeploymentHandle {
	return d.client.WorkerDeploymentClient().GetHandle(d.name)
}

// describe returns an empty description if no worker has ever polled.
func (d *Deployment) describe(ctx context.Context) (client.WorkerDeploymentDescribeResponse, error) {
	found, err := d.handle().Describe(ctx, client.WorkerDeploymentDescribeOptions{})
	var unknown *serviceerror.NotFound
	if errors.As(err, &unknown) {
		return client.WorkerDeploymentDescribeResponse{}, nil
	}
	return found, wrap("describe the worker deployment "+d.name, err)
}

// Current returns the build that takes the work, or "".
func (d *Deployment) Current(ctx context.Context) (string, error) {
	found, err := d.describe(ctx)
	if err != nil || found.Info.RoutingConfig.CurrentVersion == nil {
		return "", err
	}
	return found.Info.RoutingConfig.CurrentVersion.BuildID, nil
}

// Ramp sends a share of the work to a build; the current one keeps the rest. 0 ends the ramp.
func (d *Deployment) Ramp(ctx context.Context, build string, percent float32) error {
	if percent == 0 {
		build = ""
	} else if err := d.requirePolled(ctx, build); err != nil {
		return err
	}
	_, err := d.handle().SetRampingVersion(ctx, client.WorkerDeploymentSetRampingVersionOptions{BuildID: build, Percentage: percent})
	return wrap("ramp", mapNotNoted(err))
}

// Promote makes a build the current one. Unless forced, it refuses a build whose workers do not poll every queue, or that
// leaves out a queue of the present build.
func (d *Deployment) Promote(ctx context.Context, build string, force bool) error {
	if !force {
		if err := d.requirePolled(ctx, build); err != nil {
			return err
		}
	}
	_, err := d.handle().SetCurrentVersion(ctx, client.WorkerDeploymentSetCurrentVersionOptions{
		BuildID: build, IgnoreMissingTaskQueues: force, AllowNoPollers: force,
	})
	return wrap("promote "+build, mapNotNoted(err))
}

// notNoted is part of the server's error for a build whose queues it has not registered yet. The server lists their pollers
// some time before that.
const notNoted = "missing active task queues"

// mapNotNoted tells a build that the server is still noting: it does not know it yet, misses its queues, or does not answer in time.
func mapNotNoted(err error) error {
	var refused *serviceerror.FailedPrecondition
	var unknown *serviceerror.NotFound
	var silent *serviceerror.DeadlineExceeded
	isLate := errors.As(err, &unknown) || errors.As(err, &silent) || errors.Is(err, context.DeadlineExceeded)
	if isLate || errors.As(err, &refused) && strings.Contains(refused.Message, notNoted) {
		return fmt.Errorf("%w: %w", ErrNotPolled, err)
	}
	return err
}

func (d *Deployment) requirePolled(ctx context.Context, build string) error {
	missing, err := d.notPolled(ctx, build)
	if err != nil || len(missing) == 0 {
		return err
	}
	return fmt.Errorf("%w: build %s, %s", ErrNotPolled, build, list(missing))
}

func list(queues []Queue) string {
	names := make([]string, len(queues))
	for i, queue := range queues {
		names[i] = queue.String()
	}
	return strings.Join(names, ", ")
}

// builds returns the versions that the deployment knows, newest first.
func builds(found client.WorkerDeploymentDescribeResponse) []client.WorkerDeploymentVersionSummary {
	versions := slices.Clone(found.Info.VersionSummaries)
	slices.SortStableFunc(versions, func(a, b client.WorkerDeploymentVersionSummary) int {
		return b.CreateTime.Compare(a.CreateTime)
	})
	return versions
}

func wrap(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", operation, err)
}
