package bundle

import (
	"cmp"
	"slices"
)

// Need is an amount of usage within some days.
type Need struct {
	DataMB       int64
	LocalMinutes int64
	SMS          int64
	Days         int
}

// Fit is a bundle, and how much of a need it covers.
type Fit struct {
	Bundle
	Covers int // per cent of the need, by the type that it covers least; 100 is all
}

const all = 100

// wanted pairs the need with the contents of a bundle, by type. A longer bundle gives no more for the need: ten gigabytes in a
// week take a bundle of ten, not one of forty in a month.
func (n Need) wanted(b Bundle) [3][2]int64 {
	return [3][2]int64{{n.DataMB, b.DataMB}, {n.LocalMinutes, b.LocalMinutes}, {n.SMS, b.SMS}}
}

// covered returns how much of a need a bundle covers in per cent, by the type that it covers least. A bundle that ends early
// covers only its own days.
func (n Need) covered(b Bundle) int {
	least := int64(all)
	for _, pair := range n.wanted(b) {
		if pair[0] > 0 {
			least = min(least, min(pair[1], pair[0])*all/pair[0])
		}
	}
	if n.Days > 0 && b.ValidityDays < n.Days {
		least = least * int64(b.ValidityDays) / int64(n.Days)
	}
	return int(least)
}

// Rank sorts bundles by how much of the need they cover, then by price, then by length. Bundles that cover nothing are left out.
func Rank(need Need, bundles []Bundle) []Fit {
	fits := make([]Fit, 0, len(bundles))
	for _, b := range bundles {
		if covers := need.covered(b); covers > 0 {
			fits = append(fits, Fit{Bundle: b, Covers: covers})
		}
	}
	slices.SortStableFunc(fits, func(a, b Fit) int {
		return cmp.Or(cmp.Compare(b.Covers, a.Covers), cmp.Compare(a.Price, b.Price), cmp.Compare(b.ValidityDays, a.ValidityDays), cmp.Compare(a.ID, b.ID))
	})
	return fits
}
