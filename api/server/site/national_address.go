package site

import (
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/ratelimit"
)

// Addresses finds the address of a short national address.
type Addresses interface {
	Find(ctx context.Context, in contract.AddressQuestion) (contract.Address, error)
}

// FindNationalAddress asks the post. Each question costs a call of the post, so it counts first.
func (s *SiteHandlers) FindNationalAddress(ctx context.Context, req gen.FindNationalAddressRequestObject) (gen.FindNationalAddressResponseObject, error) {
	if s.Addresses == nil {
		return nil, contract.Refuse(contract.FailShortAddressUnavailable)
	}
	if err := s.Permit(ctx, ratelimit.AddressLookUp, nil); err != nil {
		return nil, err
	}
	found, err := s.Addresses.Find(ctx, contract.AddressQuestion{ShortAddress: req.Params.ShortAddress, Language: middleware.RequestOf(ctx).Language})
	if err != nil {
		return nil, err
	}
	return gen.FindNationalAddress200JSONResponse{
		ShortAddress: found.ShortAddress, City: found.City, Area: optional.Text(found.Area), Street: optional.Text(found.Street),
		BuildingNumber: optional.Text(found.BuildingNumber), Postcode: optional.Text(found.Postcode),
		AdditionalNumber: optional.Text(found.AdditionalNumber), Latitude: found.Latitude, Longitude: found.Longitude,
	}, nil
}
