package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"golang.org/x/sync/errgroup"

	"selfcare/internal/contract"
)

// nightly is a workflow started each day at an hour in Riyadh, or every hour; with once it also starts right away.
type nightly struct {
	id       string
	hour     int
	workflow string
	summary  string
	once     bool
	within   time.Duration
}

// noEnd is the time-out of a run that must finish however long our workers are unavailable.
const noEnd = time.Duration(0)

// everyHour replaces an hour.
const everyHour = -1

var schedules = []nightly{
	{"row-sweep", everyHour, contract.WorkflowRowSweep, "Compare rows with workflows", false, 50 * time.Minute},
	{"billing", 1, contract.WorkflowBillingDay, "Bill the postpaid lines whose month has ended", false, noEnd}, // the next night repeats a missed one
	{"dunning", 9, contract.WorkflowDunning, "Handle unpaid invoices that are due", false, 18 * time.Hour},     // it sends messages: not at night
	{"expectations", 2, contract.WorkflowExpectations, "Measure how long orders wait", false, time.Hour},
	{"audit-verification", 6, contract.WorkflowAuditVerification, "Verify the audit log", true, 12 * time.Hour},
	{"pickup-branches", 3, contract.WorkflowBranchSync, "Copy the courier's pickup branches", true, time.Hour},
	{"clean-up", 4, contract.WorkflowCleanUp, "Delete rows that are too old", false, 18 * time.Hour},
	{"reconciliation", 5, contract.WorkflowReconciliation, "Compare our payments with the provider's settlement files", false, 18 * time.Hour},
}

// A server that has just started takes longer than a call's time-out to answer about a schedule, because it first loads the
// schedule's own workflow.
const (
	ensureWithin = 2 * time.Minute
	ensurePause  = 200 * time.Millisecond
	longestPause = 5 * time.Second
)

// patient repeats calls that a busy or starting server did not answer in time.
var patient = retrypolicy.NewBuilder[any]().
	HandleIf(func(_ any, err error) bool { return unanswered(err) }).
	WithBackoff(ensurePause, longestPause).WithMaxRetries(-1).WithMaxDuration(ensureWithin).
	ReturnLastFailure().Build()

func unanswered(err error) bool {
	var late *serviceerror.DeadlineExceeded
	var away *serviceerror.Unavailable
	var busy *serviceerror.ResourceExhausted
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &late) || errors.As(err, &away) || errors.As(err, &busy)
}

// Ensure creates the schedules and the permanent workflows, and updates those of an older release. It may be called at each
// start. It waits for a server that is busy or starting. devices is how many devices issue electronic invoices.
func Ensure(ctx context.Context, c client.Client, devices int) error {
	ensure := func() error {
		return errors.Join(ensureStarted(ctx, c, devices), ensureShards(ctx, c), ensureSchedules(ctx, c))
	}
	return failsafe.With(patient).WithContext(ctx).Run(ensure)
}

func ensureSchedules(ctx context.Context, c client.Client) error {
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

// renewed keeps the operators' settings: a pause and its note.
func (s nightly) renewed(known client.ScheduleUpdateInput) (*client.ScheduleUpdate, error) {
	schedule, now := known.Description.Schedule, s.options()
	schedule.Spec, schedule.Action = &now.Spec, now.Action
	return &client.ScheduleUpdate{Schedule: &schedule}, nil
}

func (s nightly) options() client.ScheduleOptions {
	at := client.ScheduleRange{Start: s.hour}
	if s.hour == everyHour {
		at = client.ScheduleRange{End: 23}
	}
	return client.ScheduleOptions{
		ID: s.id,
		Spec: client.ScheduleSpec{
			Calendars:    []client.ScheduleCalendarSpec{{Hour: []client.ScheduleRange{at}}},
			TimeZoneName: "Asia/Riyadh",
		},
		Action: &client.ScheduleWorkflowAction{
			ID: s.id, Workflow: s.workflow, TaskQueue: contract.QueueOf(s.workflow), WorkflowRunTimeout: s.within, StaticSummary: s.summary,
		},
		TriggerImmediately: s.once,
	}
}

// permanent is a workflow that always runs.
type permanent struct {
	id, workflow, summary string
	args                  []any
}

// permanents are those without shards.
var permanents = []permanent{
	{contract.AuditSealingWorkflowID, contract.WorkflowAuditSealing, "Seal the audit log", nil},
	{contract.LateOrdersWorkflowID, contract.WorkflowLateOrders, "Inform customers of late orders", nil},
	{contract.ServiceEndsWorkflowID, contract.WorkflowServiceEnds, "End expired services", nil},
	{contract.CardRemovalsWorkflowID, contract.WorkflowCardRemovals, "Delete removed cards at the payment provider", nil},
	{contract.NumberReturnsWorkflowID, contract.WorkflowNumberReturns, "Return numbers to the operators of their ranges", nil},
	{contract.SubscriptionCallsWorkflowID, contract.WorkflowSubscriptionCalls, "Follow plans with news", nil},
	{contract.AutoRechargeDatesID, contract.WorkflowAutoRechargeDates, "Follow the auto-recharges that are due", nil},
}

// sharded are the senders of the outbox, one for each shard, and the issuers of electronic invoices, one for each device.
func sharded(devices int) (all []permanent) {
	for shard := 1; shard <= contract.OutboxShards; shard++ {
		all = append(all, permanent{contract.MessageDeliveryWorkflowID(shard), contract.WorkflowMessageDelivery, "Send the messages of the outbox", []any{shard}})
	}
	for device := range devices {
		all = append(all, permanent{
			contract.EInvoiceDeliveryWorkflowID(device), contract.WorkflowEInvoiceDelivery, "Sign electronic invoices and submit them", []any{device},
		})
	}
	return all
}

// startsAtOnce limits how many shards are started at once.
const startsAtOnce = 8

// ensureShards starts the workflow of each shard of plans, unless it runs. Their first looks are spread over a minute.
func ensureShards(ctx context.Context, c client.Client) error {
	group, starting := errgroup.WithContext(ctx)
	group.SetLimit(startsAtOnce)
	for shard := range contract.PlanShards {
		group.Go(func() error {
			_, err := c.ExecuteWorkflow(starting, client.StartWorkflowOptions{
				ID: contract.PlanShardWorkflowID(shard), TaskQueue: contract.QueueOf(contract.WorkflowPlanShard), StaticSummary: "Take the due steps of plans of lines",
				WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
				StartDelay:               time.Minute * time.Duration(shard) / contract.PlanShards,
			}, contract.WorkflowPlanShard, contract.PlanShardInput{Shard: shard})
			if err != nil {
				return fmt.Errorf("start %s: %w", contract.PlanShardWorkflowID(shard), err)
			}
			return nil
		})
	}
	return group.Wait()
}

// ensureStarted starts each of them, unless it runs.
func ensureStarted(ctx context.Context, c client.Client, devices int) error {
	for _, w := range slices.Concat(sharded(devices), permanents) {
		_, err := c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{
			ID: w.id, TaskQueue: contract.QueueOf(w.workflow), StaticSummary: w.summary, WorkflowIDConflictPolicy: enumspb.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING,
		}, w.workflow, w.args...)
		if err != nil {
			return fmt.Errorf("start %s: %w", w.id, err)
		}
	}
	return nil
}
