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

// nightly is a workflow started each night in Riyadh; once is started right away too.
type nightly struct {
	id       string
	hour     int
	workflow string
	summary  string
	once     bool
}

var schedules = []nightly{
	{"pickup-branches", 3, contract.WorkflowBranchSync, "Copy the courier's pickup branches", true},
	{"clean-up", 4, contract.WorkflowCleanUp, "Drop what nobody needs any more", false},
}

// EnsureSchedules creates what runs by the clock; it may be called at each start.
func EnsureSchedules(ctx context.Context, c client.Client) error {
	for _, s := range schedules {
		_, err := c.ScheduleClient().Create(ctx, s.options())
		if err != nil && !errors.Is(err, temporal.ErrScheduleAlreadyRunning) {
			return fmt.Errorf("schedule %s: %w", s.id, err)
		}
	}
	return nil
}

func (s nightly) options() client.ScheduleOptions {
	return client.ScheduleOptions{
		ID: s.id,
		Spec: client.ScheduleSpec{
			Calendars:    []client.ScheduleCalendarSpec{{Hour: []client.ScheduleRange{{Start: s.hour}}}},
			TimeZoneName: "Asia/Riyadh",
		},
		Action: &client.ScheduleWorkflowAction{
			ID: s.id, Workflow: s.workflow, TaskQueue: contract.TaskQueue, WorkflowRunTimeout: time.Hour, StaticSummary: s.summary,
		},
		TriggerImmediately: s.once,
	}
}
