package servertest

import (
	"context"

	"selfcare/internal/contract"
)

// FakeAddresses plays the workflow that asks the post for national addresses.
type FakeAddresses struct {
	Err   error
	Asked []contract.AddressQuestion
}

// Find knows every short address, without its postcode.
func (f *FakeAddresses) Find(_ context.Context, in contract.AddressQuestion) (contract.Address, error) {
	f.Asked = append(f.Asked, in)
	if f.Err != nil {
		return contract.Address{}, f.Err
	}
	north, east := 24.5, 46.6
	return contract.Address{
		City: "riyadh", Area: "Al Olaya", Street: "Tahlia", BuildingNumber: "2929", ShortAddress: in.ShortAddress, AdditionalNumber: "3125",
		Latitude: &north, Longitude: &east,
	}, nil
}
