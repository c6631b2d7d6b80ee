package proposal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/typed"
)

// Promo holds the terms of a promo code, named like the columns of its table.
type Promo struct {
	Percent      int              `json:"percent"`
	Amount       contract.Halalas `json:"amount"`
	Kinds        []string         `json:"kinds"` // nil: all
	Plans        []string         `json:"plans"` // nil: all
	StartsAt     time.Time        `json:"starts_at"`
	EndsAt       *time.Time       `json:"ends_at"`
	MaxUses      *int             `json:"max_uses"`
	MaxUsesPerID *int             `json:"max_uses_per_id"`
}

var promoCode = regexp.MustCompile(typed.PromoPattern)

// ValidatePromo refuses terms with no discount or two discounts, and an end before the start.
func ValidatePromo(code string, p Promo) error {
	switch {
	case !promoCode.MatchString(code):
		return contract.Refuse(contract.FailChangeKey)
	case (p.Percent > 0) == (p.Amount > 0):
		return contract.Refuse(contract.FailChangePromoWay)
	case p.EndsAt != nil && !p.EndsAt.After(p.StartsAt):
		return contract.Refuse(contract.FailChangePromoTimes)
	default:
		return nil
	}
}

// ReadPromo reads stored terms; nil without any.
func ReadPromo(value json.RawMessage) (*Promo, error) {
	if string(bytes.TrimSpace(value)) == Nothing {
		return nil, nil //nolint:nilnil // no terms are no mistake
	}
	var p Promo
	if err := json.Unmarshal(value, &p); err != nil {
		return nil, fmt.Errorf("terms of a promo code: %w", err)
	}
	p.StartsAt = p.StartsAt.UTC()
	if p.EndsAt != nil {
		ends := p.EndsAt.UTC()
		p.EndsAt = &ends
	}
	return &p, nil
}
