package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// EnsureSchedules creates what runs by the clock; it may be called at each start.
func EnsureSchedules(ctx context.Context, c client.Client) error {
	_, err := c.ScheduleClient().Create(ctx, client.ScheduleOptions{
		ID: "pickup-branches",
		Spec: client.ScheduleSpec{
			Calendars:    []client.ScheduleCalendarSpec{{Hour: []client.ScheduleRange{{Start: 3}}, Comment: "each night at 03:00 in Riyadh"}},
			TimeZoneName: "Asia/Riyadh",
		},
		Action: &client.ScheduleWorkflowAction{
			ID: "pickup-branches", Workflow: contract.WorkflowBranchSync, TaskQueue: contract.TaskQueue,
			WorkflowRunTimeout: time.Hour, StaticSummary: "Copy the courier's pickup branches",
		},
		TriggerImmediately: true,
	})
	if err != nil && !errors.Is(err, temporal.ErrScheduleAlreadyRunning) {
		return fmt.Errorf("schedule of pickup branches: %w", err)
	}
	return nil
}
