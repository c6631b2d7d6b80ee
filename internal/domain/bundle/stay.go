package bundle

import (
	"cmp"
	"slices"
)

// Stay is the usage in another country from the first to the last day there.
type Stay struct {
	Minutes   int64 // of outgoing and incoming calls
	Megabytes int64
	Days      int
}

// Covering lists the bundles that cover a whole stay, the cheapest first: they contain the usage and last as long. Bundles
// without roaming are left out.
func Covering(stay Stay, bundles []Bundle) []Bundle {
	found := slices.DeleteFunc(slices.Clone(bundles), func(b Bundle) bool {
		return b.RoamingMB+b.RoamingMinutes == 0 || b.RoamingMB < stay.Megabytes || b.RoamingMinutes < stay.Minutes || b.ValidityDays < stay.Days
	})
	slices.SortStableFunc(found, func(a, b Bundle) int { return cmp.Or(cmp.Compare(a.Price, b.Price), cmp.Compare(a.ID, b.ID)) })
	return found
}
