package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
)

func TestAhead_Stages_HaveNextEvent(t *testing.T) {
	until, later := time.Date(2026, 12, 9, 21, 0, 0, 0, time.UTC), time.Date(2026, 12, 16, 21, 0, 0, 0, time.UTC)
	scheduled := &contract.ScheduledSwitch{PlanID: "hawakom-130", StartsAt: until}
	tests := map[string]struct {
		plan contract.PlanSubscription
		want subscription.NextEvent
		at   time.Time
	}{
		"it renews":                   {contract.PlanSubscription{Stage: contract.SubscriptionActive, AutoRenew: true, Until: until}, subscription.Renews, until},
		"it was stopped":              {contract.PlanSubscription{Stage: contract.SubscriptionActive, Until: until}, subscription.Ends, until},
		"another one comes":           {contract.PlanSubscription{Stage: contract.SubscriptionActive, AutoRenew: true, Scheduled: scheduled, Until: later}, subscription.Switches, until},
		"another one comes, the last": {contract.PlanSubscription{Stage: contract.SubscriptionActive, Scheduled: scheduled, Until: later}, subscription.Switches, until},
		"the balance may still grow":  {contract.PlanSubscription{Stage: contract.SubscriptionGrace, Grace: &contract.Grace{Until: later}, AutoRenew: true, Until: until}, subscription.GraceEnd, later},
		"it has run out":              {contract.PlanSubscription{Stage: contract.SubscriptionExpired, AutoRenew: true, Until: until}, "", time.Time{}},
		"its line has left":           {contract.PlanSubscription{Stage: contract.SubscriptionEnded, Until: until}, "", time.Time{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			what, at := subscription.FindNextEvent(tt.plan)
			require.Equal(t, tt.want, what)
			require.Equal(t, tt.at, at)
		})
	}
}
