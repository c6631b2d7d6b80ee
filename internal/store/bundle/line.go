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
	err = q.DB.NewRaw(`
		SELECT bundle_id, bool_or(valid_until > ?1) AS holds FROM line_bundles WHERE line_id = ?0 GROUP BY bundle_id ORDER BY bundle_id`, lineID, at).Scan(ctx, &rows)
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
	err := q.DB.NewRaw(`
		SELECT coalesce(sum(amount) FILTER (WHERE type = 'data'), 0)::bigint, coalesce(sum(amount) FILTER (WHERE type = 'local_min'), 0)::bigint,
		       coalesce(sum(amount) FILTER (WHERE type = 'sms'), 0)::bigint
		FROM usage_events WHERE line_id = ?0 AND used_at > ?1 AND used_at <= ?2`, lineID, at.AddDate(0, 0, -days), at).
		Scan(ctx, &used.DataMB, &used.LocalMinutes, &used.SMS)
	if err != nil {
		return used, fmt.Errorf("sum usage of line: %w", err)
	}
	return used, nil
}
