// Package roaming stores the rates of calls to other countries, and of roaming.
package roaming

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/roaming"
)

// Rates stores the rates of other countries.
type Rates struct{ DB bun.IDB }

// Country is a country that can be called.
type Country struct {
	bun.BaseModel `bun:"table:countries,alias:c"`

	Code     string `bun:",pk"`
	NameEn   string
	NameAr   string
	DialCode string
	Minute   contract.Halalas
	SMS      contract.Halalas
}

// Countries returns all countries that can be called.
func (q Rates) Countries(ctx context.Context) (found []Country, err error) {
	err = q.DB.NewSelect().Model(&found).Order("code").Scan(ctx)
	return found, wrap("list countries", err)
}

// Operators returns the roaming partners of a country, or of all for an empty one; the preferred ones first.
func (q Rates) Operators(ctx context.Context, country string) (found []roaming.Operator, err error) {
	selection := q.DB.NewSelect().Table("roaming_operators").
		Column("id", "country", "name", "preferred", "local", "home", "taken", "sms", "megabyte").Order("country", "preferred DESC", "name")
	if country != "" {
		selection = selection.Where("country = ?", country)
	}
	err = selection.Scan(ctx, &found)
	return found, wrap("list operators abroad", err)
}

func wrap(operation string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", operation, err)
	}
	return nil
}
