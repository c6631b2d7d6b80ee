package transfer

import (
	"context"
	"time"

	"selfcare/internal/domain/transfer"
)

// wallets selects the limited data buckets of a line in force.
const wallets = `
	SELECT id, purchase_id IS NOT NULL, total - used, coalesce(valid_until, '0001-01-01Z') FROM line_allowances
	WHERE line_id = $1 AND type = 'data' AND unit = 'MB' AND total IS NOT NULL AND valid_from <= $2 AND coalesce(valid_until > $2, true)`

// Wallets returns the buckets of a line with more than a minimum left, the first to end first.
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

// Wallet finds a bucket of a line by its id, also with too little left. In a transaction it locks the line's buckets until the end.
func (q Transfers) Wallet(ctx context.Context, lineID, id string, now time.Time) (w transfer.Wallet, known bool, err error) {
	if _, err := q.DB.Exec(ctx, "SELECT FROM lines WHERE id = $1 FOR NO KEY UPDATE", lineID); err != nil {
		return w, false, wrap("lock buckets", err)
	}
	known, err = q.row(ctx, "find wallet", []any{&w.ID, &w.Purchased, &w.Left, &w.ValidUntil}, wallets+" AND id = $3", lineID, now, id)
	return w, known, err
}
