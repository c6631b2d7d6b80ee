package subscribers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
)

const (
	tried       = 100 // plans that measure the present start time on this machine
	startMargin = 2   // times the measured start time is left to start the others
	startAll    = 15 * time.Second
	endsIn      = 30 * time.Minute // after its charge: the next cycle is charged ahead
	renewWithin = 5 * time.Minute
)

// Renewals is the result of many renewals due at one moment.
type Renewals struct {
	PerSecond     float64
	Twice, Missed int
	Lines         []string
}

// Renew renews the plans of n lines at the same moment.
func (s Stack) Renew(ctx context.Context, n int) (r Renewals, err error) {
	if r.Lines, err = s.lines(ctx, n, s.topUp); err != nil {
		return r, err
	}
	due, err := s.allStarted(ctx, r.Lines)
	if err != nil {
		return r, err
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

// allStarted begins plans that are due at the same moment, and returns once each of them was called. The
// duration depends on the machine and its load: some plans due much later are started first to measure it.
func (s Stack) allStarted(ctx context.Context, lines []string) (due time.Time, err error) {
	others, err := s.lines(ctx, tried, s.topUp)
	if err != nil {
		return due, err
	}
	begin := time.Now()
	if err := s.start(ctx, others, begin.AddDate(0, 0, 1)); err != nil {
		return due, fmt.Errorf("start some plans: %w", err)
	}
	each := time.Since(begin) / tried
	due = time.Now().Add(startAll + startMargin*time.Duration(len(lines))*each).Truncate(time.Second)
	starting, cancel := context.WithDeadline(ctx, due)
	defer cancel()
	if err := s.start(starting, lines, due); err != nil {
		return due, fmt.Errorf("start the plans in time, at %s each: %w", each, err)
	}
	return due, nil
}

// start begins plans and waits until they were called.
func (s Stack) start(ctx context.Context, lines []string, due time.Time) error {
	for _, line := range lines {
		if _, err := s.Store.PlanSubscriptions.Begin(ctx, dueAt(line, due)); err != nil {
			return err
		}
	}
	return s.called(ctx)
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

// ShardEvents counts the history events of the present runs of all shards.
func (s Stack) ShardEvents(ctx context.Context) (events int64, err error) {
	for shard := range contract.PlanShards {
		id := contract.PlanShardWorkflowID(shard)
		found, err := s.Temporal.DescribeWorkflowExecution(ctx, id, "")
		if err != nil {
			return 0, fmt.Errorf("find %s: %w", id, err)
		}
		events += found.GetWorkflowExecutionInfo().GetHistoryLength()
	}
	return events, nil
}
