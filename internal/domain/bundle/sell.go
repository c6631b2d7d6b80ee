package bundle

import (
	"slices"
	"strconv"
	"time"

	"selfcare/internal/contract"
)

// Line is what counts of a line that is to get a bundle.
type Line struct {
	Subscription string // prepaid or postpaid
	Plan         string
}

// Most is how many bundles are bought at once.
const Most = 10

// Sell is what a line gets of the bundles that were chosen, and what they cost without VAT. Where one of them cannot be had, none can: the
// refusal names it.
func Sell(shop map[string]Bundle, chosen []string, to Line, now time.Time) (bought []contract.BundleBought, net contract.Halalas, err error) {
	for i, id := range chosen {
		b, known := shop[id]
		if err := may(b, known, slices.Contains(chosen[:i], id), to, now); err != "" {
			return nil, 0, Refuse(i, err)
		}
		one := contract.BundleBought{BundleID: b.ID, NameEn: b.NameEn, NameAr: b.NameAr, ValidityDays: b.ValidityDays, Price: b.Price}
		for _, item := range b.Items() {
			one.Items = append(one.Items, contract.BundleItem{Type: string(item.Type), Unit: string(item.Unit), Amount: item.Amount})
		}
		bought, net = append(bought, one), net+b.Price
	}
	return bought, net, nil
}

func may(b Bundle, known, again bool, to Line, now time.Time) contract.Code {
	left, limited := b.Left()
	switch {
	case !known || !b.OnSale(now):
		return contract.FailBundleUnknown
	case !b.Suits(to.Subscription, to.Plan):
		return contract.FailBundleNotForLine
	case again && b.Single:
		return contract.FailBundleHeld
	case limited && left == 0:
		return contract.FailBundleSoldOut
	default:
		return ""
	}
}

// Refuse says which of the bundles that were chosen is refused, counted from 0.
func Refuse(which int, code contract.Code) error {
	return contract.RefuseField("bundles."+strconv.Itoa(which)+".id", code)
}

// Same tells whether what was chosen is still what it was when it was priced.
func Same(a, b []contract.BundleBought) bool {
	return slices.EqualFunc(a, b, func(a, b contract.BundleBought) bool {
		return a.BundleID == b.BundleID && a.Price == b.Price && a.ValidityDays == b.ValidityDays && slices.Equal(a.Items, b.Items)
	})
}
