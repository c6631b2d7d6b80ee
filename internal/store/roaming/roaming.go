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
	Code     string
	NameEn   string
	NameAr   string
	DialCode string
	Minute   contract.Halalas
	SMS      contract.Halalas
}

// Countries returns all countries that can be called.
func (q Rates) Countries(ctx context.Context) (found []Country, err error) {
	err = q.DB.NewRaw("SELECT code, name_en, name_ar, dial_code, minute, sms FROM countries ORDER BY code").Scan(ctx, &found)
	return found, wrap("list countries", err)
}

// Operators returns the roaming partners of a country, or of all for an empty one; the preferred ones first.
func (q Rates) Operators(ctx context.Context, country string) (found []roaming.Operator, err error) {
	err = q.DB.NewRaw(`
		SELECT id, country, name, preferred, local, home, taken, sms, megabyte FROM roaming_operators
		WHERE ?0 = '' OR country = ?0 ORDER BY country, preferred DESC, name`, country).Scan(ctx, &found)
	return found, wrap("list operators abroad", err)
}

func wrap(operation string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", operation, err)
	}
	return nil
}
