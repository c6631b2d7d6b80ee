package line

import "selfcare/internal/contract"

// Standing holds the facts behind the one-word state of a line.
type Standing struct {
	Condition
	Plan    contract.SubscriptionStage // empty for a line without a plan workflow
	Moving  bool                       // a placed order brings another SIM
	Leaving bool                       // another operator takes the number over
}

// State returns the one-word state of a line, and the reason when it is not active. Decisions of others come first, then running
// changes, then decisions of the owner, then the plan: they have to be ended in this order.
func (s Standing) State() (contract.LineState, contract.StateReason) {
	switch {
	case s.Status != contract.LineActive && s.Status != contract.LineSuspended:
		return contract.NumberStopped, contract.StoppedByAuthority
	case s.Leaving:
		return contract.NumberInTransit, contract.InTransitAway
	case s.Moving, s.Status == contract.LineSuspended: // the old SIM is off
		return contract.NumberInTransit, contract.InTransitToNewSIM
	case s.IsSuspended():
		return contract.NumberStopped, contract.StoppedByOwner
	case s.Plan == contract.SubscriptionExpired:
		return contract.NumberExpired, contract.ExpiredPlan
	default:
		return contract.NumberActive, ""
	}
}
