package bill

import (
	"context"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/bill"
)

// Expect notes periods that have ended, and answers with those up to a moment that are to be billed: of each bill day the oldest, so
// that no charge stands on the bill of a later month.
func (q Invoices) Expect(ctx context.Context, ended []bill.Period, upTo time.Time) (due []bill.Period, err error) {
	if err := q.exec(ctx, "expect periods", `
		INSERT INTO billing_periods (cohort, period, ends_at) SELECT * FROM unnest(?::int[], ?::text[], ?::timestamptz[]) ON CONFLICT DO NOTHING`,
		columnsOf(ended)...); err != nil {
		return nil, err
	}
	var rows []struct {
		Cohort int
		Period string
	}
	err = q.DB.NewRaw(`
		SELECT cohort, period FROM (
		    SELECT DISTINCT ON (cohort) cohort, period, ends_at FROM billing_periods WHERE billed_at IS NULL AND ends_at <= ? ORDER BY cohort, ends_at
		) AS oldest ORDER BY ends_at, cohort`, upTo).Scan(ctx, &rows)
	for _, row := range rows {
		period, broken := bill.PeriodOf(row.Cohort, row.Period)
		if broken != nil {
			return due, broken
		}
		due = append(due, period)
	}
	return due, wrap("list periods to bill", err)
}

func columnsOf(periods []bill.Period) []any {
	cohorts, keys, ends := make([]int, len(periods)), make([]string, len(periods)), make([]time.Time, len(periods))
	for n, p := range periods {
		cohorts[n], keys[n], ends[n] = p.Cohort, p.Key(), p.Until()
	}
	return []any{pgdialect.Array(cohorts), pgdialect.Array(keys), pgdialect.Array(ends)}
}

// PeriodBilled notes that all lines of a period were billed. Before its end, where it was billed by hand, that is not true.
func (q Invoices) PeriodBilled(ctx context.Context, p bill.Period, at time.Time) error {
	if at.Before(p.Until()) {
		return nil
	}
	return q.exec(ctx, "note billed period", `
		INSERT INTO billing_periods AS b (cohort, period, ends_at, billed_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (cohort, period) DO UPDATE SET billed_at = coalesce(b.billed_at, EXCLUDED.billed_at)`, p.Cohort, p.Key(), p.Until(), at)
}

// overdueAfter is how long after its end a period must be billed: the night's run has a day for it.
const overdueAfter = 24 * time.Hour

// PeriodsOverdue counts the periods that should have been billed by now, also where no run has noted them, and says when the first of them
// ended. Nothing is missing from before the first run ever.
func (q Invoices) PeriodsOverdue(ctx context.Context, now time.Time) (count int, since time.Time, err error) {
	var first bun.NullTime
	_, err = q.row(ctx, "count periods that are not billed", `
		WITH overdue AS (
		    SELECT ends_at FROM billing_periods WHERE billed_at IS NULL AND ends_at < ?3
		    UNION ALL
		    SELECT e.ends_at FROM unnest(?0::int[], ?1::text[], ?2::timestamptz[]) AS e (cohort, period, ends_at)
		    WHERE e.ends_at BETWEEN (SELECT min(ends_at) FROM billing_periods) AND ?3
		      AND NOT EXISTS (SELECT FROM billing_periods AS b WHERE b.cohort = e.cohort AND b.period = e.period)
		) SELECT count(*), min(ends_at) FROM overdue`,
		append(columnsOf(bill.Ended(now, bill.LookBack)), now.Add(-overdueAfter)), &count, &first)
	return count, first.Time, err
}

// Aside is a line that could not be billed for a period.
type Aside struct {
	LineID string
	Period bill.Period
}

// PutLineAside notes that a line could not be billed for a period, and when that was tried.
func (q Invoices) PutLineAside(ctx context.Context, p bill.Period, lineID string, at time.Time) error {
	return q.exec(ctx, "put bill aside", `
		INSERT INTO bills_put_aside AS a (line_id, period, cohort, since, tried_at) VALUES (?0, ?1, ?2, ?3, ?3)
		ON CONFLICT (line_id, period) DO UPDATE SET tried_at = greatest(a.tried_at, EXCLUDED.tried_at)`, lineID, p.Key(), p.Cohort, at)
}

// PutAside are bills that were put aside before a time, the one tried longest ago first.
func (q Invoices) PutAside(ctx context.Context, before time.Time, most int) (aside []Aside, err error) {
	var rows []struct {
		LineID, Period string
		Cohort         int
	}
	err = q.DB.NewRaw("SELECT line_id, period, cohort FROM bills_put_aside WHERE tried_at < ? ORDER BY tried_at, line_id LIMIT ?", before, most).Scan(ctx, &rows)
	for _, row := range rows {
		period, broken := bill.PeriodOf(row.Cohort, row.Period)
		if broken != nil {
			return aside, broken
		}
		aside = append(aside, Aside{row.LineID, period})
	}
	return aside, wrap("find bills put aside", err)
}

// TakeBack forgets that lines were put aside, within the transaction that bills them.
func (q Invoices) TakeBack(ctx context.Context, p bill.Period, lineIDs []string) error {
	return q.exec(ctx, "take bills back", "DELETE FROM bills_put_aside WHERE line_id IN (?) AND period = ?", bun.List(lineIDs), p.Key())
}

// CountPutAside counts the bills that are put aside.
func (q Invoices) CountPutAside(ctx context.Context) (count int, err error) {
	_, err = q.row(ctx, "count bills put aside", "SELECT count(*) FROM bills_put_aside", nil, &count)
	return count, err
}
