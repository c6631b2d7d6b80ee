package bill

import (
	"context"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/bill"
)

type periodRow struct {
	bun.BaseModel `bun:"table:billing_periods,alias:b"`

	Cohort   int
	Period   string
	EndsAt   time.Time
	BilledAt time.Time
}

type asideRow struct {
	bun.BaseModel `bun:"table:bills_put_aside,alias:a"`

	LineID  string
	Period  string
	Cohort  int
	Since   time.Time
	TriedAt time.Time
}

// Expect records periods that have ended, and returns the unbilled ones up to a moment: for each bill day the oldest, so that no
// charge appears on the bill of a later month.
func (q Invoices) Expect(ctx context.Context, ended []bill.Period, upTo time.Time) (due []bill.Period, err error) {
	if len(ended) > 0 {
		expected := make([]periodRow, len(ended))
		for n, p := range ended {
			expected[n] = periodRow{Cohort: p.Cohort, Period: p.Key(), EndsAt: p.Until()}
		}
		_, err := q.DB.NewInsert().Model(&expected).ExcludeColumn("billed_at").On("CONFLICT DO NOTHING").Exec(ctx)
		if err != nil {
			return nil, wrap("expect periods", err)
		}
	}
	var rows []periodRow
	oldest := q.DB.NewSelect().Model((*periodRow)(nil)).DistinctOn("cohort").Column("cohort", "period", "ends_at").
		Where("billed_at IS NULL").Where("ends_at <= ?", upTo).Order("cohort", "ends_at")
	err = q.DB.NewSelect().TableExpr("(?) AS oldest", oldest).Column("cohort", "period").Order("ends_at", "cohort").Scan(ctx, &rows)
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
	_, err := q.DB.NewInsert().Model(&periodRow{Cohort: p.Cohort, Period: p.Key(), EndsAt: p.Until(), BilledAt: at}).
		On("CONFLICT (cohort, period) DO UPDATE").Set("billed_at = coalesce(b.billed_at, EXCLUDED.billed_at)").Exec(ctx)
	return wrap("note billed period", err)
}

// overdueAfter is the time after its end in which a period must be billed: the nightly run has a day.
const overdueAfter = 24 * time.Hour

// CountOverduePeriods counts the periods that should be billed by now, also those without any run, and returns the end of the first
// one. Periods before the first run ever do not count.
func (q Invoices) CountOverduePeriods(ctx context.Context, now time.Time) (count int, since time.Time, err error) {
	var first bun.NullTime
	// Raw: a union with periods that it generates.
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
	_, err := q.DB.NewInsert().Model(&asideRow{LineID: lineID, Period: p.Key(), Cohort: p.Cohort, Since: at, TriedAt: at}).
		On("CONFLICT (line_id, period) DO UPDATE").Set("tried_at = greatest(a.tried_at, EXCLUDED.tried_at)").Exec(ctx)
	return wrap("put bill aside", err)
}

// PutAside returns bills that were put aside before a time, the least recently tried first.
func (q Invoices) PutAside(ctx context.Context, before time.Time, most int) (aside []Aside, err error) {
	var rows []asideRow
	err = q.DB.NewSelect().Model(&rows).Where("tried_at < ?", before).Order("tried_at", "line_id").Limit(int64(most)).Scan(ctx)
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
	_, err := q.DB.NewDelete().Model((*asideRow)(nil)).Where("line_id IN (?)", bun.List(lineIDs)).Where("period = ?", p.Key()).Exec(ctx)
	return wrap("take bills back", err)
}

// CountPutAside counts the bills that are put aside.
func (q Invoices) CountPutAside(ctx context.Context) (count int, err error) {
	aside, err := q.DB.NewSelect().Model((*asideRow)(nil)).Count(ctx)
	return int(aside), wrap("count bills put aside", err)
}
