package subscription

import (
	"time"

	"selfcare/internal/contract"
)

// IsSuspended tells whether the owner has suspended the line. Its plan continues meanwhile.
func IsSuspended(s contract.PlanSubscription) bool { return !s.SuspendedSince.IsZero() }

// IsRepeated tells the repetition of the last choice from a new one: its answer was lost, not its effect.
func IsRepeated(s contract.PlanSubscription, key string) bool {
	return key != "" && s.ChoiceKey == key
}

// ValidateSuspension refuses to suspend a line that is suspended or has left.
func ValidateSuspension(s contract.PlanSubscription, key string) error {
	switch {
	case IsRepeated(s, key):
		return nil
	case s.Stage == contract.SubscriptionEnded:
		return contract.Refuse(contract.FailNumberAbsent)
	case IsSuspended(s):
		return contract.Refuse(contract.FailLineSuspendedByOwner)
	default:
		return nil
	}
}

// ValidateReturn refuses to resume a line that is not suspended.
func ValidateReturn(s contract.PlanSubscription, key string) error {
	switch {
	case IsRepeated(s, key):
		return nil
	case s.Stage == contract.SubscriptionEnded:
		return contract.Refuse(contract.FailNumberAbsent)
	case !IsSuspended(s):
		return contract.Refuse(contract.FailLineNotSuspended)
	default:
		return nil
	}
}

// Suspended marks the line of a subscription as suspended.
func Suspended(s contract.PlanSubscription, now time.Time) contract.PlanSubscription {
	s.SuspendedSince = now.UTC()
	return s
}

// Returned removes the suspension; the line may do again what the stage of its plan allows.
func Returned(s contract.PlanSubscription) contract.PlanSubscription {
	s.SuspendedSince = time.Time{}
	return s
}
