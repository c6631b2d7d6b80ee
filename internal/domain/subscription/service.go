package subscription

import (
	"slices"

	"selfcare/internal/contract"
)

// Abilities says what a line may do.
type Abilities struct {
	Level      contract.ServiceLevel // in the network
	Allowances bool                  // of the plan
	PayAsYouGo bool                  // calls, messages and data beyond them, from the balance or on the bill
	Incoming   bool
	Emergency  bool
	Recharge   bool
	Switch     bool // to another plan, or subscribe again
}

// States holds the abilities of a line in each stage of its plan.
var States = map[contract.SubscriptionStage]Abilities{
	contract.SubscriptionActive:  {Level: contract.ServiceFull, Allowances: true, PayAsYouGo: true, Incoming: true, Emergency: true, Recharge: true, Switch: true},
	contract.SubscriptionGrace:   {Level: contract.ServiceFull, PayAsYouGo: true, Incoming: true, Emergency: true, Recharge: true, Switch: true},
	contract.SubscriptionExpired: {Level: contract.ServiceIncoming, Incoming: true, Emergency: true, Recharge: true, Switch: true},
	contract.SubscriptionEnded:   {Level: contract.ServiceNone},
}

// Service returns the service level for the network: the lowest that the stage of the plan, the owner's suspension, the bills and
// the limits allow.
func Service(s contract.PlanSubscription) contract.NetworkService {
	level := States[s.Stage].Level
	if s.Bills != nil {
		level = Lower(level, s.Bills.Level)
	}
	if s.Spend != nil {
		level = Lower(level, s.Spend.Level)
	}
	if IsSuspended(s) {
		level = contract.ServiceNone // emergency calls remain possible
	}
	return contract.NetworkService{PlanID: s.PlanID, Level: level}
}

// levels, ascending.
var levels = []contract.ServiceLevel{contract.ServiceNone, contract.ServiceIncoming, contract.ServiceIncluded, contract.ServiceHome, contract.ServiceFull}

// Lower returns the lower of two levels.
func Lower(a, b contract.ServiceLevel) contract.ServiceLevel {
	return levels[min(slices.Index(levels, a), slices.Index(levels, b))]
}

// ValidateResolution refuses every decision of support about a plan but one: to send the service level to the network again.
func ValidateResolution(s contract.PlanSubscription, r contract.Resolution) error {
	switch {
	case r.Action != contract.ResolveRetry:
		return contract.Refuse(contract.FailResolutionNotAllowed)
	case !IsNetworkOutdated(s):
		return contract.Refuse(contract.FailCaseNotHeld)
	default:
		return nil
	}
}

// IsNetworkOutdated tells whether the network has an outdated service level. It is false for a line that has ended, because the end of the
// line informs the network.
func IsNetworkOutdated(s contract.PlanSubscription) bool {
	if s.Stage == contract.SubscriptionEnded {
		return false
	}
	wanted := Service(s)
	return s.Service.PlanID != wanted.PlanID || s.Service.Level != wanted.Level
}
