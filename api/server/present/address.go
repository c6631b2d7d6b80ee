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
	}
}

// Address is an address as it was given, where there is one.
func Address(a *contract.Address) *gen.Address {
	if a == nil {
		return nil
	}
	return addressView(*a)
}

// AddressOf reads an address back, where there is one. It stands beside its view: a field needs both.
func AddressOf(in *gen.Address) *contract.Address {
	if in == nil {
		return nil
	}
	return &contract.Address{
		City: in.City, Area: in.Area, Street: in.Street, BuildingNumber: in.BuildingNumber,
		ApartmentNumber: optional.Value(in.ApartmentNumber), Notes: optional.Value(in.Notes), Latitude: in.Latitude, Longitude: in.Longitude,
	}
}
