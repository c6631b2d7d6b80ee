package bundles

import (
	"context"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/renewal"
)

type renewalBook interface {
	OfLine(ctx context.Context, lineID string, now time.Time) ([]renewal.Item, error)
	Choose(ctx context.Context, lineID, id string, renews bool, now time.Time) (bool, error)
}

// ListRenewals shows the renewing items of the chosen line. A caller who may not open a page any more can still turn
// off its renewals.
func (s *BundleHandlers) ListRenewals(ctx context.Context, _ gen.ListRenewalsRequestObject) (gen.ListRenewalsResponseObject, error) {
	current := middleware.RequestOf(ctx)
	found, err := s.Renewals.OfLine(ctx, current.Line.LineID, s.Now())
	if err != nil {
		return nil, err
	}
	shown := make([]gen.LineRenewal, len(found))
	for n, i := range found {
		shown[n] = renewalView(i, current.Language)
	}
	return gen.ListRenewals200JSONResponse{Data: shown}, nil
}

// ChooseRenewal turns a renewal off, or on again.
func (s *BundleHandlers) ChooseRenewal(ctx context.Context, req gen.ChooseRenewalRequestObject) (gen.ChooseRenewalResponseObject, error) {
	current := middleware.RequestOf(ctx)
	known, err := s.Renewals.Choose(ctx, current.Line.LineID, req.Id, req.Body.Renews, s.Now())
	if err != nil {
		return nil, err
	}
	found, err := s.Renewals.OfLine(ctx, current.Line.LineID, s.Now())
	if err != nil {
		return nil, err
	}
	for _, i := range found {
		if known && i.ID == req.Id {
			return gen.ChooseRenewal200JSONResponse{Data: renewalView(i, current.Language)}, nil
		}
	}
	return nil, contract.Refuse(contract.FailRenewalUnknown)
}

func renewalView(i renewal.Item, language string) gen.LineRenewal {
	shown := gen.LineRenewal{
		Id: i.ID, Kind: gen.LineRenewalKindService, ItemId: i.ServiceID, PurchaseId: i.PurchaseID, Name: present.In(language).Localized(i.NameAr, i.NameEn),
		Price: int64(i.Price), Billed: i.Billed, Days: i.Days, Until: i.Until, Renews: i.Renews,
	}
	if i.BundleID != "" {
		shown.Kind, shown.ItemId = gen.LineRenewalKindBundle, i.BundleID
	}
	return shown
}
