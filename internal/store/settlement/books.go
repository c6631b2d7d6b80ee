package settlement

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
)

// movements is raw, because a movement is a part of a posting's key. It selects the postings of our books that a batch has to contain, each
// with the id of its payment, which is in the posting's key. A refund by hand is not among them, because it did not go through the provider.
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

// keyOf returns the key of a movement's posting.
func keyOf(r settlement.Ref) string {
	if r.Type == settlement.Refund {
		return "refund:" + r.PaymentID
	}
	return "charge:" + r.PaymentID
}

// ListTold returns the movements of some lines that earlier lines contain.
func (q Settlements) ListTold(ctx context.Context, lines []settlement.Line) (map[settlement.Ref]bool, error) {
	ids := make([]string, len(lines))
	for i, l := range lines {
		ids[i] = l.PaymentID
	}
	var rows []movementRow
	err := q.DB.NewSelect().Table("settlement_lines").Column("payment_id", "type").Where("payment_id IN (?)", bun.List(ids)).Where("type <> 'fee'").Scan(ctx, &rows)
	told := make(map[settlement.Ref]bool, len(rows))
	for _, row := range rows {
		told[settlement.Ref{PaymentID: row.PaymentID, Type: row.Type}.Told()] = true
	}
	return told, wrap("read what was told", err)
}
