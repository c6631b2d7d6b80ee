package numbersetting

import (
	"slices"
	"strings"

	"selfcare/internal/contract"
)

// Choices on promotional calls and messages. The excepted products follow Block.
const (
	Allow = "allow"
	Block = "block"
)

// Promotions returns the value of the setting. Products are sorted, so that equal choices have equal values.
func Promotions(allow bool, products []string) (string, error) {
	switch {
	case allow && len(products) > 0:
		return "", contract.RefuseField("except", contract.FailExceptionNeedless)
	case allow:
		return Allow, nil
	case len(products) == 0:
		return Block, nil
	default:
		return Block + ":" + strings.Join(slices.Sorted(slices.Values(products)), ","), nil
	}
}

// Excepted returns the choice and the excepted products of a value.
func Excepted(value string) (allow bool, products []string) {
	_, list, some := strings.Cut(value, ":")
	if some {
		products = strings.Split(list, ",")
	}
	return value == Allow, products
}

// offerPrefix comes before the country code in the id of a blocking offer.
const offerPrefix = "block-"

// OfferOf returns the id of the offer that blocks a country.
func OfferOf(country string) string { return offerPrefix + strings.ToLower(country) }

// CountryOf returns the country that an offer blocks.
func CountryOf(offer string) (string, error) {
	country, ours := strings.CutPrefix(offer, offerPrefix)
	if !ours || country != strings.ToLower(country) {
		return "", contract.RefuseField("offerId", contract.FailOfferOfNoCountry)
	}
	return strings.ToUpper(country), nil
}
