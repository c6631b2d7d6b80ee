package figure

import (
	"context"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// countedEvery is how often the renewals are counted: each count reads a row for each of them.
const countedEvery = 5 * time.Minute

// RenewalsDue returns the numbers of renewals of plans and other items that are due in each hour of the next day. A process counts them every
// five minutes, for all others.
func (q Figures) RenewalsDue(ctx context.Context, now time.Time) (hours [24]int, err error) {
	kept := renewalsDue{Hours: hours[:], CountedAt: now}
	claimed, err := tx.Changed(q.DB.NewInsert().Model(&kept).On("CONFLICT (only_one) DO UPDATE").Set("counted_at = EXCLUDED.counted_at").
		Where("r.counted_at NOT BETWEEN ? AND ?", now.Add(-countedEvery), now).Exec(ctx))
	if err != nil {
		return hours, storeerrors.Translate("claim the count of renewals", err)
	}
	if claimed == 0 {
		var counted renewalsDue
		err := q.DB.NewSelect().Model(&counted).Scan(ctx)
		copy(hours[:], counted.Hours)
		return hours, storeerrors.Translate("read the count of renewals", err)
	}
	if hours, err = q.countRenewals(ctx, now); err != nil {
		return hours, err
	}
	_, err = q.DB.NewUpdate().Model(&kept).Set("hours = ?", pgdialect.Array(hours[:])).Where("only_one").Exec(ctx)
	return hours, storeerrors.Translate("keep the count of renewals", err)
}

type renewalsDue struct {
	bun.BaseModel `bun:"table:renewals_due,alias:r"`

	Hours     []int `bun:",array"`
	CountedAt time.Time
}

func (q Figures) countRenewals(ctx context.Context, now time.Time) (hours [24]int, err error) {
	var rows []struct{ Hour, Count int }
	err = q.DB.NewSelect().Table("plan_subscriptions").ColumnExpr("floor(extract(epoch FROM due_at - ?) / 3600)::int AS hour", now).
		ColumnExpr("count(*) AS count").Where("step IN ('renew', 'items')").
		Where("due_at >= ?", now).Where("due_at < ?", now.Add(24*time.Hour)).GroupExpr("1").Scan(ctx, &rows)
	for _, row := range rows {
		hours[row.Hour] = row.Count
	}
	return hours, storeerrors.Translate("count renewals", err)
}
