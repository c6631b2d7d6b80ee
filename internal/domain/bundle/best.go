package bundle

import "slices"

// Used is what a line used within some days.
type Used = Need

// Best is the bundle that a line would have been served best with for what it used: of those that it may have and does not have yet the
// one that covers most of it, and of those that cover as much the cheapest. None where it used nothing, or nothing covers any of it.
func Best(used Used, shop []Bundle, to Line, holds []string) (Fit, bool) {
	if used.DataMB == 0 && used.LocalMinutes == 0 && used.SMS == 0 {
		return Fit{}, false
	}
	open := slices.DeleteFunc(slices.Clone(shop), func(b Bundle) bool {
		left, limited := b.Left()
		return !b.Suits(to.Subscription, to.Plan) || limited && left == 0 || b.Single && slices.Contains(holds, b.ID)
	})
	ranked := Rank(used, open)
	if len(ranked) == 0 {
		return Fit{}, false
	}
	return ranked[0], true
}
