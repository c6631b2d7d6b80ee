// Package vas sells value-added services of partners.
package vas

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/spending"
	"selfcare/internal/store/line"
	"selfcare/internal/store/vas"
)

// VasHandlers sell value-added services.
type VasHandlers struct {
	*middleware.Core
	Access    *verification.LineAccess
	Codes     *verification.Codes
	Lines     lineReader
	Services  catalogue
	Spending  standings
	Purchases Purchases
}

// standings reads the credit standing of lines.
type standings interface {
	Standing(ctx context.Context, lineID, kind string, now time.Time) (spending.Standing, error)
}

type lineReader interface {
	Get(ctx context.Context, id string) (line.Line, error)
	Usage(ctx context.Context, lineID string) (line.Usage, error)
}

type catalogue interface {
	Categories(ctx context.Context, pages []string) ([]vas.Category, error)
	Get(ctx context.Context, id, lineID string) (vas.Service, bool, error)
	Leave(ctx context.Context, lineID, serviceID string) (bool, error)
	List(ctx context.Context, wanted vas.Query) ([]vas.Service, int, error)
	OfLine(ctx context.Context, lineID, channel string) ([]vas.Held, error)
}

// Purchases begins purchases.
type Purchases interface {
	StartTransfer(ctx context.Context, draft contract.Purchase) (gen.Purchase, error)
	// FindRepeated returns the purchase that this very request has begun before its answer got lost; nil if there is
	// none.
	FindRepeated(ctx context.Context) (*gen.Purchase, error)
}

// pageKeys gate the pages of services: their slugs are those of the main menu (specification §2).
var pageKeys = map[string]permission.Key{
	"entertainment": permission.Entertainment, "special_services": permission.SpecialServices,
}

// ListVasCategories shows the categories of the pages that the chosen line may open.
func (s *VasHandlers) ListVasCategories(
	ctx context.Context, _ gen.ListVasCategoriesRequestObject,
) (gen.ListVasCategoriesResponseObject, error) {
	pages, err := middleware.ListPermittedKinds(ctx, pageKeys, "")
	if err != nil {
		return nil, err
	}
	found, err := s.Services.Categories(ctx, pages)
	if err != nil {
		return nil, err
	}
	v := present.In(middleware.RequestOf(ctx).Language)
	shown := make([]gen.VasCategory, len(found))
	for i, c := range found {
		shown[i] = gen.VasCategory{Key: c.Key, Page: c.Page, Name: v.Localized(c.NameAr, c.NameEn)}
	}
	return gen.ListVasCategories200JSONResponse{Data: shown}, nil
}

// GetVasPage shows one page of the services of a page of the site.
func (s *VasHandlers) GetVasPage(ctx context.Context, req gen.GetVasPageRequestObject) (gen.GetVasPageResponseObject, error) {
	in := req.Params
	if _, known := pageKeys[req.Slug]; !known || cmp.Or(optional.Value(in.Slug), req.Slug) != req.Slug {
		return nil, contract.Refuse(contract.FailNotFound)
	}
	if _, err := middleware.ListPermittedKinds(ctx, pageKeys, req.Slug); err != nil {
		return nil, err
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	wanted := vas.Query{
		Slug: req.Slug, Category: optional.Value(in.Category), LineID: middleware.RequestOf(ctx).Line.LineID,
		Page: cmp.Or(optional.Value(in.Page), 1), PerPage: cmp.Or(optional.Value(in.PerPage), settings.Site.VASPerPage),
	}
	found, total, err := s.Services.List(ctx, wanted)
	if err != nil {
		return nil, err
	}
	shown := gen.VasPage{Slug: req.Slug, Items: make([]gen.VasService, len(found)), Page: wanted.Page, PerPage: wanted.PerPage, Total: total}
	current := middleware.RequestOf(ctx)
	for i, each := range found {
		draft := purchase.Priced(contract.Purchase{Kind: contract.PurchaseService, Way: wayOf(current.Line.Type)}, each.Price, purchase.Figures{VATPercent: settings.VATPercent})
		shown.Items[i] = serviceView(each, draft, current.Language)
	}
	return gen.GetVasPage200JSONResponse{Data: shown}, nil
}

func serviceView(found vas.Service, priced contract.Purchase, language string) gen.VasService {
	v := present.In(language)
	shown := gen.VasService{
		Id: found.ID, Category: found.Category, Name: v.Localized(found.NameAr, found.NameEn),
		Description: v.Localized(found.DescriptionAr, found.DescriptionEn), Price: int64(priced.Total), Billed: priced.Way == contract.PayInvoice, CycleDays: found.CycleDays, Renews: found.Renews, Held: found.Held,
		Availability: make([]gen.VasChannel, len(found.Availability)),
	}
	for i, channel := range found.Availability {
		shown.Availability[i] = gen.VasChannel(channel)
	}
	return shown
}

// ListPurchasedVas shows the services of the chosen line.
func (s *VasHandlers) ListPurchasedVas(
	ctx context.Context, req gen.ListPurchasedVasRequestObject,
) (gen.ListPurchasedVasResponseObject, error) {
	if _, err := middleware.ListPermittedKinds(ctx, pageKeys, ""); err != nil {
		return nil, err
	}
	current := middleware.RequestOf(ctx)
	found, err := s.Services.OfLine(ctx, current.Line.LineID, string(optional.Value(req.Params.Availability)))
	if err != nil {
		return nil, err
	}
	shown := make([]gen.PurchasedVas, len(found))
	for i, held := range found {
		shown[i] = heldView(held, current.Language)
	}
	return gen.ListPurchasedVas200JSONResponse{Data: shown}, nil
}

func heldView(held vas.Held, language string) gen.PurchasedVas {
	return gen.PurchasedVas{
		Id: held.ServiceID, PurchaseId: held.ID, Name: present.In(language).Localized(held.NameAr, held.NameEn),
		State: gen.PurchasedVasState(held.State), Price: int64(held.Price), Since: held.Since.UTC(), Until: optional.Time(held.Until),
	}
}

// UnsubscribeVas ends a service of the chosen line: the partner is told within a minute, and again until it
// confirms.
func (s *VasHandlers) UnsubscribeVas(ctx context.Context, req gen.UnsubscribeVasRequestObject) (gen.UnsubscribeVasResponseObject, error) {
	if _, err := middleware.ListPermittedKinds(ctx, pageKeys, ""); err != nil {
		return nil, err
	}
	current := middleware.RequestOf(ctx)
	left, err := s.Services.Leave(ctx, current.Line.LineID, req.Body.Id)
	if err != nil {
		return nil, err
	}
	found, err := s.Services.OfLine(ctx, current.Line.LineID, "")
	if err != nil {
		return nil, fmt.Errorf("read services of line: %w", err)
	}
	for _, held := range found {
		switch {
		case held.ServiceID != req.Body.Id:
		case !left:
			return nil, contract.Refuse(contract.FailServiceStarting)
		default:
			return gen.UnsubscribeVas200JSONResponse{Data: heldView(held, current.Language)}, nil
		}
	}
	return nil, contract.Refuse(contract.FailServiceNotHeld)
}
