// Package creditlimit holds the rules on what a line may spend beyond its plan, as pure functions: the credit limit of a postpaid line, the
// balance of a prepaid line, and the caps that the paying account sets.
package creditlimit

import (
	"slices"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/subscription"
)

// Kind is what a limit is on.
type Kind string

// Kinds of limits.
const (
	Credit  Kind = "credit"  // what a postpaid line may owe us, on its bills and beside them
	Extra   Kind = "extra"   // what a line uses beyond its plan in a cycle
	Roaming Kind = "roaming" // what of that is used in other countries
	Balance Kind = "balance" // what a prepaid line used beyond its plan, and its balance did not cover
)

// kindRow says of a kind what its line may do once it is reached.
type kindRow struct {
	kind  Kind
	stops contract.ServiceLevel
}

var kinds = []kindRow{{Credit, contract.ServiceIncluded}, {Extra, contract.ServiceIncluded}, {Roaming, contract.ServiceHome}, {Balance, contract.ServiceIncluded}}

// Caps are the kinds that a customer sets, in the order in which they are shown.
func Caps() []Kind { return []Kind{Extra, Roaming} }

// RoamingTypes are the types of usage that the kind Roaming counts.
func RoamingTypes() []string {
	return []string{string(allowance.RoamingData), string(allowance.RoamingMinutes)}
}

// Limit is one limit of a line, as it stands.
type Limit struct {
	Kind   Kind
	Amount contract.Halalas
	Used   contract.Halalas
	Told   int  // per cent that its customer heard of: 0, that of the warning, or 100
	Lifted bool // until the cycle is over
}

// State is where a limit stands.
type State string

// States of a limit.
const (
	Open    State = "open"
	Warned  State = "warned"
	Stopped State = "stopped"
	Lifted  State = "lifted" // reached, and it stops nothing until the next cycle
)

// OfBalance is the limit that a prepaid balance sets: the first halala below zero reaches it.
func OfBalance(balance contract.Halalas, told int) Limit {
	return Limit{Kind: Balance, Amount: 1, Used: max(-balance, 0), Told: told}
}

// whole is the per cent at which a limit is reached.
const whole = 100

// Percent is how much of a limit is used, rounded down; what is over it counts as the whole. A limit of nothing is used up.
func (l Limit) Percent() int {
	if l.Used >= l.Amount {
		return whole
	}
	return int(max(l.Used, 0) * whole / l.Amount)
}

// Reached tells whether nothing of a limit is left.
func (l Limit) Reached() bool { return l.Used >= l.Amount }

// State is where a limit stands that warns at some per cent.
func (l Limit) State(warnPercent int) State {
	switch {
	case l.Reached() && l.Lifted:
		return Lifted
	case l.Reached():
		return Stopped
	case l.Percent() >= warnPercent:
		return Warned
	default:
		return Open
	}
}

// Tells is the per cent that its customer has heard of from now on, and whether that is to be told now. Once less is used the next
// warning is news again.
func (l Limit) Tells(warnPercent int) (percent int, now bool) {
	switch l.State(warnPercent) {
	case Stopped, Lifted:
		percent = whole
	case Warned:
		percent = warnPercent
	case Open:
		percent = 0
	}
	return percent, percent > l.Told && !l.Lifted
}

// Level is what a line may do that has this limit.
func (l Limit) Level() contract.ServiceLevel {
	at := slices.IndexFunc(kinds, func(row kindRow) bool { return row.kind == l.Kind })
	if at < 0 || !l.Reached() || l.Lifted {
		return contract.ServiceFull
	}
	return kinds[at].stops
}

// Lowest is what a line may do that has several limits.
func Lowest(limits []Limit) contract.ServiceLevel {
	level := contract.ServiceFull
	for _, l := range limits {
		level = subscription.Lower(level, l.Level())
	}
	return level
}

// ValidateRoom refuses what would go beyond the credit limit of a line that is billed.
func ValidateRoom(limits []Limit, price contract.Halalas) error {
	if Room(limits) < price {
		return contract.Refuse(contract.FailServiceLimit)
	}
	return nil
}

// Room is what the credit limit among some limits leaves; nothing where there is none.
func Room(limits []Limit) contract.Halalas {
	for _, l := range limits {
		if l.Kind == Credit {
			return max(l.Amount-l.Used, 0)
		}
	}
	return 0
}
