package transfer

import (
	"context"
	"time"

	"selfcare/internal/domain/transfer"
)

// wallets are buckets of data of a line in force that say how much they have.
const wallets = `
	SELECT id, purchase_id IS NOT NULL, total - used, coalesce(valid_until, '0001-01-01Z') FROM line_allowances
	WHERE line_id = $1 AND type = 'data' AND unit = 'MB' AND total IS NOT NULL AND valid_from <= $2 AND coalesce(valid_until > $2, true)`

// Wallets are the buckets of a line that have more left than a minimum, those that end first at the top.
func (q Transfers) Wallets(ctx context.Context, lineID string, now time.Time, minimum int) (found []transfer.Wallet, err error) {
	rows, err := q.DB.Query(ctx, wallets+" AND total - used > $3 ORDER BY valid_until NULLS LAST, id", lineID, now, minimum)
	if err != nil {
		return nil, wrap("list wallets", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var w transfer.Wallet
		if err := rows.Scan(&w.ID, &w.Purchased, &w.Left, &w.ValidUntil); err != nil {
			return nil, wrap("list wallets", err)
		}
		found = append(found, w)
	}
	return found, wrap("list wallets", rows.Err())
}

// Wallet finds one of a line's by its id, also where it has too little left. In a transaction it keeps everybody else from the
// line's buckets until that ends.
func (q Transfers) Wallet(ctx context.Context, lineID, id string, now time.Time) (w transfer.Wallet, known bool, err error) {
	if _, err := q.DB.Exec(ctx, "SELECT FROM lines WHERE id = $1 FOR NO KEY UPDATE", lineID); err != nil {
		return w, false, wrap("lock buckets", err)
	}
	known, err = q.row(ctx, "find wallet", []any{&w.ID, &w.Purchased, &w.Left, &w.ValidUntil}, wallets+" AND id = $3", lineID, now, id)
	return w, known, err
}
