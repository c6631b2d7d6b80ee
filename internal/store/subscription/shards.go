package subscription

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
)

const (
	ofShard = "get_byte(uuid_send(s.line_id), 15) = ?"
	// dueFrom is when a plan is due: a plan that was put aside, or is being switched, after a while.
	dueFrom = "greatest(s.due_at, s.aside_until, s.switching_until)"
)

// DuePlan is a plan whose step is due. Its row is locked.
type DuePlan struct {
	LineID       string
	Subscription contract.PlanSubscription
	Unreadable   error // why the plan cannot be read
}

// LockDue locks plans of a shard whose step is due until the end of the transaction, the longest due first. It skips plans that
// another process has locked.
func (q Subscriptions) LockDue(ctx context.Context, shard int, now time.Time, most int) ([]DuePlan, error) {
	var rows []struct {
		LineID string
		State  json.RawMessage
	}
	// A plan that is locked this way can still be called: the key of its row does not change.
	err := q.DB.NewSelect().Model((*row)(nil)).Column("s.line_id", "s.state").Where(ofShard, shard).Where("s.due_at IS NOT NULL").
		Where(dueFrom+" <= ?", now).OrderExpr(dueFrom).Limit(int64(most)).For("NO KEY UPDATE SKIP LOCKED").Scan(ctx, &rows)
	due := make([]DuePlan, len(rows))
	for i, found := range rows {
		due[i].LineID = found.LineID
		due[i].Unreadable = contract.Decode(found.State, &due[i].Subscription)
	}
	return due, storeerrors.Translate("lock due plans", err)
}

// FindNextDue returns when the next plan of a shard is due; zero without any.
func (q Subscriptions) FindNextDue(ctx context.Context, shard int) (time.Time, error) {
	var next sql.NullTime
	err := q.DB.NewSelect().Model((*row)(nil)).ColumnExpr("min("+dueFrom+")").Where(ofShard, shard).Where("s.due_at IS NOT NULL").Scan(ctx, &next)
	return next.Time.UTC(), storeerrors.Translate("find next due plan", err)
}

// FindLongestDue returns when the plan that is due the longest was due, or the next one will be; zero without any. It asks each shard,
// whose index has the answer.
func (q Subscriptions) FindLongestDue(ctx context.Context) (time.Time, error) {
	var longest sql.NullTime
	ofEach := q.DB.NewSelect().Model((*row)(nil)).ColumnExpr("min(" + dueFrom + ") AS due").Where("get_byte(uuid_send(s.line_id), 15) = each.shard").
		Where("s.due_at IS NOT NULL")
	err := q.DB.NewSelect().TableExpr("generate_series(0, ?) AS each (shard)", contract.PlanShards-1).Join("CROSS JOIN LATERAL (?) AS first", ofEach).
		ColumnExpr("min(first.due)").Scan(ctx, &longest)
	return longest.Time.UTC(), storeerrors.Translate("find longest due plan", err)
}

// PutAside lets a plan wait until a time, because it could not be advanced. The next written state ends that.
func (q Subscriptions) PutAside(ctx context.Context, lineID string, until time.Time) error {
	_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("aside_until = ?", until).Where("line_id = ?", lineID).Exec(ctx)
	return storeerrors.Translate("put plan aside", err)
}

// BeginSwitch leaves a plan to its workflow until a time, while the network is told of a switch. The next written state ends that. It
// waits for a shard that has locked the plan.
func (q Subscriptions) BeginSwitch(ctx context.Context, lineID string, until time.Time) error {
	_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("switching_until = ?", until).Where("line_id = ?", lineID).Exec(ctx)
	return storeerrors.Translate("begin switch", err)
}
