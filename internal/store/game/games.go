// Package game stores the game codes on sale.
package game

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
)

// Games reads the game codes on sale.
type Games struct{ DB bun.IDB }

// Game is one denomination of a brand.
type Game struct {
	ID          string
	Brand       string
	BrandEn     string
	BrandAr     string
	RedeemEn    string
	RedeemAr    string
	Refundable  bool
	NameEn      string
	NameAr      string
	PartnerCode string
	Price       contract.Halalas // without VAT
	Cost        contract.Halalas
}

const gameColumns = `
	g.id, g.brand, b.name_en AS brand_en, b.name_ar AS brand_ar, b.redeem_en, b.redeem_ar, b.refundable, g.name_en, g.name_ar,
	g.partner_code, g.price, g.cost
	FROM games AS g JOIN game_brands AS b ON b.id = g.brand`

// OnSale returns all games on sale, grouped by brand, in order.
func (q Games) OnSale(ctx context.Context) (found []Game, err error) {
	err = q.DB.NewRaw("SELECT"+gameColumns+" WHERE g.on_sale ORDER BY b.position, b.id, g.position, g.id").Scan(ctx, &found)
	return found, wrap("list games", err)
}

// Get returns a game on sale; false without one.
func (q Games) Get(ctx context.Context, id string) (found Game, known bool, err error) {
	err = q.DB.NewRaw("SELECT"+gameColumns+" WHERE g.on_sale AND g.id = ?", id).Scan(ctx, &found)
	if errors.Is(err, sql.ErrNoRows) {
		return found, false, nil
	}
	return found, err == nil, wrap("find game", err)
}

func wrap(operation string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", operation, err)
	}
	return nil
}
