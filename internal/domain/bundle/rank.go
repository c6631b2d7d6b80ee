package bundle

import (
	"cmp"
	"slices"
)

// Need is how much somebody uses within some days, or says so.
type Need struct {
	DataMB       int64
	LocalMinutes int64
	SMS          int64
	Days         int
}

// Fit is a bundle, and how much of a need it covers.
type Fit struct {
	Bundle
	Covers int // per cent of the need, of what it covers least; 100 is all
}

const all = 100

// wanted pairs what is needed with what a bundle gives in the days of the need. One that lasts longer gives no more for it: whoever
// needs ten gigabytes in a week has them from a bundle of ten, and not from forty in a month.
func (n Need) wanted(b Bundle) [3][2]int64 {
	return [3][2]int64{{n.DataMB, b.DataMB}, {n.LocalMinutes, b.LocalMinutes}, {n.SMS, b.SMS}}
}

// covered is how much of a need a bundle covers, per cent of what it covers least. One that ends before the days are over covers those
// it lasts.
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

// Rank puts bundles into the order of how well they suit: what covers more of the need first, of those that cover as much the cheapest,
// then the one that lasts longest. What covers nothing is left out.
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
