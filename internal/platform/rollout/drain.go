package rollout

import (
	"context"
	"errors"
	"fmt"

	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
)

// Progress gets the number of runs that are still pinned to the draining version.
type Progress func(pinned int)

// Drain waits until the server says that no work needs a build, so that its workers may be stopped. With move, its pinned runs
// continue with the current build.
func (d *Deployment) Drain(ctx context.Context, build string, move bool, progress Progress) error {
	var state State
	var known bool
	looks := 0
	err := d.repeatUntil(ctx, func(ctx context.Context) (done bool, err error) {
		state, known, err = d.stateOf(ctx, build)
		looks++
		return err == nil && (known || looks >= maxMisses), err
	})
	switch {
	case err != nil:
		return err
	case !known:
		return fmt.Errorf("the server knows no build %s: its name is different, or the server dropped it after its work was done", build)
	case state == Current || state == Ramping:
		return fmt.Errorf("build %s is %s: promote another one first", build, state)
	}
	missed := 0
	return d.repeatUntil(ctx, func(ctx context.Context) (bool, error) {
		state, known, err := d.stateOf(ctx, build)
		switch {
		case err != nil:
			return false, err
		case !known: // forgotten because nothing needs it, or missing from one answer
			missed++
			return missed >= maxMisses, nil
		case state != Draining:
			return true, nil
		}
		missed = 0
		return false, d.drainStep(ctx, build, move, progress)
	})
}

// maxMisses is how often in a row the server must leave a build out: it rebuilds its list while builds change, so one answer may
// miss a build.
const maxMisses = 3

func (d *Deployment) stateOf(ctx context.Context, build string) (state State, known bool, err error) {
	found, err := d.describe(ctx)
	if err != nil {
		return "", false, err
	}
	for _, summary := range found.Info.VersionSummaries {
		if summary.Version.BuildID == build {
			state, _ := stateOf(summary, found.Info.RoutingConfig)
			return state, true, nil
		}
	}
	return "", false, nil
}

func (d *Deployment) drainStep(ctx context.Context, build string, move bool, progress Progress) error {
	query := fmt.Sprintf(`TemporalWorkerDeploymentVersion = "%s:%s" AND TemporalWorkflowVersioningBehavior = "Pinned" AND ExecutionStatus = "Running"`, d.name, build)
	answer, err := d.client.ListWorkflow(ctx, &workflowservice.ListWorkflowExecutionsRequest{Namespace: d.namespace, Query: query})
	if err != nil {
		return wrap("list pinned runs", err)
	}
	progress(len(answer.GetExecutions()))
	if !move {
		return nil
	}
	for _, run := range answer.GetExecutions() {
		if err := d.unpin(ctx, run.GetExecution().GetWorkflowId(), run.GetExecution().GetRunId()); err != nil {
			return err
		}
	}
	return nil
}

func (d *Deployment) unpin(ctx context.Context, workflowID, runID string) error {
	_, err := d.client.UpdateWorkflowExecutionOptions(ctx, client.UpdateWorkflowExecutionOptionsRequest{
		WorkflowId: workflowID, RunId: runID,
		WorkflowExecutionOptionsChanges: client.WorkflowExecutionOptionsChanges{
			VersioningOverride: &client.VersioningOverrideChange{Value: &client.AutoUpgradeVersioningOverride{}},
		},
	})
	return wrap("move "+workflowID, err)
}

// giveUp returns why ctx ended, with the last obstacle.
func giveUp(ctx context.Context, err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return ctx.Err()
	}
	return errors.Join(ctx.Err(), err)
}
