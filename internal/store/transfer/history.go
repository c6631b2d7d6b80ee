package transfer

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
)

// OfLine returns one page of a line's sent and received transfers of some kinds, newest first, and their total.
func (q Transfers) OfLine(ctx context.Context, lineID string, kinds []string, page, size int) (found []Transfer, total int, err error) {
	mine := q.DB.NewSelect().Model((*row)(nil)).Where("?::uuid IN (from_line, to_line)", lineID).Where("kind IN (?)", bun.List(kinds)).
		Where("from_line = ? OR outcome = 'done'", lineID)
	count, err := mine.Clone().Count(ctx)
	if err != nil {
		return nil, 0, wrap("count transfers", err)
	}
	found, err = q.list(ctx, lineID, mine.ColumnExpr("t.*").Order("at DESC", "seq DESC").Limit(int64(size)).Offset(int64((page-1)*size)))
	return found, int(count), err
}

// list reads transfers as one of their lines sees them.
func (q Transfers) list(ctx context.Context, lineID string, mine *bun.SelectQuery) (found []Transfer, err error) {
	err = q.DB.NewSelect().TableExpr("(?) AS t", mine).
		Join("LEFT JOIN lines AS l ON l.id = CASE WHEN t.from_line = ? THEN t.to_line ELSE t.from_line END", lineID).
		Column("t.id", "t.number", "t.kind", "t.from_line", "t.amount", "t.outcome", "t.at").
		ColumnExpr("coalesce(t.to_line::text, '') AS to_line").ColumnExpr("coalesce(l.msisdn, t.party) AS party").
		ColumnExpr("coalesce(t.megabytes, 0) AS megabytes").Order("t.at DESC", "t.seq DESC").Scan(ctx, &found)
	return found, wrap("list transfers", err)
}

// Month sums up the sent and received transfers of a line in one month of Riyadh.
type Month struct {
	Month    string // YYYY-MM
	Sent     contract.Halalas
	Received contract.Halalas
	Count    int
}

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
