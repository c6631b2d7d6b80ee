package plan

import (
	"cmp"
	"slices"

	"selfcare/internal/domain/allowance"
)

// Used is the usage of a line within the days up to now, in the units of its types.
type Used struct {
	ByType map[allowance.Type]int64
	Days   int // that the holder of the line had it, at most a cycle of its plan
}

// Reason is the allowance of the present plan that ran shortest.
type Reason struct {
	Type     allowance.Type
	Unit     allowance.Unit
	Amount   int64  // used
	Included *int64 // in the present plan; nil if unlimited, or if the plan has none
}

// compared are the types of usage that a plan is chosen for. Usage abroad says little about the next month.
var compared = []allowance.Type{allowance.Data, allowance.SocialMedia, allowance.LocalMinutes, allowance.Messages}

// leastUsed is the usage of a type that says something about a line: less of it does not count.
var leastUsed = map[allowance.Type]int64{
	allowance.Data: 512, allowance.SocialMedia: 512, allowance.LocalMinutes: 30, allowance.Messages: 30,
}

const (
	daysInMonth = 30
	whole       = 100
	spare       = 20 // per cent of the usage, so that a month with a little more is covered, too
)

// Days returns the length of a cycle in days; a month counts 30.
func (p Plan) Days() int {
	if p.CycleMonths > 0 {
		return p.CycleMonths * daysInMonth
	}
	return p.ValidityDays
}

// Best returns the plan on sale that covers most of the usage with a fifth to spare; of equal ones the cheapest by day. It
// returns false if the usage is little or of less than a cycle, or if no plan is better than the present one.
func Best(used Used, present Plan, shop []Plan) (best Plan, why Reason, found bool) {
	if used.Days < present.Days() || used.isLittle() {
		return Plan{}, Reason{}, false
	}
	open := slices.DeleteFunc(slices.Clone(shop), func(p Plan) bool {
		return p.ID == present.ID || p.Kind != present.Kind || p.SubscriptionType != present.SubscriptionType
	})
	best = present
	for _, p := range open {
		if used.prefers(p, best) {
			best = p
		}
	}
	return best, used.shortest(present), best.ID != present.ID
}

func (u Used) isLittle() bool {
	return !slices.ContainsFunc(compared, func(t allowance.Type) bool { return u.ByType[t] >= leastUsed[t] })
}

// prefers tells whether a plan covers more than another, or as much for less.
func (u Used) prefers(p, other Plan) bool {
	costs, otherCosts := int64(p.Price)*int64(other.Days()), int64(other.Price)*int64(p.Days())
	return cmp.Or(cmp.Compare(u.covered(p), u.covered(other)), cmp.Compare(otherCosts, costs)) > 0
}

// covered returns how much of the usage a plan covers in per cent, on average of the types that are not little.
func (u Used) covered(p Plan) int64 {
	var sum, types int64
	for t, need := range u.needs(p) {
		if need < leastUsed[t] {
			continue
		}
		need = need * (whole + spare) / whole * int64(p.Days()) / int64(u.Days)
		types++
		sum += whole
		if included, limited := p.included(t); limited && included < need {
			sum -= whole - included*whole/need
		}
	}
	return sum / max(types, 1)
}

// needs returns the usage by the type of allowance that a plan takes it from: social media beyond its own allowance is data.
func (u Used) needs(p Plan) map[allowance.Type]int64 {
	needs := map[allowance.Type]int64{}
	for _, t := range compared {
		needs[t] = u.ByType[t]
	}
	own, limited := p.included(allowance.SocialMedia)
	if over := needs[allowance.SocialMedia] - own*int64(u.Days)/int64(p.Days()); limited && over > 0 {
		needs[allowance.SocialMedia] -= over
		needs[allowance.Data] += over
	}
	return needs
}

// included returns the amount of a type in a plan; not limited if it is unlimited.
func (p Plan) included(t allowance.Type) (amount int64, limited bool) {
	for _, item := range p.Items {
		if item.Type == string(t) {
			if item.Amount == nil {
				return 0, false
			}
			amount += *item.Amount
		}
	}
	return amount, true
}

// shortest returns the type of which the present plan left the least; data if nothing is limited.
func (u Used) shortest(present Plan) Reason {
	needs, most := u.needs(present), int64(-1)
	unit, _ := allowance.UnitOf(allowance.Data)
	why := Reason{Type: allowance.Data, Unit: unit, Amount: needs[allowance.Data]}
	for _, t := range compared {
		included, limited := present.included(t)
		if !limited || needs[t] < leastUsed[t] {
			continue
		}
		if share := needs[t] * whole / max(included, 1); share > most {
			unit, _ := allowance.UnitOf(t)
			most, why = share, Reason{Type: t, Unit: unit, Amount: needs[t]}
			if included > 0 {
				why.Included = &included
			}
		}
	}
	return why
}
