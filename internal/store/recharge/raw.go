package recharge

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	storeerrors "selfcare/internal/store/errors"
)

// Months returns the last months up to the present one, oldest first, months without a recharge included.
func (q Recharges) Months(ctx context.Context, lineID string, kinds []string, now time.Time, count int) (months []Month, err error) {
	// Raw: a report over months that it generates.
	err = q.DB.NewRaw(`
		WITH months AS (
		    SELECT generate_series(date_trunc('month', ?2::timestamptz AT TIME ZONE 'Asia/Riyadh') - (?3::int - 1) * interval '1 month',
		                           date_trunc('month', ?2::timestamptz AT TIME ZONE 'Asia/Riyadh'), interval '1 month') AS month
		)
		SELECT to_char(m.month, 'YYYY-MM') AS month, coalesce(sum(r.amount), 0)::bigint AS amount, count(r.id) AS count
		FROM months AS m LEFT JOIN recharges AS r ON r.line_id = ?0 AND r.kind IN (?1)
		     AND date_trunc('month', r.at AT TIME ZONE 'Asia/Riyadh') = m.month
		GROUP BY m.month ORDER BY m.month`, lineID, bun.List(kinds), now, count).Scan(ctx, &months)
	return months, storeerrors.Translate("sum recharges", err)
}
