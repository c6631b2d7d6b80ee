package present

import (
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/store/tx"
)

// PlaceOf reads the place after which a page begins; nil without one.
func PlaceOf(text *string) (*tx.Place, error) {
	if text == nil {
		return nil, nil //nolint:nilnil // most callers ask for the first page
	}
	place, err := tx.PlaceOf(*text)
	if err != nil {
		return nil, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"after": "field.invalid"}}
	}
	return &place, nil
}

// Next returns the place after a full page; nil after the last one.
func Next[T any](page []T, place func(T) tx.Place) *string {
	if len(page) < tx.PageSize {
		return nil
	}
	return optional.Text(place(page[len(page)-1]).String())
}
