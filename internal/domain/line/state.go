package line

import "selfcare/internal/contract"

// Standing is what counts of a line when it is shown in one word.
type Standing struct {
	Condition
	Plan    contract.SubscriptionStage // empty where nobody follows its plan
	Moving  bool                       // an order that was placed brings it another SIM
	Leaving bool                       // another operator takes the number over
}

// State is the one word, and why it is not active. What somebody else decided comes before what is on the way, that before what its
// owner did, and all before its plan: that is the order in which they have to be ended.
func (s Standing) State() (contract.LineState, contract.StateReason) {
	switch {
	case s.Status != contract.LineActive && s.Status != contract.LineSuspended:
		return contract.NumberStopped, contract.StoppedByAuthority
	case s.Leaving:
		return contract.NumberInTransit, contract.InTransitAway
	case s.Moving, s.Status == contract.LineSuspended: // the old SIM is off
		return contract.NumberInTransit, contract.InTransitToNewSIM
	case s.Rests():
		return contract.NumberStopped, contract.StoppedByOwner
	case s.Plan == contract.SubscriptionExpired:
		return contract.NumberExpired, contract.ExpiredPlan
	default:
		return contract.NumberActive, ""
	}
}
