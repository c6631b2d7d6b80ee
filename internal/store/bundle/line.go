package bundle

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/bundle"
	"selfcare/internal/store/usage"
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
	sums, err := usage.ByType(ctx, q.DB, lineID, at, days)
	if err != nil {
		return bundle.Used{}, fmt.Errorf("sum usage of line: %w", err)
	}
	return bundle.Used{DataMB: sums[allowance.Data], LocalMinutes: sums[allowance.LocalMinutes], SMS: sums[allowance.Messages], Days: days}, nil
}
