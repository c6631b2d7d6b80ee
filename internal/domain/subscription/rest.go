package subscription

import (
	"time"

	"selfcare/internal/contract"
)

// Rests tells whether the owner has suspended the line. Its plan goes on meanwhile.
func Rests(s contract.PlanSubscription) bool { return !s.RestsSince.IsZero() }

// IsRepeated tells a request that made the last choice from a new one: its answer got lost, not its effect.
func IsRepeated(s contract.PlanSubscription, key string) bool {
	return key != "" && s.ChoiceKey == key
}

// ValidateSuspension refuses to suspend a line that rests or has left.
func ValidateSuspension(s contract.PlanSubscription, key string) error {
	switch {
	case IsRepeated(s, key):
		return nil
	case s.Stage == contract.SubscriptionEnded:
		return contract.Refuse(contract.FailNumberAbsent)
	case Rests(s):
		return contract.Refuse(contract.FailLineRests)
	default:
		return nil
	}
}

// ValidateReturn refuses to bring back a line that does not rest.
func ValidateReturn(s contract.PlanSubscription, key string) error {
	switch {
	case IsRepeated(s, key):
		return nil
	case s.Stage == contract.SubscriptionEnded:
		return contract.Refuse(contract.FailNumberAbsent)
	case !Rests(s):
		return contract.Refuse(contract.FailLineRestsNot)
	default:
		return nil
	}
}

// Suspended is the subscription of a line that rests from now on.
func Suspended(s contract.PlanSubscription, now time.Time) contract.PlanSubscription {
	s.RestsSince = now.UTC()
	return s
}

// Returned is the subscription of a line that does what the stage of its plan allows again.
func Returned(s contract.PlanSubscription) contract.PlanSubscription {
	s.RestsSince = time.Time{}
	return s
}
