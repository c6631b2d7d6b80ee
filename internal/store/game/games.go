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
	bun.BaseModel `bun:"table:games,alias:g"`

	ID          string `bun:",pk"`
	Brand       string
	BrandEn     string `bun:",scanonly"`
	BrandAr     string `bun:",scanonly"`
	RedeemEn    string `bun:",scanonly"`
	RedeemAr    string `bun:",scanonly"`
	Refundable  bool   `bun:",scanonly"`
	NameEn      string
	NameAr      string
	PartnerCode string
	Price       contract.Halalas // without VAT
	Cost        contract.Halalas
}

// onSale selects the games on sale, with their brands.
func onSale(s *bun.SelectQuery) *bun.SelectQuery {
	return s.Column("g.id", "g.brand", "g.name_en", "g.name_ar", "g.partner_code", "g.price", "g.cost").
		ColumnExpr("b.name_en AS brand_en, b.name_ar AS brand_ar, b.redeem_en, b.redeem_ar, b.refundable").
		Join("JOIN game_brands AS b ON b.id = g.brand").Where("g.on_sale")
}

// OnSale returns all games on sale, grouped by brand, in order.
func (q Games) OnSale(ctx context.Context) (found []Game, err error) {
	err = q.DB.NewSelect().Model(&found).Apply(onSale).Order("b.position", "b.id", "g.position", "g.id").Scan(ctx)
	return found, wrap("list games", err)
}

// Get returns a game on sale; false without one.
func (q Games) Get(ctx context.Context, id string) (found Game, known bool, err error) {
	err = q.DB.NewSelect().Model(&found).Apply(onSale).Where("g.id = ?", id).Scan(ctx)
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
