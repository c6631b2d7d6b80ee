package outage

import (
	"context"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/outage"
)

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

// ListLasting returns the partners that do not answer now, the longest first.
func (q Outages) ListLasting(ctx context.Context, now time.Time) (lasting []outage.Outage, err error) {
	var rows []outage.Outage
	// Raw: a lateral selection counts work of two kinds.
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

// Waits returns one page of the work that waits for a partner, after the last one of the previous page, and whether there is
// more.
func (q Outages) Waits(ctx context.Context, partner string, after outage.Work, most int) (found []Waiting, more bool, err error) {
	// Raw: it joins work of two kinds.
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
	// Raw: it joins a list of work.
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
