package order

import "selfcare/internal/contract"

// WithLine sets the line that an order changes, and its owner. Another owner needs a new proof of identity.
func WithLine(o contract.Order, l contract.Line, owner contract.Person) contract.Order {
	o.Line = &l
	return WithPerson(o, owner)
}

// WithReplacement sets the reason for the new SIM of a line.
func WithReplacement(o contract.Order, r contract.Replacement, phone *contract.Device, vatPercent int) contract.Order {
	o.Replacement, o.Device = &r, phone
	return Priced(o, vatPercent)
}

// WithClaim notes whether the order has claimed the line and taken it out of service.
func WithClaim(o contract.Order, claimed bool) contract.Order {
	replacement := *o.Replacement
	replacement.Claimed = claimed
	o.Replacement = &replacement
	return o
}

// WithExtraSIM sets the name and the price of a further SIM.
func WithExtraSIM(o contract.Order, e contract.ExtraSIM, phone *contract.Device, vatPercent int) contract.Order {
	o.ExtraSIM, o.Device = &e, phone
	return Priced(o, vatPercent)
}

// ValidateDispute refuses "this was not me" for an order without a replaced SIM, or after its time.
func ValidateDispute(o contract.Order) error {
	switch {
	case o.Replacement == nil || !HasPhase(o, contract.PhaseOldSIMSuspended):
		return contract.Refuse(contract.FailDisputeLink)
	case o.Stage == contract.StageAbandoned:
		return contract.Refuse(contract.FailOrderClosed)
	default:
		return nil
	}
}

// OldSIMSuspended tells whether the replaced SIM of an order is off: from the payment until the new SIM took over, or the old one
// was restored. While its suspension is held, the state is unknown.
func OldSIMSuspended(o contract.Order) bool {
	if !HasPhase(o, contract.PhaseOldSIMSuspended) || o.Held != nil && o.Held.Work == contract.WorkSuspendSIM {
		return false
	}
	switch stageOf(o) {
	case contract.StagePlaced, contract.StagePreparing, contract.StageDispatched, contract.StageDelivered:
		return true
	default:
		return false
	}
}
