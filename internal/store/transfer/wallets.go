package transfer

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/transfer"
)

// wallets selects the limited data buckets of a line in force.
func (q Transfers) wallets(lineID string, now time.Time) *bun.SelectQuery {
	return q.DB.NewSelect().Table("line_allowances").Column("id").ColumnExpr("purchase_id IS NOT NULL AS purchased").
		ColumnExpr("total - used AS left").ColumnExpr("coalesce(valid_until, '0001-01-01Z') AS valid_until").
		Where("line_id = ?", lineID).Where("type = 'data'").Where("unit = 'MB'").Where("total IS NOT NULL").
		Where("valid_from <= ?", now).Where("coalesce(valid_until > ?, true)", now)
}

// Wallets returns the buckets of a line with more than a minimum left, the first to end first.
func (q Transfers) Wallets(ctx context.Context, lineID string, now time.Time, minimum int) (found []transfer.Wallet, err error) {
	err = q.wallets(lineID, now).Where("total - used > ?", minimum).OrderExpr("line_allowances.valid_until NULLS LAST, id").Scan(ctx, &found)
	return found, wrap("list wallets", err)
}

// Wallet finds a bucket of a line by its id, also with too little left. In a transaction it locks the line's buckets until the end.
func (q Transfers) Wallet(ctx context.Context, lineID, id string, now time.Time) (w transfer.Wallet, known bool, err error) {
	if _, err := q.DB.NewSelect().Table("lines").ColumnExpr("1").Where("id = ?", lineID).For("NO KEY UPDATE").Exec(ctx); err != nil {
		return w, false, wrap("lock buckets", err)
	}
	err = q.wallets(lineID, now).Where("id = ?", id).Scan(ctx, &w)
	if errors.Is(err, sql.ErrNoRows) {
		return w, false, nil
	}
	return w, err == nil, wrap("find wallet", err)
}
