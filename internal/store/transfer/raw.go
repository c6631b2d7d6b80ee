package transfer

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

// Months returns the last months up to the present one, oldest first, months without a transfer included. Returned transfers do
// not count.
func (q Transfers) Months(ctx context.Context, lineID string, kinds []string, now time.Time, count int) (months []Month, err error) {
	// Raw: it joins a series of months.
	err = q.DB.NewRaw(`
		WITH months AS (
		    SELECT generate_series(date_trunc('month', ?2::timestamptz AT TIME ZONE 'Asia/Riyadh') - (?3::int - 1) * interval '1 month',
		                           date_trunc('month', ?2::timestamptz AT TIME ZONE 'Asia/Riyadh'), interval '1 month') AS month
		)
		SELECT to_char(m.month, 'YYYY-MM') AS month, coalesce(sum(t.amount) FILTER (WHERE t.from_line = ?0), 0)::bigint AS sent,
		       coalesce(sum(t.amount) FILTER (WHERE t.to_line = ?0), 0)::bigint AS received, count(t.id) AS count
		FROM months AS m LEFT JOIN transfers AS t ON ?0::uuid IN (t.from_line, t.to_line) AND t.kind IN (?1) AND t.outcome = 'done'
		     AND date_trunc('month', t.at AT TIME ZONE 'Asia/Riyadh') = m.month
		GROUP BY m.month ORDER BY m.month`, lineID, bun.List(kinds), now, count).Scan(ctx, &months)
	return months, wrap("sum transfers", err)
}
