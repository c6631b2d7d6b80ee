// Package nationaladdress asks the post for national addresses.
package nationaladdress

import (
	"context"
	"errors"
	"fmt"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	rules "selfcare/internal/domain/nationaladdress"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/nationaladdress"
	"selfcare/internal/store/catalogue"
)

// Activities ask the post.
type Activities struct {
	post   nationaladdress.Gateway
	cities Cities
}

// Cities lists the cities that we deliver to.
type Cities interface {
	Cities(ctx context.Context) ([]catalogue.City, error)
}

// New needs the port to the post, and the cities that we deliver to.
func New(post nationaladdress.Gateway, cities Cities) *Activities {
	return &Activities{post: post, cities: cities}
}

// FindNationalAddress returns the address of a short address, with its city as a key of our list. It is refused if the post does not
// know it, or if we do not deliver to its city. Parts that have not the shape of our address stay empty.
func (a *Activities) FindNationalAddress(ctx context.Context, in contract.AddressQuestion) (contract.Address, error) {
	found, err := a.post.Find(ctx, in.ShortAddress, in.Language)
	if errors.Is(err, gateway.ErrNotFound) {
		err = contract.RefuseField("shortAddress", contract.FailShortAddressUnknown)
	}
	if err != nil {
		return contract.Address{}, failure.MapPartner("find address", err, contract.FailShortAddressUnavailable)
	}
	city, err := a.findCity(ctx, found.Cities)
	if err != nil {
		return contract.Address{}, failure.Map("find city", err)
	}
	known := contract.Address{
		City: city, Area: rules.Line(found.District), Street: rules.Line(found.Street), BuildingNumber: rules.Number(found.BuildingNumber),
		ShortAddress: in.ShortAddress, Postcode: rules.Postcode(found.Postcode), AdditionalNumber: rules.Number(found.AdditionalNumber),
	}
	known.Latitude, known.Longitude = rules.Place(found.Latitude, found.Longitude)
	return known, nil
}

func (a *Activities) findCity(ctx context.Context, names []string) (string, error) {
	cities, err := a.cities.Cities(ctx)
	if err != nil {
		return "", fmt.Errorf("list cities: %w", err)
	}
	served := make([]rules.City, len(cities))
	for i, city := range cities {
		served[i] = rules.City{Key: city.Key, NameAr: city.NameAr, NameEn: city.NameEn}
	}
	key := rules.FindCity(served, names...)
	if key == "" {
		return "", contract.RefuseField("shortAddress", contract.FailShortAddressNotServed)
	}
	return key, nil
}
