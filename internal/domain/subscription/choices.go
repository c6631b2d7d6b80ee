package subscription

import (
	"time"

	"selfcare/internal/contract"
)

// ValidateStop refuses to stop a renewal that is stopped or does not exist.
func ValidateStop(s contract.PlanSubscription) error {
	switch {
	case s.Stage == contract.SubscriptionEnded:
		return contract.Refuse(contract.FailNumberAbsent)
	case s.Type != Prepaid:
		return contract.Refuse(contract.FailRenewalPostpaid)
	case !s.AutoRenew:
		return contract.Refuse(contract.FailRenewalStopped)
	default:
		return nil
	}
}

// ValidateStart refuses to start a running renewal, or that of a plan without renewal.
func ValidateStart(s contract.PlanSubscription, present Plan) error {
	switch {
	case s.Stage == contract.SubscriptionEnded:
		return contract.Refuse(contract.FailNumberAbsent)
	case s.AutoRenew:
		return contract.Refuse(contract.FailRenewalRuns)
	case !present.Renews:
		return contract.Refuse(contract.FailRenewalNone)
	default:
		return nil
	}
}

// ValidateSchedule refuses a plan that cannot follow the present one at the end of the cycle.
func ValidateSchedule(s contract.PlanSubscription, lineKind string, next Plan, now time.Time, r Rules) error {
	if err := ValidatePlan(s, lineKind, next); err != nil {
		return err
	}
	switch {
	case IsSuspended(s):
		return contract.Refuse(contract.FailLineSuspendedByOwner)
	case s.Stage != contract.SubscriptionActive:
		return contract.Refuse(contract.FailSwitchOnlyNow)
	case s.Scheduled != nil && s.Scheduled.PlanID == next.ID:
		return contract.Refuse(contract.FailSwitchScheduled)
	default:
		return beforeCutOff(s, now, r)
	}
}

// ValidatePlan refuses a plan that is not for the line.
func ValidatePlan(s contract.PlanSubscription, lineKind string, next Plan) error {
	switch {
	case s.Stage == contract.SubscriptionEnded:
		return contract.Refuse(contract.FailNumberAbsent)
	case !next.OnSale:
		return contract.RefuseField("plan_id", contract.FailPlanUnknown)
	case next.ID == s.PlanID && s.Stage == contract.SubscriptionActive:
		return contract.RefuseField("plan_id", contract.FailSwitchSamePlan)
	case next.Type != s.Type, next.Kind != lineKind:
		return contract.RefuseField("plan_id", contract.FailPlanNotEligible)
	default:
		return nil
	}
}

// ValidateCancellation refuses to cancel a switch that does not exist, or that is paid for.
func ValidateCancellation(s contract.PlanSubscription, now time.Time, r Rules) error {
	if s.Scheduled == nil {
		return contract.Refuse(contract.FailSwitchNone)
	}
	return beforeCutOff(s, now, r)
}

func beforeCutOff(s contract.PlanSubscription, now time.Time, r Rules) error {
	if s.Scheduled != nil && s.Scheduled.Paid || !now.Before(CutOff(s, r)) {
		return contract.Refuse(contract.FailSwitchTooLate)
	}
	return nil
}
