package line

import "selfcare/internal/contract"

// Standing is what counts of a line when it is shown in one word.
type Standing struct {
	Status contract.LineStatus
	Plan   contract.SubscriptionStage // empty where nobody follows its plan
	Moving bool                       // an order that was placed brings it another SIM
}

// State is the one word. What keeps the line from working comes before what is on the way, and that before a plan that ran out.
func (s Standing) State() contract.LineState {
	switch {
	case s.Status != contract.LineActive:
		return contract.LineStopped
	case s.Moving:
		return contract.LineInTransit
	case s.Plan == contract.SubscriptionExpired:
		return contract.LineExpired
	default:
		return contract.LineInService
	}
}
