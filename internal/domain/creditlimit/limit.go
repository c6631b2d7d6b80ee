// Package creditlimit holds the rules on spending beyond the plan as pure functions: the credit limit of a postpaid line, the
// balance of a prepaid line, and the caps that the paying account sets.
package creditlimit

import (
	"slices"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/subscription"
)

// Kind is the subject of a limit.
type Kind string

// Kinds of limits.
const (
	Credit  Kind = "credit"  // debt of a postpaid line, billed and unbilled
	Extra   Kind = "extra"   // usage beyond the plan in a cycle
	Roaming Kind = "roaming" // the part of Extra that is used in other countries
	Balance Kind = "balance" // usage of a prepaid line beyond its plan that its balance did not cover
)

// kindRow says which service level a line has once a limit of the kind is reached.
type kindRow struct {
	kind  Kind
	stops contract.ServiceLevel
}

var kinds = []kindRow{{Credit, contract.ServiceIncluded}, {Extra, contract.ServiceIncluded}, {Roaming, contract.ServiceHome}, {Balance, contract.ServiceIncluded}}

// Caps lists the kinds that a customer sets, in the order of display.
func Caps() []Kind { return []Kind{Extra, Roaming} }

// RoamingTypes lists the usage types that count for the kind Roaming.
func RoamingTypes() []string {
	return []string{string(allowance.RoamingData), string(allowance.RoamingMinutes)}
}

// Limit is the current state of one limit of a line.
type Limit struct {
	Kind   Kind
	Amount contract.Halalas
	Used   contract.Halalas
	Told   int  // per cent that the customer was told: 0, the warning's, or 100
	Lifted bool // until the cycle is over
}

// State is the state of a limit.
type State string

// States of a limit.
const (
	Open    State = "open"
	Warned  State = "warned"
	Stopped State = "stopped"
	Lifted  State = "lifted" // reached, but lifted until the next cycle
)

// OfBalance returns the limit of a prepaid balance: the first halala below zero reaches it.
func OfBalance(balance contract.Halalas, told int) Limit {
	return Limit{Kind: Balance, Amount: 1, Used: max(-balance, 0), Told: told}
}

// whole is the percentage at which a limit is reached.
const whole = 100

// Percent returns the used share of a limit, rounded down and at most 100. A limit of zero is used up.
func (l Limit) Percent() int {
	if l.Used >= l.Amount {
		return whole
	}
	return int(max(l.Used, 0) * whole / l.Amount)
}

// Reached tells whether a limit is used up.
func (l Limit) Reached() bool { return l.Used >= l.Amount }

// State returns the state of a limit with the given warning threshold.
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

// NextWarning returns the percentage that the customer knows from now on, and whether to tell it now. When usage drops, the next
// warning is told again.
func (l Limit) NextWarning(warnPercent int) (percent int, now bool) {
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

// Level returns the service level of a line with this limit.
func (l Limit) Level() contract.ServiceLevel {
	at := slices.IndexFunc(kinds, func(row kindRow) bool { return row.kind == l.Kind })
	if at < 0 || !l.Reached() || l.Lifted {
		return contract.ServiceFull
	}
	return kinds[at].stops
}

// Lowest returns the service level of a line with several limits.
func Lowest(limits []Limit) contract.ServiceLevel {
	level := contract.ServiceFull
	for _, l := range limits {
		level = subscription.Lower(level, l.Level())
	}
	return level
}

// ValidateRoom refuses a price that exceeds the rest of the credit limit of a billed line.
func ValidateRoom(limits []Limit, price contract.Halalas) error {
	if Room(limits) < price {
		return contract.Refuse(contract.FailServiceLimit)
	}
	return nil
}

// Room returns the rest of the credit limit; zero without one.
func Room(limits []Limit) contract.Halalas {
	for _, l := range limits {
		if l.Kind == Credit {
			return max(l.Amount-l.Used, 0)
		}
	}
	return 0
}
