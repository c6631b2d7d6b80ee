// Package rates shows the prices of calls to other countries, and of roaming.
package rates

import (
	"context"
	"slices"
	"time"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
	"selfcare/internal/domain/roaming"
	roamingstore "selfcare/internal/store/roaming"
)

// RateHandlers show rates of other countries.
type RateHandlers struct {
	*middleware.Core
	Rates   reader
	Bundles bundleReader
}

type bundleReader interface {
	Abroad(ctx context.Context, country string, at time.Time) (map[string][]bundle.Bundle, error)
}

type reader interface {
	Countries(ctx context.Context) ([]roamingstore.Country, error)
	Operators(ctx context.Context, country string) ([]roaming.Operator, error)
}

// ListInternationalCallRates shows the rates of calls to other countries.
func (s *RateHandlers) ListInternationalCallRates(
	ctx context.Context, _ gen.ListInternationalCallRatesRequestObject,
) (gen.ListInternationalCallRatesResponseObject, error) {
	found, err := s.countries(ctx)
	if err != nil {
		return nil, err
	}
	shown := make([]gen.InternationalCallRate, len(found))
	for i, c := range found {
		shown[i] = gen.InternationalCallRate{Country: c.Code, Name: c.name, DialCode: c.DialCode, Minute: int64(c.Minute), Sms: int64(c.SMS)}
	}
	return gen.ListInternationalCallRates200JSONResponse{Data: shown}, nil
}

// ListRoamingCountries shows the countries with roaming.
func (s *RateHandlers) ListRoamingCountries(ctx context.Context, _ gen.ListRoamingCountriesRequestObject) (gen.ListRoamingCountriesResponseObject, error) {
	found, err := s.countries(ctx)
	if err != nil {
		return nil, err
	}
	operators, err := s.Rates.Operators(ctx, "")
	if err != nil {
		return nil, err
	}
	there, show, err := s.abroad(ctx, "")
	if err != nil {
		return nil, err
	}
	of := map[string][]gen.RoamingOperator{}
	for _, o := range operators {
		of[o.Country] = append(of[o.Country], gen.RoamingOperator{
			Id: o.ID, Name: o.Name, Preferred: o.Preferred, Local: int64(o.Local), Home: int64(o.Home), Taken: int64(o.Taken), Sms: int64(o.SMS),
			Megabyte: int64(o.Megabyte),
		})
	}
	shown := []gen.RoamingCountry{}
	for _, c := range found {
		if len(of[c.Code]) > 0 {
			shown = append(shown, gen.RoamingCountry{Country: c.Code, Name: c.name, Operators: of[c.Code], Bundles: show(there[c.Code])})
		}
	}
	return gen.ListRoamingCountries200JSONResponse{Data: shown}, nil
}

// EstimateRoaming shows the cost of a stay with each operator of a country.
func (s *RateHandlers) EstimateRoaming(ctx context.Context, req gen.EstimateRoamingRequestObject) (gen.EstimateRoamingResponseObject, error) {
	operators, err := s.Rates.Operators(ctx, req.Country)
	if err != nil {
		return nil, err
	}
	if len(operators) == 0 {
		return nil, contract.Refuse(contract.FailCountryUnserved)
	}
	in := req.Params
	day := roaming.Day{
		Local: asked(in.Local), Home: asked(in.Home), Taken: asked(in.Taken), Messages: asked(in.Messages), Megabytes: asked(in.Megabytes),
	}
	there, show, err := s.abroad(ctx, req.Country)
	if err != nil {
		return nil, err
	}
	stay := int64(in.Days)
	passes := bundle.Passes(bundle.Stay{
		Minutes: stay * (day.Local + day.Home + day.Taken), Megabytes: stay * day.Megabytes, Days: in.Days,
	}, there[req.Country])
	shown := gen.RoamingEstimate{Country: req.Country, Days: in.Days}
	shown.Passes = make([]struct {
		Bundle gen.Bundle `json:"bundle"`
		Times  int        `json:"times"`
		Total  int64      `json:"total"`
	}, len(passes))
	for i, p := range passes {
		one := show([]bundle.Bundle{p.Bundle})[0]
		shown.Passes[i].Bundle, shown.Passes[i].Times, shown.Passes[i].Total = one, p.Times, int64(p.Times)*one.Total
	}
	for _, cost := range roaming.Estimate(operators, day, in.Days) {
		shown.Operators = append(shown.Operators, struct {
			Calls    int64  `json:"calls"`
			Data     int64  `json:"data"`
			Id       string `json:"id"`
			Messages int64  `json:"messages"`
			Name     string `json:"name"`
			Total    int64  `json:"total"`
		}{int64(cost.Calls), int64(cost.Data), cost.ID, int64(cost.Messages), cost.Name, int64(cost.Total())})
	}
	return gen.EstimateRoaming200JSONResponse{Data: shown}, nil
}

// abroad returns the bundles of one country, or of all, and their presenter.
func (s *RateHandlers) abroad(ctx context.Context, country string) (map[string][]bundle.Bundle, func([]bundle.Bundle) []gen.Bundle, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, nil, err
	}
	there, err := s.Bundles.Abroad(ctx, country, s.Now())
	view := present.In(middleware.RequestOf(ctx).Language)
	return there, func(found []bundle.Bundle) []gen.Bundle {
		shown := make([]gen.Bundle, len(found))
		for i, b := range found {
			shown[i] = present.Bundle(view, b, settings.VATPercent)
		}
		return shown
	}, err
}

func asked(amount *int) int64 { return int64(optional.Value(amount)) }

// called is a country with its name in the caller's language.
type called struct {
	roamingstore.Country
	name string
}

// countries lists all countries by name.
func (s *RateHandlers) countries(ctx context.Context) ([]called, error) {
	found, err := s.Rates.Countries(ctx)
	if err != nil {
		return nil, err
	}
	wanted := middleware.RequestOf(ctx).Language
	named := make([]called, len(found))
	for i, c := range found {
		named[i] = called{c, present.In(wanted).Localized(c.NameAr, c.NameEn)}
	}
	order := collate.New(language.Make(wanted))
	slices.SortFunc(named, func(a, b called) int { return order.CompareString(a.name, b.name) })
	return named, nil
}
