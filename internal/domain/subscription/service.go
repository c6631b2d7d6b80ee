package subscription

import (
	"slices"

	"selfcare/internal/contract"
)

// Abilities are what a line may do.
type Abilities struct {
	Level      contract.ServiceLevel // in the network
	Allowances bool                  // the plan's
	PayAsYouGo bool                  // calls, messages and data beyond them, from the balance or onto the bill
	Incoming   bool
	Emergency  bool
	Recharge   bool
	Switch     bool // to another plan, or subscribe again
}

// States say what a line may do in each stage of its plan.
var States = map[contract.SubscriptionStage]Abilities{
	contract.SubscriptionActive:  {Level: contract.ServiceFull, Allowances: true, PayAsYouGo: true, Incoming: true, Emergency: true, Recharge: true, Switch: true},
	contract.SubscriptionGrace:   {Level: contract.ServiceFull, PayAsYouGo: true, Incoming: true, Emergency: true, Recharge: true, Switch: true},
	contract.SubscriptionExpired: {Level: contract.ServiceIncoming, Incoming: true, Emergency: true, Recharge: true, Switch: true},
	contract.SubscriptionEnded:   {Level: contract.ServiceNone},
}

// Service is what the network is to let a line do: the lowest of what the stage of its plan allows, of what its owner does, and of
// what its bills and its limits let it do.
func Service(s contract.PlanSubscription) contract.NetworkService {
	level := States[s.Stage].Level
	if s.Bills != nil {
		level = Lower(level, s.Bills.Level)
	}
	if s.Spend != nil {
		level = Lower(level, s.Spend.Level)
	}
	if Rests(s) {
		level = contract.ServiceNone // emergency calls go out all the same
	}
	return contract.NetworkService{PlanID: s.PlanID, Level: level}
}

// levels from the lowest to the highest.
var levels = []contract.ServiceLevel{contract.ServiceNone, contract.ServiceIncoming, contract.ServiceIncluded, contract.ServiceHome, contract.ServiceFull}

// Lower is the lower of two levels.
func Lower(a, b contract.ServiceLevel) contract.ServiceLevel {
	return levels[min(slices.Index(levels, a), slices.Index(levels, b))]
}

// ValidateResolution refuses what support cannot decide about a plan: a network that is behind may be told again, and nothing else.
func ValidateResolution(s contract.PlanSubscription, r contract.Resolution) error {
	switch {
	case r.Action != contract.ResolveRetry:
		return contract.Refuse(contract.FailResolutionNotAllowed)
	case !Behind(s):
		return contract.Refuse(contract.FailCaseNotHeld)
	default:
		return nil
	}
}

// Behind tells whether the network goes by something else. It does not for a line that has ended: the end of the line is told apart.
func Behind(s contract.PlanSubscription) bool {
	if s.Stage == contract.SubscriptionEnded {
		return false
	}
	wanted := Service(s)
	return s.Service.PlanID != wanted.PlanID || s.Service.Level != wanted.Level
}
