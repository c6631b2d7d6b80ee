// Package ending holds the rules on the end of a line: who may ask for it, its cost, and the future of its number.
package ending

import (
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/number"
	"selfcare/internal/domain/subscription"
)

// ItemLeaving is the charge for a commitment that ends early.
const ItemLeaving = "leaving"

// Reasons that an owner may choose, in order. The last one is "other".
var Reasons = []string{"moving-abroad", "too-expensive", "poor-coverage", "not-used", "other-operator", "poor-service", "other"}

// Rules are the settings of the operator.
type Rules struct {
	UndoFor    time.Duration    // how long the owner may undo it
	Quarantine time.Duration    // how long a number stays unused
	MostDues   contract.Halalas // the line cannot end with higher dues
}

// Facts are the properties of a line that decide on its deactivation.
type Facts struct {
	Type         string // prepaid or postpaid
	Main         bool   // the main line of the requesting account
	OwnersLine   bool   // belongs to the owner of the account's main line
	SubAccounts  int    // other lines of the account
	ExtraSIMs    int    // active SIMs
	OrderedSIMs  int    // ordered SIMs on their way
	OrderRuns    bool   // an order changes the line, for example a SIM replacement
	Leaves       bool   // another operator's port-out of the number was accepted
	MSISDN       string
	PortedFrom   string // operator that the number came from; empty for a number of our range
	Balance      contract.Halalas
	Dues         contract.Halalas // postpaid, with VAT
	Commitment   *subscription.Commitment
	Subscription *contract.PlanSubscription // nil for a line without a plan
}

// ValidateDeactivation refuses a line with obstacles, and names the first one.
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

// Obstacles lists everything that must be settled before a line can end.
func Obstacles(f Facts, r Rules) []contract.Code {
	stands := []struct {
		code contract.Code
		here bool
	}{
		{contract.FailEndNotOwner, !f.OwnersLine},
		{contract.FailEndPortOut, f.Leaves},
		{contract.FailEndSubAccounts, f.Main && f.SubAccounts > 0},
		{contract.FailEndOrderRuns, f.OrderedSIMs > 0 || f.OrderRuns},
		{contract.FailEndExtraSIMs, f.ExtraSIMs > 0},
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

// ValidateReason refuses an unknown reason.
func ValidateReason(reason string) error {
	if !slices.Contains(Reasons, reason) {
		return contract.RefuseField("reasonKey", contract.FailEndReason)
	}
	return nil
}

// Accepts refuses a cost of leaving early that differs from the cost that the owner saw.
func Accepts(seen, now contract.Halalas) error {
	if seen != now {
		return contract.RefuseWith(contract.FailEndCost, map[string]string{"amount": money.Riyals(now)})
	}
	return nil
}

// Leaving returns the cost, with VAT, of a commitment that ends early at a time, and its remaining months.
func Leaving(c *subscription.Commitment, at time.Time) (cost contract.Halalas, months int) {
	if c == nil {
		return 0, 0
	}
	return c.LeavingCosts(at), c.MonthsLeft(at)
}

// OutcomeOf returns the future of the number of a line that its owner ends, and its next operator. A number of our range stays with
// us, also after a port-out and a return. Another number returns to the operator of its range, which may differ from its donor.
func OutcomeOf(msisdn, portedFrom string) (fate contract.NumberOutcome, operator string) {
	if portedFrom == "" || number.IsOurs(msisdn) {
		return contract.OutcomeQuarantine, ""
	}
	if holder, known := number.RangeHolder(msisdn); known {
		return contract.OutcomeReturned, holder
	}
	return contract.OutcomeReturned, portedFrom
}

// LeavingCharge returns the item on the invoice for a commitment that ends early.
func LeavingCharge(cost contract.Halalas, vatPercent int) subscription.Charge {
	return subscription.Charge{Item: ItemLeaving, Amount: cost, VAT: money.VATWithin(cost, vatPercent)}
}
