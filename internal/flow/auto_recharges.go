package flow

import (
	"context"
	"errors"
	"fmt"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/internal/domain/autorecharge"
)

// AutoRecharges keeps the schedules of auto-recharges equal to their rows.
type AutoRecharges struct{ temporal client.Client }

// NewAutoRecharges returns AutoRecharges for a client.
func NewAutoRecharges(c client.Client) *AutoRecharges { return &AutoRecharges{temporal: c} }

// Follow updates the schedule of a line to its row. A repeated call changes nothing. It makes up for dates that were due before
// the schedule existed.
func (f *AutoRecharges) Follow(ctx context.Context, r contract.AutoRecharge, catchUp time.Duration) error {
	schedules := f.temporal.ScheduleClient()
	handle := schedules.GetHandle(ctx, contract.AutoRechargeID(r.LineID))
	if r.State == contract.AutoEnded {
		if err := handle.Delete(ctx); err != nil && !notFound(err) {
			return fmt.Errorf("end schedule: %w", err)
		}
		return nil
	}
	wanted := scheduleOf(r, catchUp)
	_, err := schedules.Create(ctx, wanted)
	if errors.Is(err, temporal.ErrScheduleAlreadyRunning) {
		err = handle.Update(ctx, client.ScheduleUpdateOptions{DoUpdate: changedTo(wanted)})
	}
	if err != nil {
		return fmt.Errorf("make schedule: %w", err)
	}
	return makeUp(ctx, handle, r)
}

// makeUp starts the dates that were due since the rule began. A started date continues, and a completed one stays.
func makeUp(ctx context.Context, handle client.ScheduleHandle, r contract.AutoRecharge) error {
	now := time.Now()
	if r.State != contract.AutoActive || autorecharge.Next(r, r.Since.Add(-time.Nanosecond)).After(now) {
		return nil
	}
	err := handle.Backfill(ctx, client.ScheduleBackfillOptions{Backfill: []client.ScheduleBackfill{{
		Start: r.Since.Add(-time.Second), End: now, Overlap: enumspb.SCHEDULE_OVERLAP_POLICY_BUFFER_ALL,
	}}})
	if err != nil {
		return fmt.Errorf("make up for what was due: %w", err)
	}
	return nil
}

func changedTo(wanted client.ScheduleOptions) func(client.ScheduleUpdateInput) (*client.ScheduleUpdate, error) {
	return func(known client.ScheduleUpdateInput) (*client.ScheduleUpdate, error) {
		schedule := known.Description.Schedule
		schedule.Spec, schedule.Action = &wanted.Spec, wanted.Action
		schedule.Policy = &client.SchedulePolicies{Overlap: wanted.Overlap, CatchupWindow: wanted.CatchupWindow}
		schedule.State = &client.ScheduleState{Paused: wanted.Paused, Note: wanted.Note}
		return &client.ScheduleUpdate{Schedule: &schedule}, nil
	}
}

// scheduleOf starts a workflow on each day on which something may be due; the workflow then reads the row. While a recharge runs,
// the next one is skipped; a missed start is made up for within the window.
func scheduleOf(r contract.AutoRecharge, catchUp time.Duration) client.ScheduleOptions {
	id := contract.AutoRechargeID(r.LineID)
	return client.ScheduleOptions{
		ID: id,
		Spec: client.ScheduleSpec{
			Calendars: []client.ScheduleCalendarSpec{calendarOf(r)}, TimeZoneName: "Asia/Riyadh",
		},
		Action: &client.ScheduleWorkflowAction{
			ID: id, Workflow: contract.WorkflowAutoRecharge, TaskQueue: contract.QueueOf(contract.WorkflowAutoRecharge), StaticSummary: "Auto-recharge of a line",
			Args: []any{contract.AutoRechargeInput{LineID: r.LineID}},
			TypedSearchAttributes: temporal.NewSearchAttributes(
				temporal.NewSearchAttributeKeyKeyword(contract.AttrLineRef).ValueSet(r.LineID)),
		},
		Overlap: enumspb.SCHEDULE_OVERLAP_POLICY_SKIP, CatchupWindow: catchUp,
		Paused: r.State == contract.AutoPaused, Note: string(r.Reason),
	}
}

func calendarOf(r contract.AutoRecharge) client.ScheduleCalendarSpec {
	days := autorecharge.DaysOf(r)
	spec := client.ScheduleCalendarSpec{Hour: []client.ScheduleRange{{Start: r.Hour}}}
	for _, weekday := range days.Weekdays {
		spec.DayOfWeek = append(spec.DayOfWeek, client.ScheduleRange{Start: int(weekday)})
	}
	for _, day := range days.Days {
		spec.DayOfMonth = append(spec.DayOfMonth, client.ScheduleRange{Start: day})
	}
	return spec
}
