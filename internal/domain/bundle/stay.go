package bundle

import (
	"cmp"
	"slices"
)

// Stay is what somebody uses in another country from the first to the last day there.
type Stay struct {
	Minutes   int64 // of calls made and taken
	Megabytes int64
	Days      int
}

// Covering are the bundles that are enough for a stay as a whole, the cheapest first: what is used is in them, and they last as long.
// What gives nothing abroad covers nothing.
func Covering(stay Stay, bundles []Bundle) []Bundle {
	found := slices.DeleteFunc(slices.Clone(bundles), func(b Bundle) bool {
		return b.RoamingMB+b.RoamingMinutes == 0 || b.RoamingMB < stay.Megabytes || b.RoamingMinutes < stay.Minutes || b.ValidityDays < stay.Days
	})
	slices.SortStableFunc(found, func(a, b Bundle) int { return cmp.Or(cmp.Compare(a.Price, b.Price), cmp.Compare(a.ID, b.ID)) })
	return found
}
