package store

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

type promoRow struct {
	bun.BaseModel `bun:"table:promo_codes,alias:p"`

	Code         string           `bun:"code"`
	Percent      int              `bun:"percent"`
	Amount       contract.Halalas `bun:"amount"`
	Kinds        []string         `bun:"kinds,array"`
	Plans        []string         `bun:"plans,array"`
	StartsAt     time.Time        `bun:"starts_at"`
	EndsAt       time.Time        `bun:"ends_at,nullzero"`
	MaxUses      int              `bun:"max_uses"`
	MaxUsesPerID int              `bun:"max_uses_per_id"`
	Used         int              `bun:"used"`
}

func (r promoRow) terms() order.PromoTerms {
	return order.PromoTerms{
		Code: r.Code, Percent: r.Percent, Amount: r.Amount, Kinds: r.Kinds, Plans: r.Plans, StartsAt: r.StartsAt, EndsAt: r.EndsAt,
	}
}

// PromoTerms reads a code's terms.
func (q *Queries) PromoTerms(ctx context.Context, code string) (order.PromoTerms, error) {
	var row promoRow
	err := q.db.NewSelect().Model(&row).Where("p.code = ?", code).Scan(ctx)
	return row.terms(), translate("read promo code", err)
}

// TakePromo uses a code for an order, once however often it is asked; ErrOutOfStock when nothing is left of it for this
// ID number or at all. The code's row is locked, so orders of the same instant take turns.
func (q *Queries) TakePromo(ctx context.Context, code, orderID, idNumber string, at time.Time) error {
	return q.inTx(ctx, func(tx *Queries) error {
		var row promoRow
		if err := tx.db.NewSelect().Model(&row).Where("p.code = ?", code).For("UPDATE").Scan(ctx); err != nil {
			return translate("take promo code", err)
		}
		mine, others, err := tx.promoUses(ctx, code, orderID, idNumber)
		switch {
		case err != nil || mine:
			return err
		case row.MaxUses > 0 && row.Used >= row.MaxUses, row.MaxUsesPerID > 0 && others >= row.MaxUsesPerID:
			return ErrOutOfStock
		}
		return tx.countPromo(ctx, code, orderID, idNumber, at)
	})
}

func (q *Queries) promoUses(ctx context.Context, code, orderID, idNumber string) (mine bool, others int, err error) {
	err = q.prepared().row(ctx, `
		SELECT coalesce(bool_or(order_id = $2), false), count(*) FILTER (WHERE order_id <> $2 AND id_hash = $3)
		FROM promo_uses WHERE code = $1`, code, orderID, q.keys.Hash(idNumber)).Scan(&mine, &others)
	return mine, others, translate("count uses of promo code", err)
}

func (q *Queries) countPromo(ctx context.Context, code, orderID, idNumber string, at time.Time) error {
	_, err := q.prepared().exec(ctx, `
		WITH used AS (INSERT INTO promo_uses (order_id, code, id_hash, used_at) VALUES ($2, $1, $3, $4))
		UPDATE promo_codes SET used = used + 1 WHERE code = $1`, code, orderID, q.keys.Hash(idNumber), at)
	return translate("use promo code", err)
}

// GiveBackPromo frees the use an order has of a code, if it has one.
func (q *Queries) GiveBackPromo(ctx context.Context, orderID string) error {
	_, err := q.prepared().exec(ctx, `
		WITH freed AS (DELETE FROM promo_uses WHERE order_id = $1 RETURNING code)
		UPDATE promo_codes AS p SET used = used - 1 FROM freed WHERE p.code = freed.code`, orderID)
	return translate("give promo code back", err)
}
