package bundle

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/domain/bundle"
)

// OfLine returns the bundles that a line has ever had, each once, and those that it has at a moment or will have.
func (q Bundles) OfLine(ctx context.Context, lineID string, at time.Time) (bought, holds []string, err error) {
	var rows []struct {
		BundleID string `bun:"bundle_id"`
		Holds    bool   `bun:"holds"`
	}
	err = q.DB.NewSelect().Table("line_bundles").Column("bundle_id").ColumnExpr("bool_or(valid_until > ?) AS holds", at).
		Where("line_id = ?", lineID).Group("bundle_id").Order("bundle_id").Scan(ctx, &rows)
	if err != nil {
		return nil, nil, fmt.Errorf("list bundles of line: %w", err)
	}
	for _, row := range rows {
		bought = append(bought, row.BundleID)
		if row.Holds {
			holds = append(holds, row.BundleID)
		}
	}
	return bought, holds, nil
}

// ReadUsed returns the usage of a line within some days up to a moment, of the types in bundles.
func (q Bundles) ReadUsed(ctx context.Context, lineID string, at time.Time, days int) (bundle.Used, error) {
	used := bundle.Used{Days: days}
	err := q.DB.NewSelect().Table("usage_events").
		ColumnExpr("coalesce(sum(amount) FILTER (WHERE type = 'data'), 0)::bigint").
		ColumnExpr("coalesce(sum(amount) FILTER (WHERE type = 'local_min'), 0)::bigint").
		ColumnExpr("coalesce(sum(amount) FILTER (WHERE type = 'sms'), 0)::bigint").
		Where("line_id = ?", lineID).Where("used_at > ?", at.AddDate(0, 0, -days)).Where("used_at <= ?", at).
		Scan(ctx, &used.DataMB, &used.LocalMinutes, &used.SMS)
	if err != nil {
		return used, fmt.Errorf("sum usage of line: %w", err)
	}
	return used, nil
}
