package devstack

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	"selfcare/internal/store/seal"
)

// leapsTo is the time between a leap and the next due event: its workflow must hear of it.
const leapsTo = 3 * time.Second

// Leap moves the plan of a line forward in time: its next event (a renewal, a notice, its end) is due within seconds,
// with all the plan's times that much earlier. It returns the resulting plan.
func Leap(ctx context.Context, cfg config.Config, msisdn string) (s contract.PlanSubscription, err error) {
	err = withDatabase(ctx, cfg, func(db *bun.DB, keys *seal.Keys) error {
		books := store.New(db, keys)
		line, err := books.Lines.ByNumber(ctx, msisdn)
		if err != nil {
			return fmt.Errorf("find line %s: %w", msisdn, err)
		}
		return books.InTx(ctx, func(q *store.Tx) error {
			s, err = leap(ctx, q, line.ID, time.Now())
			return err
		})
	})
	return s, err
}

// leap writes the plan as any process other than its workflow does, and wakes the workflow.
func leap(ctx context.Context, q *store.Tx, lineID string, now time.Time) (contract.PlanSubscription, error) {
	s, err := q.PlanSubscriptions.GetLocked(ctx, lineID)
	if err != nil {
		return s, err
	}
	by := s.DueAt.Sub(now.Add(leapsTo))
	if s.Step == contract.StepNone || by <= 0 {
		return s, nil
	}
	s = earlier(s, by)
	s.Seq++
	if s.Stage == contract.SubscriptionActive {
		if err := q.Allowances.EndAt(ctx, s.LineID, s.Cycle, s.Until); err != nil {
			return s, err
		}
	}
	if err := itemsLeap(ctx, q.Renewals.DB, s.LineID, by); err != nil {
		return s, err
	}
	if err := q.PlanSubscriptions.Save(ctx, s); err != nil {
		return s, err
	}
	return s, q.PlanSubscriptions.Wake(ctx, s.LineID)
}

// itemsLeap moves the other renewing items of the line with the plan.
func itemsLeap(ctx context.Context, db bun.IDB, lineID string, by time.Duration) error {
	for _, statement := range []string{
		`UPDATE line_bundles AS b SET valid_from = b.valid_from - make_interval(secs => ?1), valid_until = b.valid_until - make_interval(secs => ?1)
		FROM line_renewals AS r WHERE r.line_id = ?0 AND r.ended_at IS NULL AND b.purchase_id = r.purchase_id AND b.item = r.item`,
		`UPDATE line_services AS s SET until = s.until - make_interval(secs => ?1)
		FROM line_renewals AS r WHERE r.line_id = ?0 AND r.ended_at IS NULL AND s.id = r.purchase_id`,
		"UPDATE line_renewals SET until = until - make_interval(secs => ?1) WHERE line_id = ?0 AND ended_at IS NULL",
	} {
		if _, err := db.NewRaw(statement, lineID, by.Seconds()).Exec(ctx); err != nil {
			return fmt.Errorf("leap of renewing items: %w", err)
		}
	}
	return nil
}

// earlier moves all times of a plan; its cycles still begin at midnight.
func earlier(s contract.PlanSubscription, by time.Duration) contract.PlanSubscription {
	s.From, s.Until, s.DueAt = s.From.Add(-by), s.Until.Add(-by), s.DueAt.Add(-by)
	s.Anchor = subscription.Midnight(s.Anchor.Add(-by)).UTC()
	if !s.ExpiredAt.IsZero() {
		s.ExpiredAt = s.ExpiredAt.Add(-by)
	}
	if s.Grace != nil {
		grace := *s.Grace
		grace.Since, grace.Until = grace.Since.Add(-by), grace.Until.Add(-by)
		s.Grace = &grace
	}
	if s.Inactive != nil {
		inactive := *s.Inactive
		inactive.Since = inactive.Since.Add(-by)
		s.Inactive = &inactive
	}
	if !s.ItemsDue.IsZero() {
		s.ItemsDue = s.ItemsDue.Add(-by)
	}
	if s.Scheduled != nil {
		scheduled := *s.Scheduled
		scheduled.StartsAt = scheduled.StartsAt.Add(-by)
		s.Scheduled = &scheduled
	}
	return s
}
