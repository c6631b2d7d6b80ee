package bill

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
)

// row reads one row; false without one.
func (q Invoices) row(ctx context.Context, operation, statement string, args []any, into ...any) (found bool, err error) {
	// Raw: reports over several tables.
	err = q.DB.NewRaw(statement, args...).Scan(ctx, into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, wrap(operation, err)
}

// Cohort returns the next lines of a bill day after a line, sorted by id. It locks them: until the end of the transaction no
// charge, usage or end of these lines is written.
func (q Invoices) Cohort(ctx context.Context, p bill.Period, after string, most int) (lines []ToBill, err error) {
	// Raw: it locks lines before it joins the rest to them.
	err = q.DB.NewRaw(`
		WITH batch AS (
		    SELECT id, status FROM lines
		    WHERE subscription_type = 'postpaid' AND extract(day FROM activated_at AT TIME ZONE 'Asia/Riyadh') = ?0 AND activated_at < ?1
		      AND id > coalesce(nullif(?2, '')::uuid, '00000000-0000-0000-0000-000000000000')
		    ORDER BY id LIMIT ?3 FOR NO KEY UPDATE
		)
		SELECT b.id AS line_id, b.status = 'ended' AS ended, i.id IS NOT NULL AS billed, coalesce(s.state ->> 'language', '') AS language
		FROM batch AS b LEFT JOIN invoices AS i ON i.line_id = b.id AND i.period = ?4
		LEFT JOIN plan_subscriptions AS s ON s.line_id = b.id ORDER BY b.id`,
		p.Cohort, p.Until(), after, most, p.Key()).Scan(ctx, &lines)
	return lines, wrap("read lines to bill", err)
}

// LineToBill returns one postpaid line of a bill day, locked as in Cohort.
func (q Invoices) LineToBill(ctx context.Context, p bill.Period, lineID string) (line ToBill, err error) {
	// Raw: it locks lines before it joins the rest to them.
	err = q.DB.NewRaw(`
		WITH line AS (SELECT id, status FROM lines WHERE id = ?0 FOR NO KEY UPDATE)
		SELECT b.id AS line_id, b.status = 'ended' AS ended, i.id IS NOT NULL AS billed, coalesce(s.state ->> 'language', '') AS language
		FROM line AS b LEFT JOIN invoices AS i ON i.line_id = b.id AND i.period = ?1 LEFT JOIN plan_subscriptions AS s ON s.line_id = b.id`,
		lineID, p.Key()).Scan(ctx, &line)
	return line, wrap("read line to bill", err)
}

// Charges returns the unbilled charges of lines: the cycles that began before a time, and the usage before it, summed by type.
func (q Invoices) Charges(ctx context.Context, lineIDs []string, before time.Time) (map[string][]bill.Charge, error) {
	var rows []charge
	// Raw: a union of several tables.
	err := q.DB.NewRaw(`
		SELECT line_id, coalesce('service:' || service_id, item) AS item, coalesce(v.name_en, '') AS name_en, coalesce(v.name_ar, '') AS name_ar, false AS usage,
		       plan_id, 1 AS quantity, '' AS unit, cycle_from AS "from", cycle_until AS until, amount
		FROM subscription_charges LEFT JOIN services AS v ON v.id = service_id
		WHERE line_id IN (?0) AND paid_by = 'invoice' AND invoice_id IS NULL AND waived_at IS NULL AND cycle_from < ?1
		UNION ALL
		SELECT line_id, type, '', '', true, '', sum(amount)::bigint, min(unit), min(used_at), max(used_at), sum(charged)::bigint
		FROM usage_charges WHERE line_id IN (?0) AND invoice_id IS NULL AND taken_by IS NULL AND NOT written_off AND used_at < ?1 GROUP BY line_id, type`,
		bun.List(lineIDs), before).Scan(ctx, &rows)
	charges := map[string][]bill.Charge{}
	for _, c := range rows {
		charges[c.LineID] = append(charges[c.LineID], bill.Charge{
			Item: c.Item, NameEn: c.NameEn, NameAr: c.NameAr, Usage: c.Usage, PlanID: c.PlanID, Quantity: c.Quantity, Unit: c.Unit, From: c.From.UTC(), Until: c.Until.UTC(),
			Amount: contract.Halalas(c.Amount),
		})
	}
	return charges, wrap("read what is to be billed", err)
}
