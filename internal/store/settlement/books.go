package settlement

import (
	"context"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
)

// movements is raw, because a movement is a part of a posting's key. It selects the postings of our books that a settlement file has to contain, each with the id of its payment, which is in
// the posting's key. A refund by hand is not among them, because it did not go through the provider.
const movements = `
	SELECT split_part(o.key, ':', 2) AS payment_id, CASE o.kind WHEN 'charge' THEN 'payment' ELSE 'refund' END AS type,
	       abs(l.amount) AS amount, coalesce(p.brand, '') AS brand, o.at
	FROM ledger_operations AS o JOIN ledger_lines AS l ON l.operation = o.key AND l.account = 'payment-provider'
	LEFT JOIN payments AS p ON p.id = split_part(o.key, ':', 2)
	WHERE o.kind IN ('charge', 'refund') AND `

type movementRow struct {
	PaymentID string
	Type      settlement.Type
	Amount    contract.Halalas
	Brand     string
	At        time.Time
}

func (r movementRow) booked() settlement.Booked {
	return settlement.Booked{
		Ref: settlement.Ref{PaymentID: r.PaymentID, Type: r.Type}, Amount: r.Amount, Brand: r.Brand, At: r.At.UTC(),
	}
}

// ListBooked returns the movements of our books for some lines of a file.
func (q Settlements) ListBooked(ctx context.Context, lines []settlement.Line) (map[settlement.Ref]settlement.Booked, error) {
	keys := make([]string, len(lines))
	for i, l := range lines {
		keys[i] = keyOf(l.Ref)
	}
	var rows []movementRow
	if err := q.DB.NewRaw(movements+"o.key = ANY (?)", pgdialect.Array(keys)).Scan(ctx, &rows); err != nil {
		return nil, wrap("read what is booked", err)
	}
	found := make(map[settlement.Ref]settlement.Booked, len(rows))
	for _, row := range rows {
		found[settlement.Ref{PaymentID: row.PaymentID, Type: row.Type}] = row.booked()
	}
	return found, nil
}

// keyOf returns the key of a movement's posting.
func keyOf(r settlement.Ref) string {
	if r.Type == settlement.Refund {
		return "refund:" + r.PaymentID
	}
	return "charge:" + r.PaymentID
}

// ListTold returns the movements of some lines that earlier files contain.
func (q Settlements) ListTold(ctx context.Context, lines []settlement.Line) (map[settlement.Ref]bool, error) {
	ids := make([]string, len(lines))
	for i, l := range lines {
		ids[i] = l.PaymentID
	}
	var rows []movementRow
	err := q.DB.NewSelect().Table("settlement_lines").Column("payment_id", "type").Where("payment_id IN (?)", bun.List(ids)).Scan(ctx, &rows)
	told := make(map[settlement.Ref]bool, len(rows))
	for _, row := range rows {
		told[settlement.Ref{PaymentID: row.PaymentID, Type: row.Type}] = true
	}
	return told, wrap("read what was told", err)
}

// ListUntold returns the movements of a day that no file contains, once its own file and that of the next day are read, because a
// movement near midnight may be in the next one. Before that it returns none.
func (q Settlements) ListUntold(ctx context.Context, day string) (untold []settlement.Booked, err error) {
	from, until, err := settlement.Bounds(day)
	if err != nil {
		return nil, err
	}
	var rows []movementRow
	err = q.DB.NewRaw(movements+`o.at >= ?0 AND o.at < ?1
		AND (SELECT count(*) = 2 FROM settlement_files WHERE day IN (?2::date, ?2::date + 1) AND state = 'read')
		AND NOT EXISTS (SELECT FROM settlement_lines AS s WHERE s.payment_id = split_part(o.key, ':', 2)
		                AND s.type = CASE o.kind WHEN 'charge' THEN 'payment' ELSE 'refund' END)
		ORDER BY o.at, o.key`, from, until, day).Scan(ctx, &rows)
	for _, row := range rows {
		untold = append(untold, row.booked())
	}
	return untold, wrap("read what no file has told", err)
}
