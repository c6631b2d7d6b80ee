package transfer

import (
	"math/big"
	"slices"
	"strings"

	"github.com/nyaruka/phonenumbers"

	"selfcare/internal/contract"
	"selfcare/internal/domain/number"
	"selfcare/internal/domain/typed"
)

// Numbers of digits after + or 00 in numbers of other countries (specification §5).
const (
	fewestDigits = 8
	mostDigits   = 14
)

// saudiArabia is the country code of numbers that get local transfers instead.
const saudiArabia = 966

// ReadTopUpNumber reads a mobile number of another country in any digits. It returns + with the digits, and the two letters of
// its country.
func ReadTopUpNumber(field, text string) (mobile, country string, err error) {
	digits, international := strings.CutPrefix(typed.Dialled(text), "00")
	if !international {
		if _, err := number.ParseAny(text); err == nil {
			return "", "", contract.RefuseField(field, contract.FailInternationalSaudi)
		}
		return "", "", contract.RefuseField(field, contract.FailInternationalFormat)
	}
	read, err := phonenumbers.Parse("+"+digits, "")
	if err == nil && read.GetCountryCode() == saudiArabia {
		return "", "", contract.RefuseField(field, contract.FailInternationalSaudi)
	}
	if err != nil || !phonenumbers.IsValidNumber(read) {
		return "", "", contract.RefuseField(field, contract.FailInternationalFormat)
	}
	mobile = phonenumbers.Format(read, phonenumbers.E164)
	if digits := len(mobile) - len("+"); digits < fewestDigits || digits > mostDigits {
		return "", "", contract.RefuseField(field, contract.FailInternationalFormat)
	}
	country = phonenumbers.GetRegionCodeForNumber(read)
	if len(country) != 2 || !mayBeMobile(read) { // satellites and services have no country
		return "", "", contract.RefuseField(field, contract.FailInternationalUnserved)
	}
	return mobile, country, nil
}

// mayBeMobile refuses numbers that certainly have no balance to top up. In some countries a number does not show its type.
func mayBeMobile(n *phonenumbers.PhoneNumber) bool {
	switch phonenumbers.GetNumberType(n) {
	case phonenumbers.MOBILE, phonenumbers.FIXED_LINE_OR_MOBILE:
		return true
	default:
		return false
	}
}

// TopUpFigures are our fee on top of the partner's price.
type TopUpFigures struct {
	FeePercent int
	FeeMinimum contract.Halalas
}

// TopUpPrice is the price of a top-up from the balance. Its VAT was paid when the balance was bought (ADR 42).
type TopUpPrice struct {
	Rate  string // of the recipient's currency for one riyal
	Fee   contract.Halalas
	Total contract.Halalas
}

// PriceTopUp prices a product; false for a product with a zero value or a zero cost, which must be a mistake of the
// partner.
func PriceTopUp(p contract.TopUpProduct, f TopUpFigures) (TopUpPrice, bool) {
	gets, decimal := new(big.Rat).SetString(p.Gets.Amount)
	if !decimal || gets.Sign() <= 0 || p.Cost <= 0 {
		return TopUpPrice{}, false
	}
	percent := contract.Halalas(f.FeePercent)
	fee := max(f.FeeMinimum, (p.Cost*percent+99)/100) // rounded up to the halala
	perRiyal := gets.Mul(gets, big.NewRat(100, int64(p.Cost)))
	return TopUpPrice{Rate: rate(perRiyal), Fee: fee, Total: p.Cost + fee}, true
}

// rate formats a rate with up to four decimals.
func rate(r *big.Rat) string {
	return strings.TrimSuffix(strings.TrimRight(r.FloatString(4), "0"), ".")
}

// Chosen is the customer's choice from an offer.
type Chosen struct {
	OperatorID string
	ServiceID  string
	ProductID  string
	Amount     contract.Halalas // the price that the customer saw
}

// FindProduct finds the chosen product in the current offer. It refuses a product that is gone, or whose price has changed.
func FindProduct(offer contract.TopUpOffer, c Chosen, f TopUpFigures) (contract.TopUpProduct, TopUpPrice, error) {
	at := slices.IndexFunc(offer.Products, func(p contract.TopUpProduct) bool { return p.ID == c.ProductID && p.ServiceID == c.ServiceID })
	if at < 0 || offer.OperatorID != c.OperatorID {
		return contract.TopUpProduct{}, TopUpPrice{}, contract.RefuseField("transfer.product_id", contract.FailInternationalProduct)
	}
	price, sold := PriceTopUp(offer.Products[at], f)
	switch {
	case !sold:
		return contract.TopUpProduct{}, price, contract.RefuseField("transfer.product_id", contract.FailInternationalProduct)
	case price.Total != c.Amount:
		return contract.TopUpProduct{}, price, contract.Refuse(contract.FailPriceChanged)
	default:
		return offer.Products[at], price, nil
	}
}

// ValidateCovered refuses a total above the balance.
func ValidateCovered(balance, total contract.Halalas) error {
	if balance < total {
		return contract.Refuse(contract.FailBalanceShort)
	}
	return nil
}
