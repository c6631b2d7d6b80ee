// Package ending holds the rules on how a line ends: who may ask for it, what it costs, what becomes of its number.
package ending

import (
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/number"
	"selfcare/internal/domain/subscription"
)

// ItemLeaving is the charge of a commitment that is left early.
const ItemLeaving = "leaving"

// Reasons an owner may give, in the order they are offered. The last one says nothing in particular.
var Reasons = []string{"moving-abroad", "too-expensive", "poor-coverage", "not-used", "other-operator", "poor-service", "other"}

// Rules are the figures that the rules go by.
type Rules struct {
	UndoFor    time.Duration    // how long the owner may take it back
	Quarantine time.Duration    // how long a number rests
	MostDues   contract.Halalas // more has to be paid first
}

// Facts are what counts of a line when its owner wants to end it.
type Facts struct {
	Type         string // prepaid or postpaid
	Main         bool   // it is the main line of the account that asks
	OwnersLine   bool   // it belongs to the owner of the account's main line
	SubAccounts  int    // other lines that the account has
	FurtherSIMs  int    // active ones
	OrderedSIMs  int    // on their way
	OrderRuns    bool   // one that changes the line, a SIM that is replaced for example
	Leaves       bool   // another operator asked for its number, and that was agreed to
	MSISDN       string
	PortedFrom   string // operator that the number came from; empty for one that was ours from the start
	Balance      contract.Halalas
	Dues         contract.Halalas // postpaid, with VAT
	Commitment   *subscription.Commitment
	Subscription *contract.PlanSubscription // nil where the line has no plan
}

// ValidateDeactivation refuses what has to be settled before a line can end; the first obstacle is named.
func ValidateDeactivation(f Facts, r Rules) error {
	obstacles := Obstacles(f, r)
	switch {
	case len(obstacles) == 0:
		return nil
	case obstacles[0] == contract.FailEndDues:
		return contract.RefuseWith(contract.FailEndDues, map[string]string{"amount": money.Riyals(f.Dues), "most": money.Riyals(r.MostDues)})
	default:
		return contract.Refuse(obstacles[0])
	}
}

// Obstacles are all that has to be settled before a line can end.
func Obstacles(f Facts, r Rules) []contract.Code {
	stands := []struct {
		code contract.Code
		here bool
	}{
		{contract.FailEndNotOwner, !f.OwnersLine},
		{contract.FailEndPortOut, f.Leaves},
		{contract.FailEndSubAccounts, f.Main && f.SubAccounts > 0},
		{contract.FailEndOrderRuns, f.OrderedSIMs > 0 || f.OrderRuns},
		{contract.FailEndFurtherSIMs, f.FurtherSIMs > 0},
		{contract.FailEndDues, f.Type != subscription.Prepaid && f.Dues > r.MostDues},
	}
	var all []contract.Code
	for _, one := range stands {
		if one.here {
			all = append(all, one.code)
		}
	}
	return all
}

// ValidateReason refuses a reason that is not offered.
func ValidateReason(reason string) error {
	if !slices.Contains(Reasons, reason) {
		return contract.RefuseField("reasonKey", contract.FailEndReason)
	}
	return nil
}

// Accepts refuses a price of leaving early that is not the one the owner has seen.
func Accepts(seen, now contract.Halalas) error {
	if seen != now {
		return contract.RefuseWith(contract.FailEndCost, map[string]string{"amount": money.Riyals(now)})
	}
	return nil
}

// Leaving is what the commitment of a line costs when the line ends at a time, with VAT.
func Leaving(c *subscription.Commitment, at time.Time) (cost contract.Halalas, months int) {
	if c == nil {
		return 0, 0
	}
	return c.LeavingCosts(at), c.MonthsLeft(at)
}

// FateOf is what becomes of the number of a line that its owner ends, and which operator has it then. A number of our range is ours, also
// where it was away and was brought back. Any other goes back to the operator of its range, which need not be the one that it came from.
func FateOf(msisdn, portedFrom string) (fate contract.NumberFate, operator string) {
	if portedFrom == "" || number.IsOurs(msisdn) {
		return contract.FateQuarantine, ""
	}
	if holder, known := number.RangeHolder(msisdn); known {
		return contract.FateReturned, holder
	}
	return contract.FateReturned, portedFrom
}

// LeavingCharge is the item on the invoice for a commitment that is left early.
func LeavingCharge(cost contract.Halalas, vatPercent int) subscription.Charge {
	return subscription.Charge{Item: ItemLeaving, Amount: cost, VAT: money.VATWithin(cost, vatPercent)}
}
