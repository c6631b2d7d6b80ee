package chaos_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"

	"selfcare/dev/devstack"
	"selfcare/internal/contract"
	"selfcare/internal/platform/config"
)

// operator moves time on a stack, while its API and workers come and go.
type operator struct {
	cfg       config.Config
	temporal  client.Client
	converter converter.DataConverter
}

// Leap makes the next event of a line's plan due within seconds.
func (o operator) Leap(ctx context.Context, msisdn string) (string, error) {
	plan, err := devstack.Leap(ctx, o.cfg, msisdn)
	return contract.PlanSubscriptionWorkflowID(plan.LineID), err
}

// LeapAutoRecharge moves the set-up of a line's auto-recharge a week back.
func (o operator) LeapAutoRecharge(ctx context.Context, msisdn string) (string, error) {
	return devstack.LeapAutoRecharge(ctx, o.cfg, msisdn)
}

// Bill bills the lines of a bill day.
func (o operator) Bill(ctx context.Context, msisdn string) (string, int, error) {
	return devstack.Bill(ctx, o.cfg, msisdn)
}

// Figures changes business figures.
func (o operator) Figures(ctx context.Context, changes map[string]string) error {
	return devstack.ChangeSettings(ctx, o.cfg, changes)
}

// passes starts the workflow of a nightly schedule, and waits for its end.
func (o operator) passes(ctx context.Context, schedule string) error {
	handle := o.temporal.ScheduleClient().GetHandle(ctx, schedule)
	before, err := handle.Describe(ctx)
	if err != nil {
		return fmt.Errorf("look at the schedule %s: %w", schedule, err)
	}
	if err := handle.Trigger(ctx, client.ScheduleTriggerOptions{Overlap: enumspb.SCHEDULE_OVERLAP_POLICY_ALLOW_ALL}); err != nil {
		return fmt.Errorf("start what the schedule %s starts: %w", schedule, err)
	}
	started, err := startedSince(ctx, handle, before.Info.NumActions)
	if err != nil {
		return err
	}
	if err := o.temporal.GetWorkflow(ctx, started.WorkflowID, started.FirstExecutionRunID).Get(ctx, nil); err != nil {
		return fmt.Errorf("%s: %w", started.WorkflowID, err)
	}
	return nil
}

func startedSince(ctx context.Context, handle client.ScheduleHandle, before int) (*client.ScheduleWorkflowExecution, error) {
	for {
		now, err := handle.Describe(ctx)
		if err != nil {
			return nil, fmt.Errorf("look at the schedule %s: %w", handle.GetID(), err)
		}
		if recent := now.Info.RecentActions; now.Info.NumActions > before && len(recent) > 0 {
			return recent[len(recent)-1].StartWorkflowResult, nil
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(errors.New("the schedule starts nothing"), ctx.Err())
		case <-time.After(pollEvery):
		}
	}
}
