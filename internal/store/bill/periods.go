package bill

import (
	"context"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/bill"
)

// Expect records periods that have ended, and returns the unbilled ones up to a moment: for each bill day the oldest, so that no
// charge appears on the bill of a later month.
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

// NoteBilledPeriod records that all lines of a period are billed. It ignores a manual run before the end of the period.
func (q Invoices) NoteBilledPeriod(ctx context.Context, p bill.Period, at time.Time) error {
	if at.Before(p.Until()) {
		return nil
	}
	return q.exec(ctx, "note billed period", `
		INSERT INTO billing_periods AS b (cohort, period, ends_at, billed_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (cohort, period) DO UPDATE SET billed_at = coalesce(b.billed_at, EXCLUDED.billed_at)`, p.Cohort, p.Key(), p.Until(), at)
}

// overdueAfter is the time after its end in which a period must be billed: the nightly run has a day.
const overdueAfter = 24 * time.Hour

// CountOverduePeriods counts the periods that should be billed by now, also those without any run, and returns the end of the first
// one. Periods before the first run ever do not count.
func (q Invoices) CountOverduePeriods(ctx context.Context, now time.Time) (count int, since time.Time, err error) {
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

// PutLineAside records that a line could not be billed for a period, and the time of the try.
func (q Invoices) PutLineAside(ctx context.Context, p bill.Period, lineID string, at time.Time) error {
	return q.exec(ctx, "put bill aside", `
		INSERT INTO bills_put_aside AS a (line_id, period, cohort, since, tried_at) VALUES (?0, ?1, ?2, ?3, ?3)
		ON CONFLICT (line_id, period) DO UPDATE SET tried_at = greatest(a.tried_at, EXCLUDED.tried_at)`, lineID, p.Key(), p.Cohort, at)
}

// PutAside returns bills that were put aside before a time, the least recently tried first.
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

// TakeBack removes lines from those put aside, in the transaction that bills them.
func (q Invoices) TakeBack(ctx context.Context, p bill.Period, lineIDs []string) error {
	return q.exec(ctx, "take bills back", "DELETE FROM bills_put_aside WHERE line_id IN (?) AND period = ?", bun.List(lineIDs), p.Key())
}

// CountPutAside counts the bills that are put aside.
func (q Invoices) CountPutAside(ctx context.Context) (count int, err error) {
	_, err = q.row(ctx, "count bills put aside", "SELECT count(*) FROM bills_put_aside", nil, &count)
	return count, err
}
