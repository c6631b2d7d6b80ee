// Package outage stores the partners that do not answer, and the orders and purchases that wait for them.
package outage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/outage"
)

// Outages stores the partners whose calls fail. All workers write them; without an outage the table is empty.
type Outages struct{ DB bun.IDB }

type failureRow struct {
	bun.BaseModel `bun:"table:partner_failures,alias:f"`

	Partner  string `bun:",pk"`
	Since    time.Time
	FailedAt time.Time
	Calls    int
}

type waitRow struct {
	bun.BaseModel `bun:"table:partner_waits,alias:w"`

	Partner string
	Kind    string
	Number  string
}

// Note records the calls of one process. A window with mostly answered calls ends an outage. A partner whose calls cannot be
// recorded does not block the others.
func (q Outages) Note(ctx context.Context, windows []outage.Window, now time.Time) error {
	_, err := q.DB.NewDelete().Model((*failureRow)(nil)).Where("failed_at < ?", now.Add(-outage.ForgetAfter)).Exec(ctx)
	if err != nil {
		return wrapped("forget old outages", err)
	}
	var errs []error
	for _, w := range windows {
		note := q.end
		if w.Fails() {
			note = q.fail
		}
		errs = append(errs, wrapped("note calls to "+w.Partner, note(ctx, w)))
	}
	return errors.Join(errs...)
}

func (q Outages) end(ctx context.Context, w outage.Window) error {
	_, err := q.DB.NewDelete().Model((*failureRow)(nil)).Where("partner = ?", w.Partner).Where("failed_at < ?", w.AnsweredAt).Exec(ctx)
	return err
}

func (q Outages) fail(ctx context.Context, w outage.Window) error {
	return q.DB.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(&failureRow{Partner: w.Partner, Since: w.FirstFail, FailedAt: w.FailedAt, Calls: w.Failed}).
			On("CONFLICT (partner) DO UPDATE").Set("since = least(f.since, EXCLUDED.since)").
			Set("failed_at = greatest(f.failed_at, EXCLUDED.failed_at)").Set("calls = f.calls + EXCLUDED.calls").Exec(ctx)
		if err != nil {
			return err
		}
		if kinds, numbers := columns(w.Waits); len(kinds) > 0 {
			// Raw: it inserts a list in the order of its locks.
			_, err = tx.NewRaw(`
				INSERT INTO partner_waits (partner, kind, number)
				SELECT ?, w.kind, w.number FROM unnest(?::text[], ?::text[]) AS w (kind, number) ORDER BY w.kind, w.number
				ON CONFLICT DO NOTHING`, w.Partner, pgdialect.Array(kinds), pgdialect.Array(numbers)).Exec(ctx)
			if err != nil {
				return err
			}
		}
		if kinds, numbers := columns(w.Served); len(kinds) > 0 {
			_, err = tx.NewDelete().Model((*waitRow)(nil)).
				TableExpr("unnest(?::text[], ?::text[]) AS served (kind, number)", pgdialect.Array(kinds), pgdialect.Array(numbers)).
				Where("w.partner = ?", w.Partner).Where("w.kind = served.kind").Where("w.number = served.number").Exec(ctx)
		}
		return err
	})
}

// countedAtMost limits the count of an outage: higher numbers are reported as this one.
const countedAtMost = 10_000

// goesOn omits work that support has called off meanwhile.
const goesOn = `
	LEFT JOIN orders AS o ON w.kind = 'order' AND o.number = w.number
	LEFT JOIN purchases AS p ON w.kind = 'purchase' AND p.number = w.number
	WHERE (o.stage NOT IN ('cancelled', 'abandoned') OR p.stage NOT IN ('completed', 'failed'))`

// ListLasting returns the partners that do not answer now, the longest first.
func (q Outages) ListLasting(ctx context.Context, now time.Time) (lasting []outage.Outage, err error) {
	var rows []outage.Outage
	err = q.DB.NewRaw(`
		SELECT f.partner, f.since, f.failed_at, f.calls, c.orders, c.purchases FROM partner_failures AS f, LATERAL (
		    SELECT count(o.id) AS orders, count(p.id) AS purchases
		    FROM (SELECT kind, number FROM partner_waits WHERE partner = f.partner LIMIT ?0) AS w `+goesOn+`) AS c
		ORDER BY f.since, f.partner`, countedAtMost).Scan(ctx, &rows)
	for _, row := range rows {
		if row.IsActive(now) {
			lasting = append(lasting, row)
		}
	}
	return lasting, wrapped("read outages", err)
}

// Waiting is an order or a purchase that waits, for a list.
type Waiting struct {
	Kind    string
	Number  string
	ID      string
	Variety string // kind of order or purchase
	Stage   string
}

// Waits returns one page of the work that waits for a partner, after the last one of the previous page, and whether there is
// more.
func (q Outages) Waits(ctx context.Context, partner string, after outage.Work, most int) (found []Waiting, more bool, err error) {
	err = q.DB.NewRaw(`
		SELECT w.kind, w.number, coalesce(o.id, p.id)::text AS id, coalesce(o.kind, p.kind) AS variety, coalesce(o.stage, p.stage) AS stage
		FROM partner_waits AS w`+goesOn+` AND w.partner = ?0 AND (w.kind, w.number) > (?1, ?2)
		ORDER BY w.kind, w.number LIMIT ?3`, partner, after.Kind, after.Number, most+1).Scan(ctx, &found)
	return found[:min(len(found), most)], len(found) > most, wrapped("read what waits for a partner", err)
}

// Of returns the outages that some orders and purchases wait for.
func (q Outages) Of(ctx context.Context, work []outage.Work, now time.Time) (found []outage.Waiting, err error) {
	kinds, numbers := columns(work)
	if len(kinds) == 0 {
		return nil, nil
	}
	var rows []struct {
		outage.Outage

		Kind, Number string
	}
	err = q.DB.NewRaw(`
		SELECT w.kind, w.number, f.partner, f.since, f.failed_at, f.calls FROM unnest(?::text[], ?::text[]) AS asked (kind, number)
		JOIN partner_waits AS w USING (kind, number) JOIN partner_failures AS f USING (partner)
		ORDER BY f.since, f.partner`, pgdialect.Array(kinds), pgdialect.Array(numbers)).Scan(ctx, &rows)
	for _, row := range rows {
		if row.IsActive(now) {
			found = append(found, outage.Waiting{Work: outage.Work{Kind: row.Kind, Number: row.Number}, Partner: row.Partner, Since: row.Since})
		}
	}
	return found, wrapped("read outages of work", err)
}

func columns(work []outage.Work) (kinds, numbers []string) {
	for _, w := range work {
		kinds, numbers = append(kinds, w.Kind), append(numbers, w.Number)
	}
	return kinds, numbers
}

func wrapped(doing string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}
