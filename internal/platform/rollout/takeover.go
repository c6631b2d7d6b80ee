package rollout

import (
	"context"
	"time"

	"go.temporal.io/sdk/client"
)

// tryWithin limits one call, because the first SetCurrentVersion of a new server may never answer.
const tryWithin = 10 * time.Second

// AwaitFirst makes a build the current one if there is none once its workers poll every queue. It retries until it knows, or
// ctx ends, and returns the current build.
func (d *Deployment) AwaitFirst(ctx context.Context, build string) (current string, err error) {
	err = d.repeatUntil(ctx, func(ctx context.Context) (bool, error) {
		found, err := d.describe(ctx)
		if err != nil {
			return false, err
		}
		if set := found.Info.RoutingConfig.CurrentVersion; set != nil {
			current = set.BuildID
			return true, nil
		}
		return false, d.takeOver(ctx, build, found.ConflictToken)
	})
	return current, err
}

// AwaitTakeover makes a build the current one once its workers poll every queue. It retries until that succeeds, or ctx ends.
func (d *Deployment) AwaitTakeover(ctx context.Context, build string) error {
	return d.repeatUntil(ctx, func(ctx context.Context) (bool, error) {
		if current, err := d.Current(ctx); err != nil || current == build {
			return current == build, err
		}
		return false, d.takeOver(ctx, build, nil)
	})
}

// takeOver does nothing while a queue is not polled. A queue that only the former build polled is dropped.
func (d *Deployment) takeOver(ctx context.Context, build string, token []byte) error {
	missing, err := d.notPolled(ctx, build)
	if err != nil || len(missing) > 0 {
		return err
	}
	_, err = d.handle().SetCurrentVersion(ctx, client.WorkerDeploymentSetCurrentVersionOptions{
		BuildID: build, ConflictToken: token, IgnoreMissingTaskQueues: true,
	})
	return err
}

// repeatUntil repeats look until it is done; after an error it looks again. The last error is added when ctx ends.
func (d *Deployment) repeatUntil(ctx context.Context, look func(context.Context) (bool, error)) error {
	again := time.NewTicker(d.pause)
	defer again.Stop()
	for {
		limited, cancel := context.WithTimeout(ctx, tryWithin)
		done, err := look(limited)
		cancel()
		if done {
			return nil
		}
		select {
		case <-ctx.Done():
			return giveUp(ctx, err)
		case <-again.C:
		}
	}
}
