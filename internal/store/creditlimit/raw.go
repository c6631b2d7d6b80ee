package creditlimit

import (
	"context"
	"time"

	"selfcare/internal/domain/creditlimit"
)

// NoteTold records the percentage that the customer was told. The caller has locked the plan of the line.
func (q Limits) NoteTold(ctx context.Context, lineID string, kind creditlimit.Kind, percent int) error {
	// Raw: it inserts the row that it cannot change.
	_, err := q.DB.NewRaw(`
		WITH known AS (UPDATE line_limits SET told = ?2 WHERE line_id = ?0 AND kind = ?1 RETURNING kind)
		INSERT INTO line_limits (line_id, kind, told) SELECT ?0, ?1, ?2 WHERE NOT EXISTS (SELECT FROM known)`, lineID, kind, percent).Exec(ctx)
	return wrap("note what was told of a limit", err)
}

// Account returns the facts about a line that decide on its credit limit, without the chosen limit.
func (q Limits) Account(ctx context.Context, lineID string, now time.Time) (a creditlimit.Account, err error) {
	// Raw: a report over four tables.
	err = q.DB.NewRaw(`
		SELECT l.activated_at, coalesce(p.price, 0),
		       greatest(coalesce(b.amount, 0), 0) + unbilled(l.id),
		       EXISTS (SELECT FROM invoice_dues WHERE line_id = l.id AND left_over > 0 AND due_at <= ?1)
		FROM lines AS l LEFT JOIN plans AS p ON p.id = l.plan_id LEFT JOIN line_balances AS b ON b.line_id = l.id WHERE l.id = ?0`,
		lineID, now).Scan(ctx, &a.Since, (*int64)(&a.PlanPrice), (*int64)(&a.Used), &a.Overdue)
	return a, wrap("read what a line owes", err)
}
