// Package bundles shows bundles and add-ons of lines, and offers of the shop.
package bundles

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/bundle"
	bundlestore "selfcare/internal/store/bundle"
)

// BundleHandlers show the catalogue of bundles and offers.
type BundleHandlers struct {
	*middleware.Core
	Bundles  catalogue
	Lines    lineReader
	Waiting  waitingReader
	Renewals renewalBook
}

type catalogue interface {
	List(ctx context.Context, wanted bundlestore.Query) ([]bundle.Bundle, bool, error)
	ByID(ctx context.Context, ids ...string) (map[string]bundle.Bundle, error)
	Builder(ctx context.Context) (bundle.Builder, error)
	OfLine(ctx context.Context, lineID string, at time.Time) (bought, holds []string, err error)
	ReadUsed(ctx context.Context, lineID string, at time.Time, days int) (bundle.Used, error)
	Offers(ctx context.Context, wanted bundlestore.OfferQuery) ([]bundle.Offer, bool, error)
}

// perPage is the default page size of bundles and offers (specification §9).
const perPage = 10

// ListBundles shows the bundles on sale.
func (s *BundleHandlers) ListBundles(ctx context.Context, req gen.ListBundlesRequestObject) (gen.ListBundlesResponseObject, error) {
	in := req.Params
	show, err := s.presenter(ctx)
	if err != nil {
		return nil, err
	}
	wanted := bundlestore.Query{
		Channel: string(optional.Value(in.Availability)), Category: string(optional.Value(in.Category)), Tag: string(optional.Value(in.Tag)),
		Gives: allowance.Type(optional.Value(in.Gives)), Subscription: string(optional.Value(in.Subscription)), Sort: string(optional.Value(in.Sort)), At: s.Now(),
		Page: cmp.Or(optional.Value(in.Page), 1), PerPage: cmp.Or(optional.Value(in.PerPage), perPage),
	}
	found, more, err := s.Bundles.List(ctx, wanted)
	if err != nil {
		return nil, err
	}
	page := gen.ListBundles200JSONResponse{Items: make([]gen.Bundle, len(found)), Page: wanted.Page, PerPage: wanted.PerPage, HasMore: more}
	for i, b := range found {
		page.Items[i] = show(b)
	}
	return page, nil
}

// FindBundles shows the bundles that suit a need best.
func (s *BundleHandlers) FindBundles(ctx context.Context, req gen.FindBundlesRequestObject) (gen.FindBundlesResponseObject, error) {
	in := req.Params
	show, err := s.presenter(ctx)
	if err != nil {
		return nil, err
	}
	found, _, err := s.Bundles.List(ctx, bundlestore.Query{
		Channel: string(optional.Value(in.Availability)), Subscription: string(optional.Value(in.Subscription)), At: s.Now(),
	})
	if err != nil {
		return nil, err
	}
	need := bundle.Need{
		DataMB: optional.Value(in.Data), LocalMinutes: optional.Value(in.Minutes), SMS: optional.Value(in.Sms), Days: cmp.Or(optional.Value(in.Days), month),
	}
	fits := bundle.Rank(need, found)
	fits = fits[:min(len(fits), cmp.Or(optional.Value(in.PerPage), perPage))]
	answer := gen.FindBundles200JSONResponse{}
	answer.Items = optional.OrEmpty(answer.Items)
	for _, fit := range fits {
		answer.Items = append(answer.Items, struct {
			Bundle gen.Bundle `json:"bundle"`
			Covers int        `json:"covers"`
		}{show(fit.Bundle), fit.Covers})
	}
	return answer, nil
}

// month is the default length of a need in days.
const month = 30

// GetBundle shows one bundle on sale.
func (s *BundleHandlers) GetBundle(ctx context.Context, req gen.GetBundleRequestObject) (gen.GetBundleResponseObject, error) {
	show, err := s.presenter(ctx)
	if err != nil {
		return nil, err
	}
	found, err := s.Bundles.ByID(ctx, req.BundleId)
	if err != nil {
		return nil, err
	}
	one, known := found[req.BundleId]
	if !known || !one.OnSale(s.Now()) {
		return nil, contract.Refuse(contract.FailBundleUnknown)
	}
	return gen.GetBundle200JSONResponse{Data: show(one)}, nil
}

// ListOffers shows the offers in force.
func (s *BundleHandlers) ListOffers(ctx context.Context, req gen.ListOffersRequestObject) (gen.ListOffersResponseObject, error) {
	in := req.Params
	wanted := bundlestore.OfferQuery{
		Channel: string(optional.Value(in.Availability)), Page: cmp.Or(optional.Value(in.Page), 1), PerPage: cmp.Or(optional.Value(in.PerPage), perPage),
	}
	if in.Featured != nil {
		featured := *in.Featured == 1
		wanted.Featured = &featured
	}
	items, more, err := s.offers(ctx, wanted)
	return gen.ListOffers200JSONResponse{Items: items, Page: wanted.Page, PerPage: wanted.PerPage, HasMore: more}, err
}

// GetOffer shows one offer in force.
func (s *BundleHandlers) GetOffer(ctx context.Context, req gen.GetOfferRequestObject) (gen.GetOfferResponseObject, error) {
	found, _, err := s.offers(ctx, bundlestore.OfferQuery{ID: req.OfferId, PerPage: 1})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, contract.Refuse(contract.FailOfferUnknown)
	}
	return gen.GetOffer200JSONResponse{Data: found[0]}, nil
}

func (s *BundleHandlers) offers(ctx context.Context, wanted bundlestore.OfferQuery) (items []gen.Offer, more bool, err error) {
	show, err := s.presenter(ctx)
	if err != nil {
		return nil, false, err
	}
	wanted.At = s.Now()
	found, more, err := s.Bundles.Offers(ctx, wanted)
	if err != nil {
		return nil, false, err
	}
	view := present.In(middleware.RequestOf(ctx).Language)
	items = make([]gen.Offer, len(found))
	for i, o := range found {
		items[i] = gen.Offer{
			Id: o.ID, Name: view.Localized(o.NameAr, o.NameEn), Description: view.Localized(o.DescriptionAr, o.DescriptionEn), Featured: o.Featured,
			PlanId: optional.Text(o.PlanID), EndsAt: optional.Time(o.EndsAt),
		}
		if o.Bundle != nil {
			shown := show(*o.Bundle)
			items[i].Bundle = &shown
		}
	}
	return items, more, nil
}

// presenter shows bundles in the caller's language, with the present VAT.
func (s *BundleHandlers) presenter(ctx context.Context) (func(bundle.Bundle) gen.Bundle, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, fmt.Errorf("show bundles: %w", err)
	}
	view := present.In(middleware.RequestOf(ctx).Language)
	return func(b bundle.Bundle) gen.Bundle { return present.Bundle(view, b, settings.VATPercent) }, nil
}
