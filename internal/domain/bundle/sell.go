package bundle

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"selfcare/internal/contract"
)

// Line holds the properties of a line that decide on its bundles.
type Line struct {
	Subscription string // prepaid or postpaid
	Plan         string
}

// Most is how many bundles one purchase may contain.
const Most = 10

// Shop holds the bundles on sale by their ids, and the steps of a custom bundle.
type Shop struct {
	Bundles map[string]Bundle
	Builder Builder
}

// Chosen is a bundle of the catalogue, or a custom one.
type Chosen struct {
	ID     string
	Build  *Choice
	Renews bool // if the catalogue allows it
}

// IDs lists the chosen bundles of the catalogue.
func IDs(chosen []Chosen) (ids []string) {
	for _, c := range chosen {
		if c.Build == nil {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// Names of a custom bundle.
const (
	ownNameEn = "Your own bundle"
	ownNameAr = "حزمتك الخاصة"
)

// Sell returns the chosen bundles as the line gets them, and their price without VAT. It refuses all when the line cannot have
// one of them, and names that bundle.
func Sell(shop Shop, chosen []Chosen, to Line, now time.Time) (bought []contract.BundleBought, net contract.Halalas, err error) {
	for i, c := range chosen {
		b, err := sell(shop, i, chosen, to, now)
		if err != nil {
			return nil, 0, err
		}
		if c.Build != nil {
			b.NameEn, b.NameAr = ownNameEn, ownNameAr
		}
		one := contract.BundleBought{BundleID: b.ID, NameEn: b.NameEn, NameAr: b.NameAr, ValidityDays: b.ValidityDays, Price: b.Price, Renews: c.Renews && b.Renews}
		for _, item := range b.Items() {
			one.Items = append(one.Items, contract.BundleItem{Type: string(item.Type), Unit: string(item.Unit), Amount: item.Amount})
		}
		bought, net = append(bought, one), net+b.Price
	}
	return bought, net, nil
}

// sell returns the n-th of the chosen bundles.
func sell(shop Shop, n int, chosen []Chosen, to Line, now time.Time) (Bundle, error) {
	c := chosen[n]
	if c.Build != nil {
		built, err := shop.Builder.Build(*c.Build)
		if err != nil {
			return built, nestRefusal(n, err)
		}
		return built, nil
	}
	b, known := shop.Bundles[c.ID]
	again := slices.ContainsFunc(chosen[:n], func(before Chosen) bool { return before.Build == nil && before.ID == c.ID })
	if code := refusalOf(b, known, again, to, now); code != "" {
		return b, Refuse(n, code)
	}
	return b, nil
}

// nestRefusal adds the position of the custom bundle to a refusal.
func nestRefusal(n int, err error) error {
	var no *contract.Refusal
	if !errors.As(err, &no) {
		return err
	}
	named := contract.Refusal{Code: no.Code, Fields: map[string]contract.Code{}}
	for field, code := range no.Fields {
		named.Fields["bundles."+strconv.Itoa(n)+".build."+field] = code
	}
	return &named
}

func refusalOf(b Bundle, known, again bool, to Line, now time.Time) contract.Code {
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

// Refuse refuses one of the chosen bundles, counted from 0.
func Refuse(which int, code contract.Code) error {
	return contract.RefuseField("bundles."+strconv.Itoa(which)+".id", code)
}

// Same tells whether the chosen bundles are unchanged since they were priced.
func Same(a, b []contract.BundleBought) bool {
	return slices.EqualFunc(a, b, func(a, b contract.BundleBought) bool {
		return a.BundleID == b.BundleID && a.Price == b.Price && a.ValidityDays == b.ValidityDays && a.Renews == b.Renews && slices.Equal(a.Items, b.Items)
	})
}
