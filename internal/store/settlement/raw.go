package settlement

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/settlement"
)

// ListBooked returns the movements of our books for some lines of a batch.
func (q Settlements) ListBooked(ctx context.Context, lines []settlement.Line) (map[settlement.Ref]settlement.Booked, error) {
	keys := make([]string, len(lines))
	for i, l := range lines {
		keys[i] = keyOf(l.Booked())
	}
	var rows []movementRow
	// Raw: a report over ledger and payments.
	if err := q.DB.NewRaw(movements+"o.key = ANY (?)", pgdialect.Array(keys)).Scan(ctx, &rows); err != nil {
		return nil, wrap("read what is booked", err)
	}
	found := make(map[settlement.Ref]settlement.Booked, len(rows))
	for _, row := range rows {
		found[settlement.Ref{PaymentID: row.PaymentID, Type: row.Type}] = row.booked()
	}
	return found, nil
}

// ListUntold returns the movements of a day that no batch contains, once the batches of the day and of the days within which the provider
// settles are read. Before that it returns none.
func (q Settlements) ListUntold(ctx context.Context, day string, within int) (untold []settlement.Booked, err error) {
	from, until, err := settlement.Bounds(day)
	if err != nil {
		return nil, err
	}
	var rows []movementRow
	// Raw: a report over ledger and payments.
	err = q.DB.NewRaw(movements+`o.at >= ?0 AND o.at < ?1
		AND (SELECT count(*) = ?3 + 1 FROM settlement_files WHERE day BETWEEN ?2::date AND ?2::date + ?3 AND state = 'read')
		AND NOT EXISTS (SELECT FROM settlement_lines AS s WHERE s.payment_id = split_part(o.key, ':', 2) AND s.type <> 'fee'
		                AND CASE s.type WHEN 'void' THEN 'refund' ELSE s.type END = CASE o.kind WHEN 'charge' THEN 'payment' ELSE 'refund' END)
		ORDER BY o.at, o.key`, from, until, day, within).Scan(ctx, &rows)
	for _, row := range rows {
		untold = append(untold, row.booked())
	}
	return untold, wrap("read what no batch has told", err)
}

// Expect adds the days up to one whose files were not requested yet, and returns those whose files are still to be read, the
// newest first, so that a missing file does not block the others. The first call ever sets the first day.
func (q Settlements) Expect(ctx context.Context, upTo string, most int) (due []string, err error) {
	// Raw: it inserts the days that it generates.
	_, err = q.DB.NewRaw(`
		INSERT INTO settlement_files (day)
		SELECT day FROM generate_series(coalesce((SELECT min(day) FROM settlement_files), ?0::date), ?0::date, interval '1 day') AS day
		ON CONFLICT DO NOTHING`, upTo).Exec(ctx)
	if err != nil {
		return nil, wrap("expect settlement files", err)
	}
	err = q.DB.NewSelect().Model((*fileRow)(nil)).ColumnExpr("f.day::text").Where("f.state <> 'read'").Where("f.day <= ?", upTo).Order("f.day DESC").
		Limit(int64(most)).Scan(ctx, &due)
	return due, wrap("list settlement files", err)
}

// Tell stores lines of a batch of a day: those that agree with our books, or those that do not. A movement of another line is an
// error.
func (q Settlements) Tell(ctx context.Context, day, batch string, lines []settlement.Line, agreed bool) error {
	for some := range slices.Chunk(lines, linesAtOnce) {
		written, err := json.Marshal(some)
		if err != nil {
			return fmt.Errorf("keep settlement lines: %w", err)
		}
		// Raw: it inserts a long list from one text.
		_, err = q.DB.NewRaw(`
			INSERT INTO settlement_lines (day, batch, agreed, payment_id, type, n, provider_ref, amount, fee, vat, captured_at, settled_on)
			SELECT ?0, ?1, ?2, coalesce(l."paymentId", ''), l.type, l.number, l."providerRef", l.amount, l.fee, l.vat, l."capturedAt", l."settledOn"
			FROM jsonb_to_recordset(?3::jsonb) AS l ("paymentId" text, type text, number int, "providerRef" text,
			       amount bigint, fee bigint, vat bigint, "capturedAt" timestamptz, "settledOn" date)`,
			day, batch, agreed, string(written)).Exec(ctx)
		if err != nil {
			return wrap("keep settlement lines", err)
		}
	}
	return nil
}

// Hold stores differences of a day until a person decides about them, each once. It returns the number of new ones.
func (q Settlements) Hold(ctx context.Context, day string, found []settlement.Difference) (held int, err error) {
	if len(found) == 0 {
		return 0, nil
	}
	written, err := json.Marshal(found)
	if err != nil {
		return 0, fmt.Errorf("hold differences: %w", err)
	}
	// Raw: it inserts a list from one text.
	kept, err := q.DB.NewRaw(`
		INSERT INTO settlement_items (day, batch, kind, payment_id, type, n, difference)
		SELECT ?, coalesce(d ->> 'batch', ''), d ->> 'kind', coalesce(d ->> 'paymentId', ''), coalesce(d ->> 'type', ''), coalesce((d ->> 'number')::int, 0), d
		FROM jsonb_array_elements(?::jsonb) AS d ON CONFLICT DO NOTHING`, day, string(written)).Exec(ctx)
	if err != nil {
		return 0, wrap("hold differences", err)
	}
	rows, err := kept.RowsAffected()
	return int(rows), wrap("hold differences", err)
}
