package autorecharge

import (
	"context"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
)

// dueFrom is when a rule is looked at: a rule that was put aside, after a while.
const dueFrom = "greatest(r.due_at, r.aside_until)"

// DueRule is a rule that has work now. Its row is locked.
type DueRule struct {
	contract.AutoRecharge

	DueAt time.Time
}

// LockDue locks rules that have work until the end of the transaction, the longest due first. It skips the rules of some ids, and
// those that another process has locked. A paused rule has work until its customer is told.
func (q Rules) LockDue(ctx context.Context, now time.Time, most int, without []string) ([]DueRule, error) {
	return q.lockDue(ctx, now, func(s *bun.SelectQuery) *bun.SelectQuery {
		if len(without) > 0 {
			s = s.Where("r.id <> ALL (?::uuid[])", pgdialect.Array(without))
		}
		return s.OrderExpr(dueFrom).Limit(int64(most))
	})
}

// LockDueRule is LockDue for a single rule.
func (q Rules) LockDueRule(ctx context.Context, id string, now time.Time) ([]DueRule, error) {
	return q.lockDue(ctx, now, func(s *bun.SelectQuery) *bun.SelectQuery { return s.Where("r.id = ?", id) })
}

func (q Rules) lockDue(ctx context.Context, now time.Time, narrow func(*bun.SelectQuery) *bun.SelectQuery) ([]DueRule, error) {
	var rows []ruleRow
	err := q.DB.NewSelect().Model(&rows).Where("r.due_at IS NOT NULL").Where(dueFrom+" <= ?", now).Apply(narrow).For("NO KEY UPDATE SKIP LOCKED").Scan(ctx)
	due := make([]DueRule, len(rows))
	for i, row := range rows {
		due[i] = DueRule{row.rule(), row.DueAt.Time}
	}
	return due, storeerrors.Translate("lock due auto-recharges", err)
}

// Looked is a rule after a look at it. Next is the next look; zero for none.
type Looked struct {
	ID          string
	DueAt, Next time.Time
}

// Advance stores the next looks of rules. A rule that was changed since the last look keeps the look of that change.
func (q Rules) Advance(ctx context.Context, looked []Looked) error {
	if len(looked) == 0 {
		return nil
	}
	type next struct {
		ID   string       `bun:"type:uuid"`
		Seen time.Time    `bun:"type:timestamptz"`
		Next bun.NullTime `bun:"type:timestamptz"`
	}
	values := make([]next, len(looked))
	for i, one := range looked {
		values[i] = next{one.ID, one.DueAt, bun.NullTime{Time: one.Next}}
	}
	_, err := q.DB.NewUpdate().With("n", q.DB.NewValues(&values)).Model((*ruleRow)(nil)).TableExpr("n").Set("due_at = n.next").Set("aside_until = NULL").
		Where("r.id = n.id").Where("r.due_at = n.seen").Exec(ctx)
	return storeerrors.Translate("store next looks at auto-recharges", err)
}

// PutAside lets a rule wait until a time, because the work for it failed. The next written look ends that.
func (q Rules) PutAside(ctx context.Context, id string, until time.Time) error {
	_, err := q.DB.NewUpdate().Model((*ruleRow)(nil)).Set("aside_until = ?", until).Where("id = ?", id).Where("due_at IS NOT NULL").Exec(ctx)
	return storeerrors.Translate("put auto-recharge aside", err)
}
