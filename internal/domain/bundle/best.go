package bundle

import "slices"

// Used is the usage of a line within some days.
type Used = Need

// Best returns the bundle that would have covered most of the usage of a line, among those that the line may have and does not
// hold; the cheapest of equals. It returns false without usage, or when no bundle covers any of it.
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
