package bench

import (
	"fmt"
	"math"
	"strconv"
)

// Figure is one line of the table: a measurement, its peer, and whether it reached the goal.
type Figure struct {
	ID       string             `json:"id"`
	What     string             `json:"what"`
	Against  string             `json:"against"`
	Goal     Goal               `json:"goal"`
	Rounds   []float64          `json:"rounds"`
	Spread   Spread             `json:"spread"`
	Absolute map[string]float64 `json:"absolute"` // figures behind the ratio, for the raw file and the notes

	Values     map[string][]float64 `json:"values,omitempty"` // of each round, behind the ratio
	LoadBefore string               `json:"loadBefore,omitempty"`
	LoadAfter  string               `json:"loadAfter,omitempty"`
	Note       string               `json:"note"`
}

// Goal is the bound of a figure. Counts have the same bound on both sides.
type Goal struct {
	AtLeast *float64 `json:"atLeast,omitempty"`
	AtMost  *float64 `json:"atMost,omitempty"`
	Count   bool     `json:"count,omitempty"` // not a ratio
}

func atLeast(bound float64) Goal { return Goal{AtLeast: &bound} }

func atMost(bound float64) Goal { return Goal{AtMost: &bound} }

// countAtMost bounds a count.
func countAtMost(bound float64) Goal { return Goal{AtMost: &bound, Count: true} }

// countAtLeast bounds a count from below.
func countAtLeast(bound float64) Goal { return Goal{AtLeast: &bound, Count: true} }

func exactly(count float64) Goal { return Goal{AtLeast: &count, AtMost: &count} }

func (g Goal) exact() bool { return g.AtLeast != nil && g.AtMost != nil }

// met compares with the median of the rounds; a count must be right in every round.
func (f Figure) met() bool {
	low, high := f.Spread.Median, f.Spread.Median
	if f.Goal.exact() {
		low, high = f.Spread.Low, f.Spread.High
	}
	return len(f.Rounds) > 0 && (f.Goal.AtLeast == nil || low >= *f.Goal.AtLeast) && (f.Goal.AtMost == nil || high <= *f.Goal.AtMost)
}

func (f Figure) verdict() string {
	if f.met() {
		return "met"
	}
	return "missed"
}

func (g Goal) String() string {
	switch {
	case g.exact():
		return fmt.Sprintf("= %g", *g.AtLeast)
	case g.Count && g.AtLeast != nil:
		return fmt.Sprintf("≥ %g", *g.AtLeast)
	case g.Count:
		return fmt.Sprintf("≤ %g", *g.AtMost)
	case g.AtLeast != nil:
		return fmt.Sprintf("≥ %.*f ×", g.digits(), *g.AtLeast)
	case g.AtMost != nil:
		return fmt.Sprintf("≤ %.*f ×", g.digits(), *g.AtMost)
	default:
		return "–"
	}
}

// digits after the point: two, or as many as the bound has.
func (g Goal) digits() int {
	for _, bound := range []*float64{g.AtLeast, g.AtMost} {
		if bound != nil && math.Abs(*bound*100-math.Round(*bound*100)) > 1e-9 {
			return 3
		}
	}
	return 2
}

func (f Figure) measured() string {
	if f.Goal.exact() {
		return fmt.Sprintf("%g in each of %d rounds (%g to %g)", f.Spread.Median, len(f.Rounds), f.Spread.Low, f.Spread.High)
	}
	if f.Goal.Count {
		return fmt.Sprintf("%s (%s to %s)", short(f.Spread.Median), short(f.Spread.Low), short(f.Spread.High))
	}
	digits := f.Goal.digits()
	return fmt.Sprintf("%.*f (%.*f to %.*f)", digits, f.Spread.Median, digits, f.Spread.Low, digits, f.Spread.High)
}

// short has four digits, or those before the point.
func short(value float64) string {
	if math.Abs(value) >= 1000 {
		return strconv.FormatFloat(value, 'f', 0, 64)
	}
	return strconv.FormatFloat(value, 'g', 4, 64)
}

// figure sums up rounds.
func figure(id, what, against string, goal Goal, rounds []float64) Figure {
	return Figure{ID: id, What: what, Against: against, Goal: goal, Rounds: rounds, Spread: spreadOf(rounds), Absolute: map[string]float64{}}
}
