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
	bun.BaseModel `bun:"table:line_limits,alias:l"`

	LineID string
	Kind   creditlimit.Kind
	Amount contract.Halalas // zero for the default credit limit
	Told   int
	Lifted int    `bun:"lifted_cycle,nullzero"` // cycle in which it is lifted; zero otherwise
	UserID string // of the user who set it
}

// OfLines returns the stored limits of some lines.
func (q Limits) OfLines(ctx context.Context, lineIDs ...string) (found []Row, err error) {
	err = q.DB.NewSelect().Model(&found).Where("line_id IN (?)", bun.List(lineIDs)).Scan(ctx)
	return found, wrap("read limits", err)
}

// Change is one change of a credit limit with the facts of its decision. Its id is the idempotency key.
type Change struct {
	bun.BaseModel `bun:"table:credit_limit_changes,alias:c"`

	ID      string `bun:",pk"`
	LineID  string
	UserID  string
	Before  contract.Halalas
	Amount  contract.Halalas
	Used    contract.Halalas
	Lowest  contract.Halalas
	Highest contract.Halalas
	At      time.Time `bun:"changed_at"`
}

// Change stores a change of a credit limit, and puts it into force.
func (q Limits) Change(ctx context.Context, c Change) error {
	if _, err := q.DB.NewInsert().Model(&c).Exec(ctx); err != nil {
		return wrap("change credit limit", err)
	}
	return q.Set(ctx, Row{LineID: c.LineID, Kind: creditlimit.Credit, Amount: c.Amount, UserID: c.UserID}, c.At)
}

// IsMade tells whether a change of a credit limit is stored.
func (q Limits) IsMade(ctx context.Context, id string) (known bool, err error) {
	known, err = q.DB.NewSelect().Model((*Change)(nil)).Where("id = ?", id).Exists(ctx)
	return known, wrap("find change of credit limit", err)
}

// Set stores a limit; a lifted limit applies again.
func (q Limits) Set(ctx context.Context, r Row, at time.Time) error {
	_, err := q.DB.NewInsert().Model(&r).Value("changed_at", "?", at).On("CONFLICT (line_id, kind) DO UPDATE").Set("amount = EXCLUDED.amount").
		Set("user_id = EXCLUDED.user_id").Set("changed_at = EXCLUDED.changed_at").Set("lifted_cycle = NULL").Exec(ctx)
	return wrap("set limit", err)
}

// Remove removes a cap.
func (q Limits) Remove(ctx context.Context, lineID string, kind creditlimit.Kind) error {
	_, err := q.DB.NewDelete().Model((*Row)(nil)).Where("line_id = ?", lineID).Where("kind = ?", kind).Exec(ctx)
	return wrap("remove cap", err)
}

// Lift lifts a cap for a cycle.
func (q Limits) Lift(ctx context.Context, lineID string, kind creditlimit.Kind, cycle int) error {
	_, err := q.DB.NewUpdate().Model((*Row)(nil)).Set("lifted_cycle = ?", cycle).Where("line_id = ?", lineID).Where("kind = ?", kind).Exec(ctx)
	return wrap("lift cap", err)
}

// SumUsed returns the usage of a line beyond its plan since a moment, and the part of it in other countries.
func (q Limits) SumUsed(ctx context.Context, lineID string, since time.Time) (extra, roaming contract.Halalas, err error) {
	err = q.DB.NewSelect().Table("usage_charges").ColumnExpr("coalesce(sum(charged), 0)::bigint").
		ColumnExpr("coalesce(sum(charged) FILTER (WHERE type IN (?)), 0)::bigint", bun.List(creditlimit.RoamingTypes())).
		Where("line_id = ?", lineID).Where("used_at >= ?", since).Scan(ctx, (*int64)(&extra), (*int64)(&roaming))
	return extra, roaming, wrap("sum up what is used beyond the plan", err)
}

// ListCharged returns the lines of numbers with a plan workflow, in the order in which they are locked.
func (q Limits) ListCharged(ctx context.Context, numbers []string) (lineIDs []string, err error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	inService := q.DB.NewSelect().Table("lines").Column("id").Where("msisdn IN (?)", bun.List(numbers)).Where("status <> 'ended'")
	err = q.DB.NewSelect().TableExpr("plan_subscriptions AS s").Column("s.line_id").Where("s.line_id IN (?)", inService).
		Order("s.line_id").For("UPDATE OF s").Scan(ctx, &lineIDs)
	return lineIDs, wrap("find lines that were charged", err)
}

func wrap(operation string, err error) error {
	if err == nil || errors.Is(err, sql.ErrNoRows) {
		return err
	}
	return fmt.Errorf("%s: %w", operation, err)
}
