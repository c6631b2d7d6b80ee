package order

import "selfcare/internal/contract"

// WithLine takes the line an order changes; who it is for stands with the line. Another owner needs another proof of identity.
func WithLine(o contract.Order, l contract.Line, owner contract.Person) contract.Order {
	o.Line = &l
	return WithPerson(o, owner)
}

// WithReplacement takes why the line gets a new SIM.
func WithReplacement(o contract.Order, r contract.Replacement, phone *contract.Device, vatPercent int) contract.Order {
	o.Replacement, o.Device = &r, phone
	return Priced(o, vatPercent)
}

// WithClaim notes whether the line is this order's alone, and out of service for it.
func WithClaim(o contract.Order, claimed bool) contract.Order {
	replacement := *o.Replacement
	replacement.Claimed = claimed
	o.Replacement = &replacement
	return o
}

// WithExtraSIM takes what the further SIM is called and costs.
func WithExtraSIM(o contract.Order, e contract.ExtraSIM, phone *contract.Device, vatPercent int) contract.Order {
	o.ExtraSIM, o.Device = &e, phone
	return Priced(o, vatPercent)
}

// ValidateDispute refuses "this was not me" where no SIM is replaced or the time for it is over.
func ValidateDispute(o contract.Order) error {
	switch {
	case o.Replacement == nil || !Has(o, contract.PhaseOldSIMSuspended):
		return contract.Refuse(contract.FailDisputeLink)
	case o.Stage == contract.StageAbandoned:
		return contract.Refuse(contract.FailOrderClosed)
	default:
		return nil
	}
}

// OldSIMSuspended tells whether the SIM that an order replaces is off: from the payment until the new one took over, or until
// the old one was restored. While its suspension is held nobody knows.
func OldSIMSuspended(o contract.Order) bool {
	if !Has(o, contract.PhaseOldSIMSuspended) || o.Held != nil && o.Held.Work == contract.WorkSuspendSIM {
		return false
	}
	switch stageOf(o) {
	case contract.StagePlaced, contract.StagePreparing, contract.StageDispatched, contract.StageDelivered:
		return true
	default:
		return false
	}
}
