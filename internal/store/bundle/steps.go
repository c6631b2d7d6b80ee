package bundle

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/bundle"
)

type stepRow struct {
	bun.BaseModel `bun:"table:bundle_steps,alias:s"`
	Type          string           `bun:"type"`
	Amount        int64            `bun:"amount"`
	Price         contract.Halalas `bun:"price"`
	Percent       int              `bun:"percent"`
}

// Builder returns the choices of a custom bundle, each list ascending.
func (q Bundles) Builder(ctx context.Context) (b bundle.Builder, err error) {
	var rows []stepRow
	if err := q.DB.NewSelect().Model(&rows).Order("s.type", "s.amount").Scan(ctx); err != nil {
		return b, fmt.Errorf("read steps of bundles: %w", err)
	}
	lists := map[string]*[]bundle.Step{
		string(allowance.Data): &b.Data, string(allowance.LocalMinutes): &b.Minutes, string(allowance.Messages): &b.Messages, "days": &b.Days,
	}
	for _, row := range rows {
		*lists[row.Type] = append(*lists[row.Type], bundle.Step{Amount: row.Amount, Price: row.Price, Percent: row.Percent})
	}
	return b, nil
}

// Shop returns the chosen bundles as the catalogue has them. It reads the steps only for a custom bundle.
func (q Bundles) Shop(ctx context.Context, chosen []bundle.Chosen) (shop bundle.Shop, err error) {
	ids := bundle.IDs(chosen)
	if shop.Bundles, err = q.ByID(ctx, ids...); err != nil || len(ids) == len(chosen) {
		return shop, err
	}
	shop.Builder, err = q.Builder(ctx)
	return shop, err
}
