package transfer

import (
	"context"
	"time"

	"selfcare/internal/contract"
)

// OfLine returns one page of a line's sent and received transfers of some kinds, newest first, and their total.
func (q Transfers) OfLine(ctx context.Context, lineID string, kinds []string, page, size int) (found []Transfer, total int, err error) {
	const mine = "($1::uuid IN (from_line, to_line) AND kind = ANY($2) AND (from_line = $1 OR outcome = 'done'))"
	if _, err = q.row(ctx, "count transfers", []any{&total}, "SELECT count(*) FROM transfers WHERE "+mine, lineID, kinds); err != nil {
		return nil, 0, err
	}
	rows, err := q.DB.Query(ctx, `
		SELECT t.id, t.number, t.kind, t.from_line, coalesce(t.to_line::text, ''), coalesce(l.msisdn, t.party), t.amount, coalesce(t.megabytes, 0), t.outcome, t.at
		FROM (SELECT * FROM transfers WHERE `+mine+` ORDER BY at DESC, seq DESC LIMIT $3 OFFSET $4) AS t
		LEFT JOIN lines AS l ON l.id = CASE WHEN t.from_line = $1 THEN t.to_line ELSE t.from_line END ORDER BY t.at DESC, t.seq DESC`,
		lineID, kinds, size, (page-1)*size)
	if err != nil {
		return nil, 0, wrap("list transfers", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var t Transfer
		err := rows.Scan(&t.ID, &t.Number, &t.Kind, &t.FromLine, &t.ToLine, &t.Party, (*int64)(&t.Amount), &t.Megabytes, &t.Outcome, &t.At)
		if err != nil {
			return nil, 0, wrap("list transfers", err)
		}
		found = append(found, t)
	}
	return found, total, wrap("list transfers", rows.Err())
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
	rows, err := q.DB.Query(ctx, `
		WITH months AS (
		    SELECT generate_series(date_trunc('month', $3::timestamptz AT TIME ZONE 'Asia/Riyadh') - ($4::int - 1) * interval '1 month',
		                           date_trunc('month', $3::timestamptz AT TIME ZONE 'Asia/Riyadh'), interval '1 month') AS month
		)
		SELECT to_char(m.month, 'YYYY-MM'), coalesce(sum(t.amount) FILTER (WHERE t.from_line = $1), 0)::bigint,
		       coalesce(sum(t.amount) FILTER (WHERE t.to_line = $1), 0)::bigint, count(t.id)
		FROM months AS m LEFT JOIN transfers AS t ON $1::uuid IN (t.from_line, t.to_line) AND t.kind = ANY($2) AND t.outcome = 'done'
		     AND date_trunc('month', t.at AT TIME ZONE 'Asia/Riyadh') = m.month
		GROUP BY m.month ORDER BY m.month`, lineID, kinds, now, count)
	if err != nil {
		return nil, wrap("sum transfers", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var m Month
		if err := rows.Scan(&m.Month, (*int64)(&m.Sent), (*int64)(&m.Received), &m.Count); err != nil {
			return nil, wrap("sum transfers", err)
		}
		months = append(months, m)
	}
	return months, wrap("sum transfers", rows.Err())
}
