package bundle

import (
	"cmp"
	"slices"

	"selfcare/internal/contract"
)

// Stay is the usage in another country from the first to the last day there.
type Stay struct {
	Minutes   int64 // of outgoing and incoming calls
	Megabytes int64
	Days      int
}

// Pass is a bundle that covers a stay when it is bought so many times.
type Pass struct {
	Bundle
	Times int
}

// Cost returns the price of all of them, without VAT.
func (p Pass) Cost() contract.Halalas { return contract.Halalas(p.Times) * p.Price }

// mostTimes limits the purchases for one stay: a customer rather takes another bundle.
const mostTimes = 5

// Passes lists the bundles that cover a whole stay, the cheapest first, and of equal ones that with fewer purchases: they contain the
// usage and last as long. Bundles without roaming are left out.
func Passes(stay Stay, bundles []Bundle) (passes []Pass) {
	for _, b := range bundles {
		times, enough := b.covers(stay)
		most := mostTimes
		if b.Single {
			most = 1
		}
		if enough && times <= most {
			passes = append(passes, Pass{b, times})
		}
	}
	slices.SortStableFunc(passes, func(a, b Pass) int {
		return cmp.Or(cmp.Compare(a.Cost(), b.Cost()), cmp.Compare(a.Times, b.Times), cmp.Compare(a.ID, b.ID))
	})
	return passes
}

// covers returns how many of the bundle a stay needs; false if no number of them is enough.
func (b Bundle) covers(stay Stay) (times int, enough bool) {
	if b.RoamingMB+b.RoamingMinutes == 0 {
		return 0, false
	}
	needed := int64(1)
	for _, part := range [][2]int64{{stay.Megabytes, b.RoamingMB}, {stay.Minutes, b.RoamingMinutes}, {int64(stay.Days), int64(b.ValidityDays)}} {
		used, has := part[0], part[1]
		if used > 0 && has == 0 {
			return 0, false
		}
		if has > 0 {
			needed = max(needed, (used+has-1)/has)
		}
	}
	return int(needed), true
}
