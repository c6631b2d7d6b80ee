package store

import (
	"context"
	"encoding/json"
	"fmt"

	"selfcare/internal/contract"
)

// One statement, because the database demands that an operation balances when it commits.
const post = `
WITH operation AS (
    INSERT INTO ledger_operations (key, order_id, kind) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING RETURNING key
)
INSERT INTO ledger_lines (operation, n, account, amount)
SELECT operation.key, l.n, l.line ->> 'account', (l.line ->> 'amount')::bigint
FROM operation CROSS JOIN jsonb_array_elements($4::jsonb) WITH ORDINALITY AS l (line, n)`

// Post writes one business operation; the same Key again changes nothing. Lines that do not add up to zero are ErrConflict,
// when the transaction commits at the latest. So is a Key that was used for other lines.
func (q *Queries) Post(ctx context.Context, p Posting) error {
	lines, err := json.Marshal(p.Lines)
	if err != nil {
		return fmt.Errorf("post %s: %w", p.Kind, err)
	}
	written, err := q.prepared().exec(ctx, post, p.Key, p.OrderID, p.Kind, string(lines))
	if err == nil && written == 0 {
		return q.comparePosting(ctx, p, string(lines))
	}
	return translate("post "+p.Kind, err)
}

func (q *Queries) comparePosting(ctx context.Context, p Posting, lines string) error {
	var same bool
	err := q.prepared().row(ctx, `
		SELECT EXISTS (SELECT FROM ledger_operations WHERE key = $1 AND order_id = $2 AND kind = $3)
		   AND (SELECT jsonb_agg(jsonb_build_object('account', account, 'amount', amount) ORDER BY n)
		        FROM ledger_lines WHERE operation = $1) = $4::jsonb`,
		p.Key, p.OrderID, p.Kind, lines).Scan(&same)
	if err == nil && !same {
		err = fmt.Errorf("%w: %s was posted differently", ErrConflict, p.Key)
	}
	return translate("post "+p.Kind, err)
}

// OrderBalance is what each account holds because of an order. All amounts together are zero.
func (q *Queries) OrderBalance(ctx context.Context, orderID string) (map[string]contract.Halalas, error) {
	var accounts []LedgerLine
	err := q.db.NewRaw(`
		SELECT l.account, sum(l.amount)::bigint AS amount FROM ledger_lines AS l JOIN ledger_operations AS o ON o.key = l.operation
		WHERE o.order_id = ? GROUP BY l.account`, orderID).Scan(ctx, &accounts)
	balance := make(map[string]contract.Halalas, len(accounts))
	for _, line := range accounts {
		balance[line.Account] = line.Amount
	}
	return balance, translate("read order balance", err)
}
