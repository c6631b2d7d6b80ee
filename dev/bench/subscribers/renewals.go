package subscribers

import (
	"context"
	"errors"
	"fmt"
	"time"

	enumspb "go.temporal.io/api/enums/v1"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
)

const (
	startEach   = 40 * time.Millisecond // a workflow takes that long to be started and to come to rest
	startAll    = 15 * time.Second
	endsIn      = 30 * time.Minute // after its charge: the next cycle is charged ahead
	renewWithin = 5 * time.Minute
)

// Renewals are what became of many that were due at one moment.
type Renewals struct {
	PerSecond     float64
	Twice, Missed int
	Lines         []string
}

// Renew has the plans of n lines renewed that are due at the same moment.
func (s Stack) Renew(ctx context.Context, n int) (r Renewals, err error) {
	if r.Lines, err = s.lines(ctx, n, s.topUp); err != nil {
		return r, err
	}
	due := time.Now().Add(startAll + time.Duration(n)*startEach).Truncate(time.Second)
	for _, line := range r.Lines {
		if _, err := s.Store.PlanSubscriptions.Begin(ctx, dueAt(line, due)); err != nil {
			return r, err
		}
	}
	starting, cancel := context.WithDeadline(ctx, due)
	defer cancel()
	if err := s.called(starting); err != nil {
		return r, fmt.Errorf("start the plans in time: %w", err)
	}
	renewing, cancel := context.WithDeadline(ctx, due.Add(renewWithin))
	defer cancel()
	missing := s.until(renewing, n, "SELECT count(*) FROM plan_subscriptions WHERE cycle > 1 AND line_id = ANY($1::uuid[])", r.Lines)
	if missing != nil && !errors.Is(missing, context.DeadlineExceeded) {
		return r, missing
	}
	r.PerSecond = float64(n) / time.Since(due).Seconds()
	err = s.Pool.QueryRow(ctx, `
		SELECT count(*) FILTER (WHERE charged > 1), count(*) FILTER (WHERE charged = 0) FROM (
		    SELECT (SELECT count(*) FROM ledger_operations WHERE subject = line AND kind = 'renewal') AS charged FROM unnest($1::uuid[]) AS line
		) AS c`, r.Lines).Scan(&r.Twice, &r.Missed)
	return r, err
}

// dueAt is a plan in its first cycle, whose next one is charged at a moment.
func dueAt(lineID string, due time.Time) contract.PlanSubscription {
	ends := due.Add(endsIn)
	plan := subscription.Plan{ID: planID, Renews: true, Period: subscription.Period{Months: 1}}
	s := contract.PlanSubscription{LineID: lineID, PlanID: planID, Type: subscription.Prepaid, Language: "en"}
	s = subscription.Begin(s, plan, ends.AddDate(0, -1, 0))
	s.Until, s.Step, s.DueAt = ends.UTC(), contract.StepRenew, due.UTC()
	return s
}

// EventsOfACycle counts the history events of the first run of each line's plan: its start, and the whole of a cycle.
func (s Stack) EventsOfACycle(ctx context.Context, lines []string) ([]int, error) {
	counts := make([]int, len(lines))
	for i, line := range lines {
		id := contract.PlanSubscriptionWorkflowID(line)
		found, err := s.Temporal.DescribeWorkflowExecution(ctx, id, "")
		if err != nil {
			return nil, fmt.Errorf("find the runs of %s: %w", id, err)
		}
		first := found.GetWorkflowExecutionInfo().GetFirstRunId()
		events := s.Temporal.GetWorkflowHistory(ctx, id, first, false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
		last := enumspb.EVENT_TYPE_UNSPECIFIED
		for events.HasNext() {
			event, err := events.Next()
			if err != nil {
				return nil, fmt.Errorf("read the history of %s: %w", id, err)
			}
			counts[i], last = counts[i]+1, event.GetEventType()
		}
		if last != enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW {
			return nil, fmt.Errorf("the first cycle of %s ends with %s", id, last)
		}
	}
	return counts, nil
}
