package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
)

func TestScheduled_EarlierItem_ComesFirst(t *testing.T) {
	idle := subscription.Expired(begun(), ends)
	due := subscription.Scheduled(begun(), rules).DueAt
	for name, tt := range map[string]struct {
		plan  contract.PlanSubscription
		items time.Time
		want  contract.SubscriptionStep
	}{
		"before the plan":           {begun(), due.Add(-time.Second), contract.StepItems},
		"at the moment of the plan": {begun(), due, contract.StepRenew},
		"after it":                  {begun(), due.Add(time.Second), contract.StepRenew},
		"never":                     {begun(), time.Time{}, contract.StepRenew},
		"with an expired plan":      {idle, due, contract.StepItems},
		"of a line that has left":   {subscription.Ended(begun()), due, contract.StepNone},
	} {
		t.Run(name, func(t *testing.T) {
			s := tt.plan
			s.ItemsDue = tt.items
			s = subscription.Scheduled(s, rules)
			require.Equal(t, tt.want, s.Step)
			if tt.want == contract.StepItems {
				require.True(t, s.DueAt.Equal(tt.items))
			}
		})
	}
}

func TestItemBegun_Earliest_Counts(t *testing.T) {
	s := subscription.ItemBegun(begun(), ends)
	require.True(t, s.ItemsDue.Equal(ends))
	require.True(t, subscription.ItemBegun(s, ends.Add(time.Hour)).ItemsDue.Equal(ends))
	require.True(t, subscription.ItemBegun(s, ends.Add(-time.Hour)).ItemsDue.Equal(ends.Add(-time.Hour)))
	require.Zero(t, subscription.Ended(s).ItemsDue)
}
