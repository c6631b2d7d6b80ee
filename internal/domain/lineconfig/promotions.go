package lineconfig

import (
	"slices"
	"strings"

	"selfcare/internal/contract"
)

// What a line says to promotional calls and messages. Block is followed by the products that are excepted.
const (
	Allow = "allow"
	Block = "block"
)

// Promotions is the value of the setting. Products are in the same order whoever asks.
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

// Excepted are the products of a value of the setting.
func Excepted(value string) (allow bool, products []string) {
	_, list, some := strings.Cut(value, ":")
	if some {
		products = strings.Split(list, ",")
	}
	return value == Allow, products
}

// offerPrefix comes before the code of a country in the id of the offer that blocks it.
const offerPrefix = "block-"

// OfferOf is the id of the offer that blocks a country.
func OfferOf(country string) string { return offerPrefix + strings.ToLower(country) }

// CountryOf is the country that an offer blocks.
func CountryOf(offer string) (string, error) {
	country, ours := strings.CutPrefix(offer, offerPrefix)
	if !ours || country != strings.ToLower(country) {
		return "", contract.RefuseField("offerId", contract.FailOfferOfNoCountry)
	}
	return strings.ToUpper(country), nil
}
