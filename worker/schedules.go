package worker

import (
	"context"
	"errors"
	"fmt"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
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

// EnsureSchedules creates what runs by the clock and brings what an older release created up to date; it may be called at each
// start.
func EnsureSchedules(ctx context.Context, c client.Client) error {
	for _, s := range schedules {
		_, err := c.ScheduleClient().Create(ctx, s.options())
		if errors.Is(err, temporal.ErrScheduleAlreadyRunning) {
			err = c.ScheduleClient().GetHandle(ctx, s.id).Update(ctx, client.ScheduleUpdateOptions{DoUpdate: s.renewed})
		}
		if err != nil {
			return fmt.Errorf("schedule %s: %w", s.id, err)
		}
	}
	return nil
}

// renewed keeps what operators set: a pause and its note.
func (s nightly) renewed(known client.ScheduleUpdateInput) (*client.ScheduleUpdate, error) {
	schedule, now := known.Description.Schedule, s.options()
	schedule.Spec, schedule.Action = &now.Spec, now.Action
	return &client.ScheduleUpdate{Schedule: &schedule}, nil
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

// EnsureDelivery starts what sends the messages of the outbox, unless it runs; it may be called at each start.
func EnsureDelivery(ctx context.Context, c client.Client) error {
	_, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
		ID: contract.MessageDeliveryWorkflowID, TaskQueue: contract.TaskQueueMessages, StaticSummary: "Send the messages of the outbox",
		WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
	}, contract.WorkflowMessageDelivery)
	if err != nil {
		return fmt.Errorf("start the delivery of messages: %w", err)
	}
	return nil
}
