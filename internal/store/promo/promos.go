// Package promo stores the promo codes and their uses.
package promo

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Promos stores promo codes and their uses.
type Promos struct{ *tx.Conn }

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
		UsedUp: r.MaxUses > 0 && r.Used >= r.MaxUses,
	}
}

// Terms returns the terms of a code.
func (q Promos) Terms(ctx context.Context, code string) (order.PromoTerms, error) {
	var row promoRow
	if err := q.settle(ctx, code); err != nil {
		return row.terms(), err
	}
	err := q.DB.NewSelect().Model(&row).Where("p.code = ?", code).Scan(ctx)
	return row.terms(), storeerrors.Translate("read promo code", err)
}

// Take uses a code for an order, once for any number of calls; ErrOutOfStock when no use is left for this ID number or at all.
// The code's row is locked, so concurrent orders take turns.
func (q Promos) Take(ctx context.Context, code, orderID, idNumber string, at time.Time) error {
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := Promos{conn}
		row, err := q.lock(ctx, code)
		if err != nil {
			return err
		}
		mine, others, err := q.uses(ctx, code, orderID, idNumber)
		switch {
		case err != nil || mine:
			return err
		case row.MaxUses > 0 && row.Used >= row.MaxUses, row.MaxUsesPerID > 0 && others >= row.MaxUsesPerID:
			return storeerrors.ErrOutOfStock
		}
		return q.count(ctx, code, orderID, idNumber, at)
	})
}

// lock takes over the changes of a code that are due, and locks its row until the transaction ends.
func (q Promos) lock(ctx context.Context, code string) (row promoRow, err error) {
	if err := q.settle(ctx, code); err != nil {
		return row, err
	}
	err = q.DB.NewSelect().Model(&row).Where("p.code = ?", code).For("UPDATE").Scan(ctx)
	return row, storeerrors.Translate("take promo code", err)
}
