package numbersettings

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/numbersetting"
)

// BlockNumber blocks a number.
func (s *NumberSettingHandlers) BlockNumber(ctx context.Context, req gen.BlockNumberRequestObject) (gen.BlockNumberResponseObject, error) {
	answer, err := s.setNumber(ctx, *req.Body, contract.SettingOn)
	return gen.BlockNumber200JSONResponse{NumberSettingsNowJSONResponse: answer}, err
}

// UnblockNumber unblocks a number.
func (s *NumberSettingHandlers) UnblockNumber(ctx context.Context, req gen.UnblockNumberRequestObject) (gen.UnblockNumberResponseObject, error) {
	answer, err := s.setNumber(ctx, *req.Body, contract.SettingOff)
	return gen.UnblockNumber200JSONResponse{NumberSettingsNowJSONResponse: answer}, err
}

func (s *NumberSettingHandlers) setNumber(ctx context.Context, in gen.BlockNumber, value string) (shown gen.NumberSettingsNowJSONResponse, err error) {
	number, err := numbersetting.Number(in.CountryCode, in.BlockMSISDN)
	if value == contract.SettingOff {
		number, err = s.findBlockedNumber(ctx, in, number, err)
	}
	if err != nil {
		return shown, err
	}
	return s.change(ctx, contract.SettingNumber, number, value)
}

// findBlockedNumber finds the number of a block as the network has it: older blocks may have another form.
func (s *NumberSettingHandlers) findBlockedNumber(ctx context.Context, in gen.BlockNumber, read string, unread error) (string, error) {
	set, err := s.Set.OfLine(ctx, middleware.RequestOf(ctx).Line.LineID)
	if err != nil {
		return "", err
	}
	for _, one := range set {
		if one.Kind == contract.SettingNumber && one.Item == in.CountryCode+in.BlockMSISDN {
			return one.Item, nil
		}
	}
	return read, unread
}

// BlockCountry blocks a country.
func (s *NumberSettingHandlers) BlockCountry(ctx context.Context, req gen.BlockCountryRequestObject) (gen.BlockCountryResponseObject, error) {
	answer, err := s.setCountry(ctx, req.Body.OfferId, contract.SettingOn)
	return gen.BlockCountry200JSONResponse{NumberSettingsNowJSONResponse: answer}, err
}

// UnblockCountry unblocks a country.
func (s *NumberSettingHandlers) UnblockCountry(ctx context.Context, req gen.UnblockCountryRequestObject) (gen.UnblockCountryResponseObject, error) {
	answer, err := s.setCountry(ctx, req.Body.OfferId, contract.SettingOff)
	return gen.UnblockCountry200JSONResponse{NumberSettingsNowJSONResponse: answer}, err
}

func (s *NumberSettingHandlers) setCountry(ctx context.Context, offer, value string) (shown gen.NumberSettingsNowJSONResponse, err error) {
	country, err := numbersetting.CountryOf(offer)
	if err != nil {
		return shown, err
	}
	return s.change(ctx, contract.SettingCountry, country, value)
}

// ListBlockedNumbers shows the numbers that the chosen line blocks.
func (s *NumberSettingHandlers) ListBlockedNumbers(ctx context.Context, _ gen.ListBlockedNumbersRequestObject) (gen.ListBlockedNumbersResponseObject, error) {
	set, err := s.Set.OfLine(ctx, middleware.RequestOf(ctx).Line.LineID)
	if err != nil {
		return nil, err
	}
	codes, err := s.dialCodes(ctx)
	if err != nil {
		return nil, err
	}
	shown := []gen.BlockedNumber{}
	for _, one := range set {
		if one.Kind == contract.SettingNumber {
			code := dialCodeOf(one.Item, codes)
			shown = append(shown, gen.BlockedNumber{CountryCode: code, BlockMSISDN: strings.TrimPrefix(one.Item, code), Since: one.Since.UTC()})
		}
	}
	return gen.ListBlockedNumbers200JSONResponse{Data: shown}, nil
}

// dialCodes returns the codes of all callable countries, and ours.
func (s *NumberSettingHandlers) dialCodes(ctx context.Context) ([]string, error) {
	countries, err := s.Countries.Countries(ctx)
	codes := []string{numbersetting.Home}
	for _, country := range countries {
		codes = append(codes, country.DialCode)
	}
	return codes, err
}

// dialCodeOf is the longest code that a number begins with: codes of islands begin with those of their countries.
func dialCodeOf(number string, codes []string) (longest string) {
	for _, code := range codes {
		if digits := strings.TrimPrefix(code, "+"); strings.HasPrefix(number, digits) && len(digits) > len(longest) {
			longest = digits
		}
	}
	return longest
}

// ListBlockedCountries shows the countries that the chosen line blocks.
func (s *NumberSettingHandlers) ListBlockedCountries(ctx context.Context, _ gen.ListBlockedCountriesRequestObject) (gen.ListBlockedCountriesResponseObject, error) {
	all, err := s.countries(ctx)
	return gen.ListBlockedCountries200JSONResponse{
		Data: slices.DeleteFunc(all, func(c gen.BlockCountry) bool { return !c.Blocked }),
	}, err
}

// ListBlockableCountries shows the countries that can be blocked.
func (s *NumberSettingHandlers) ListBlockableCountries(ctx context.Context, _ gen.ListBlockableCountriesRequestObject) (gen.ListBlockableCountriesResponseObject, error) {
	all, err := s.countries(ctx)
	return gen.ListBlockableCountries200JSONResponse{Data: all}, err
}

// countries lists all countries that can be blocked, by name.
func (s *NumberSettingHandlers) countries(ctx context.Context) ([]gen.BlockCountry, error) {
	current := middleware.RequestOf(ctx)
	found, err := s.Countries.Countries(ctx)
	if err != nil {
		return nil, err
	}
	set, err := s.Set.OfLine(ctx, current.Line.LineID)
	if err != nil {
		return nil, err
	}
	blocked := map[string]bool{}
	for _, one := range set {
		blocked[one.Item] = blocked[one.Item] || one.Kind == contract.SettingCountry
	}
	shown := make([]gen.BlockCountry, len(found))
	for i, c := range found {
		shown[i] = gen.BlockCountry{
			OfferId: numbersetting.OfferOf(c.Code), Country: c.Code, Name: present.In(current.Language).Localized(c.NameAr, c.NameEn),
			DialCode: strings.TrimPrefix(c.DialCode, "+"), Blocked: blocked[c.Code],
		}
	}
	order := collate.New(language.Make(current.Language))
	slices.SortFunc(shown, func(a, b gen.BlockCountry) int { return order.CompareString(a.Name, b.Name) })
	return shown, nil
}
