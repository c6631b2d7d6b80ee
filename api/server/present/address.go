package present

import (
	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
)

func addressView(a contract.Address) *gen.Address {
	return &gen.Address{
		City: a.City, Area: a.Area, Street: a.Street, BuildingNumber: a.BuildingNumber,
		ApartmentNumber: optional.Text(a.ApartmentNumber), Notes: optional.Text(a.Notes), Latitude: a.Latitude, Longitude: a.Longitude,
		ShortAddress: optional.Text(a.ShortAddress), Postcode: optional.Text(a.Postcode), AdditionalNumber: optional.Text(a.AdditionalNumber),
	}
}

// Address shows an address as it was given; nil without one.
func Address(a *contract.Address) *gen.Address {
	if a == nil {
		return nil
	}
	return addressView(*a)
}

// AddressOf reads an address back. It is next to its view, because a new field needs both.
func AddressOf(in *gen.Address) *contract.Address {
	if in == nil {
		return nil
	}
	return &contract.Address{
		City: in.City, Area: in.Area, Street: in.Street, BuildingNumber: in.BuildingNumber,
		ApartmentNumber: optional.Value(in.ApartmentNumber), Notes: optional.Value(in.Notes), Latitude: in.Latitude, Longitude: in.Longitude,
		ShortAddress: optional.Value(in.ShortAddress), Postcode: optional.Value(in.Postcode), AdditionalNumber: optional.Value(in.AdditionalNumber),
	}
}
