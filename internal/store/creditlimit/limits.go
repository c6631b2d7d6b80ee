package creditlimit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/creditlimit"
)

// Limits stores the limits of lines. Each write is one effect; related writes share a transaction.
type Limits struct{ DB bun.IDB }

// Row is one limit of a line.
type Row struct {
	LineID string
	Kind   creditlimit.Kind
	Amount contract.Halalas // zero for the default credit limit
	Told   int
	Lifted int    // cycle in which it is lifted; zero otherwise
	UserID string // of the user who set it
}

// OfLines returns the stored limits of some lines.
func (q Limits) OfLines(ctx context.Context, lineIDs ...string) (found []Row, err error) {
	var rows []struct {
		LineID, Kind, UserID string
		Amount               int64
		Told, Lifted         int
	}
	err = q.DB.NewRaw(`
		SELECT line_id, kind, coalesce(amount, 0) AS amount, told, coalesce(lifted_cycle, 0) AS lifted, coalesce(user_id::text, '') AS user_id
		FROM line_limits WHERE line_id IN (?)`, bun.List(lineIDs)).Scan(ctx, &rows)
	for _, r := range rows {
		found = append(found, Row{r.LineID, creditlimit.Kind(r.Kind), contract.Halalas(r.Amount), r.Told, r.Lifted, r.UserID})
	}
	return found, wrap("read limits", err)
}

// NoteTold records the percentage that the customer was told. The caller has locked the plan of the line.
func (q Limits) NoteTold(ctx context.Context, lineID string, kind creditlimit.Kind, percent int) error {
	return q.exec(ctx, "note what was told of a limit", `
		WITH known AS (UPDATE line_limits SET told = ?2 WHERE line_id = ?0 AND kind = ?1 RETURNING kind)
		INSERT INTO line_limits (line_id, kind, told) SELECT ?0, ?1, ?2 WHERE NOT EXISTS (SELECT FROM known)`, lineID, string(kind), percent)
}

// Change is one change of a credit limit with the facts of its decision. Its id is the idempotency key.
type Change struct {
	ID      string
	LineID  string
	UserID  string
	Before  contract.Halalas
	Amount  contract.Halalas
	Used    contract.Halalas
	Lowest  contract.Halalas
	Highest contract.Halalas
	At      time.Time
}

// Change stores a change of a credit limit, and puts it into force.
func (q Limits) Change(ctx context.Context, c Change) error {
	err := q.exec(ctx, "change credit limit", `
		INSERT INTO credit_limit_changes (id, line_id, user_id, before, amount, used, lowest, highest, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		c.ID, c.LineID, c.UserID, int64(c.Before), int64(c.Amount), int64(c.Used), int64(c.Lowest), int64(c.Highest), c.At)
	if err != nil {
		return err
	}
	return q.Set(ctx, Row{LineID: c.LineID, Kind: creditlimit.Credit, Amount: c.Amount, UserID: c.UserID}, c.At)
}

// IsMade tells whether a change of a credit limit is stored.
func (q Limits) IsMade(ctx context.Context, id string) (known bool, err error) {
	err = q.DB.NewRaw("SELECT EXISTS (SELECT FROM credit_limit_changes WHERE id = ?)", id).Scan(ctx, &known)
	return known, wrap("find change of credit limit", err)
}

// Set stores a limit; a lifted limit applies again.
func (q Limits) Set(ctx context.Context, r Row, at time.Time) error {
	return q.exec(ctx, "set limit", `
		INSERT INTO line_limits (line_id, kind, amount, user_id, changed_at) VALUES (?0, ?1, ?2, ?3, ?4)
		ON CONFLICT (line_id, kind) DO UPDATE SET amount = ?2, user_id = ?3, changed_at = ?4, lifted_cycle = NULL`,
		r.LineID, string(r.Kind), int64(r.Amount), r.UserID, at)
}

// Remove removes a cap.
func (q Limits) Remove(ctx context.Context, lineID string, kind creditlimit.Kind) error {
	return q.exec(ctx, "remove cap", "DELETE FROM line_limits WHERE line_id = ? AND kind = ?", lineID, string(kind))
}

// Lift lifts a cap for a cycle.
func (q Limits) Lift(ctx context.Context, lineID string, kind creditlimit.Kind, cycle int) error {
	return q.exec(ctx, "lift cap", "UPDATE line_limits SET lifted_cycle = ?2 WHERE line_id = ?0 AND kind = ?1", lineID, string(kind), cycle)
}

// SumUsed returns the usage of a line beyond its plan since a moment, and the part of it in other countries.
func (q Limits) SumUsed(ctx context.Context, lineID string, since time.Time) (extra, roaming contract.Halalas, err error) {
	err = q.DB.NewRaw(`
		SELECT coalesce(sum(charged), 0)::bigint, coalesce(sum(charged) FILTER (WHERE type IN (?2)), 0)::bigint
		FROM usage_events WHERE line_id = ?0 AND charged > 0 AND used_at >= ?1`,
		lineID, since, bun.List(creditlimit.RoamingTypes())).Scan(ctx, (*int64)(&extra), (*int64)(&roaming))
	return extra, roaming, wrap("sum up what is used beyond the plan", err)
}

// Account returns the facts about a line that decide on its credit limit, without the chosen limit.
func (q Limits) Account(ctx context.Context, lineID string, now time.Time) (a creditlimit.Account, err error) {
	err = q.DB.NewRaw(`
		SELECT l.activated_at, coalesce(p.price, 0),
		       greatest(coalesce(b.amount, 0), 0) + unbilled(l.id),
		       EXISTS (SELECT FROM invoice_dues WHERE line_id = l.id AND left_over > 0 AND due_at <= ?1)
		FROM lines AS l LEFT JOIN plans AS p ON p.id = l.plan_id LEFT JOIN line_balances AS b ON b.line_id = l.id WHERE l.id = ?0`,
		lineID, now).Scan(ctx, &a.Since, (*int64)(&a.PlanPrice), (*int64)(&a.Used), &a.Overdue)
	return a, wrap("read what a line owes", err)
}

// ListCharged returns the lines of numbers with a plan workflow, in the order in which they are locked.
func (q Limits) ListCharged(ctx context.Context, numbers []string) (lineIDs []string, err error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	err = q.DB.NewRaw(`
		SELECT s.line_id FROM plan_subscriptions AS s WHERE s.line_id IN (SELECT id FROM lines WHERE msisdn IN (?) AND status <> 'ended')
		ORDER BY s.line_id FOR UPDATE OF s`, bun.List(numbers)).Scan(ctx, &lineIDs)
	return lineIDs, wrap("find lines that were charged", err)
}

func (q Limits) exec(ctx context.Context, operation, statement string, args ...any) error {
	_, err := q.DB.NewRaw(statement, args...).Exec(ctx)
	return wrap(operation, err)
}

func wrap(operation string, err error) error {
	if err == nil || errors.Is(err, sql.ErrNoRows) {
		return err
	}
	return fmt.Errorf("%s: %w", operation, err)
}
