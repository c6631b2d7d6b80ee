package line

import "selfcare/internal/contract"

// State is how a number is shown, and why it is not active. What somebody else decided comes before what its owner did, and both
// before its plan: that is the order in which they have to be ended.
func State(c Condition, planExpired bool) (contract.LineState, contract.StateReason) {
	switch {
	case c.Status == contract.LineBlocked:
		return contract.NumberStopped, contract.StoppedByAuthority
	case c.Status == contract.LineSuspended:
		return contract.NumberInTransit, contract.InTransitToNewSIM
	case c.Rests():
		return contract.NumberStopped, contract.StoppedByOwner
	case planExpired:
		return contract.NumberExpired, contract.ExpiredPlan
	default:
		return contract.NumberActive, ""
	}
}
