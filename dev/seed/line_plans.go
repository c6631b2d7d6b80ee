package seed

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
)

// lineWithoutPlan is a line in service whose plan of the catalogue has not begun.
type lineWithoutPlan struct {
	ID     string
	PlanID string
	Type   string
	Since  time.Time
	Cycle  int // the present one by the line's buckets; zero if they do not tell
	From   time.Time
	Until  time.Time
}

// BeginPlans begins the plan of each line in service that has none: development data, tests and benches add lines without an order.
// A line that fails does not stop the others. A plan that has begun stays as it is, so it may be repeated.
func BeginPlans(ctx context.Context, db bun.IDB, s *store.Store, now time.Time) (faults error) {
	lines, err := linesWithoutPlan(ctx, db, now)
	if err != nil {
		return fmt.Errorf("find lines without a plan: %w", err)
	}
	for _, line := range lines {
		if err := beginPlan(ctx, s, line, now); err != nil {
			faults = errors.Join(faults, fmt.Errorf("begin the plan of line %s: %w", line.ID, err))
		}
	}
	return faults
}

func linesWithoutPlan(ctx context.Context, db bun.IDB, now time.Time) (lines []lineWithoutPlan, err error) {
	cycle := db.NewSelect().Table("line_allowances").Column("cycle").
		ColumnExpr("min(valid_from) AS valid_from").ColumnExpr("max(valid_until) AS valid_until").
		Where("line_id = l.id").Where("cycle > 0").Where("valid_from <= ?", now).Where("valid_until > ?", now).
		Group("cycle").Order("cycle DESC").Limit(1)
	err = db.NewSelect().TableExpr("lines AS l").Column("l.id", "l.plan_id").
		ColumnExpr("l.subscription_type AS type").ColumnExpr("l.activated_at AS since").
		ColumnExpr("coalesce(c.cycle, 0) AS cycle").ColumnExpr("c.valid_from AS from").ColumnExpr("c.valid_until AS until").
		Join("JOIN plans AS p ON p.id = l.plan_id").Join("LEFT JOIN plan_subscriptions AS s ON s.line_id = l.id").
		Join("LEFT JOIN LATERAL (?) AS c ON true", cycle).
		Where("l.status <> 'ended'").Where("s.line_id IS NULL").Order("l.id").Scan(ctx, &lines)
	return lines, err
}

// beginPlan grants the buckets of the present cycle, unless the line has them.
func beginPlan(ctx context.Context, s *store.Store, line lineWithoutPlan, now time.Time) error {
	return s.InTx(ctx, func(q *store.Tx) error {
		plan, err := q.PlanSubscriptions.Terms(ctx, line.PlanID)
		if err != nil {
			return err
		}
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return err
		}
		begins := subscription.Scheduled(presentCycle(line, plan, now), settings.Subscription.Rules())
		begun, err := q.PlanSubscriptions.Begin(ctx, begins)
		if err != nil || !begun || line.Cycle > 0 {
			return err
		}
		return q.PlanSubscriptions.GrantCycle(ctx, begins, line.PlanID)
	})
}

// presentCycle is the plan in its present cycle, which is paid: the cycle of the line's buckets, or else counted from the first day in
// service.
func presentCycle(line lineWithoutPlan, plan subscription.Plan, now time.Time) contract.PlanSubscription {
	s := contract.PlanSubscription{LineID: line.ID, PlanID: line.PlanID, Type: line.Type, Language: texts.Arabic}
	if line.Cycle > 0 {
		s = subscription.Begin(s, plan, line.From)
		s.Cycle, s.Until = line.Cycle, line.Until.UTC()
		s.Anchor, s.AnchorCycle = subscription.Midnight(line.Until).UTC(), line.Cycle+1
		return s
	}
	s = subscription.Begin(s, plan, line.Since)
	if gone := plan.Period.Elapsed(s.Anchor, now); gone > 0 {
		s.Cycle += gone
		s.From, s.Until = plan.Period.After(s.Anchor, gone).UTC(), plan.Period.After(s.Anchor, gone+1).UTC()
	}
	return s
}
