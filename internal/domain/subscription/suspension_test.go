package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
)

func TestService_Suspended_IsNone(t *testing.T) {
	short := subscription.NotCovered(begun(), 100, ends, rules)
	tests := map[string]struct {
		plan             contract.PlanSubscription
		working, resting contract.ServiceLevel
	}{
		"active":  {begun(), contract.ServiceFull, contract.ServiceNone},
		"grace":   {short, contract.ServiceFull, contract.ServiceNone},
		"expired": {subscription.Expired(begun(), ends), contract.ServiceIncoming, contract.ServiceNone},
		"ended":   {subscription.Ended(begun()), contract.ServiceNone, contract.ServiceNone},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			rests := subscription.Suspended(tt.plan, activated)
			require.Equal(t, tt.working, subscription.Service(tt.plan).Level)
			require.Equal(t, tt.resting, subscription.Service(rests).Level)
			require.Equal(t, tt.plan, subscription.Returned(rests), "nothing else of the plan changes")
		})
	}
}

func TestSuspended_Plan_ContinuesUnchanged(t *testing.T) {
	works := begun()
	rests := subscription.Scheduled(subscription.Suspended(works, activated.Add(time.Hour)), rules)
	require.Equal(t, works.Step, rests.Step)
	require.True(t, works.DueAt.Equal(rests.DueAt))
	renewed := subscription.Renewed(rests, hawakom, ends)
	require.Equal(t, 2, renewed.Cycle)
	require.True(t, renewed.From.Equal(ends), "a month that the line rested is not given back")
	require.True(t, subscription.IsSuspended(renewed), "a new cycle does not bring it back")
}

func TestSuspension_Repeated_ChangesNothing(t *testing.T) {
	works, rests, ended := begun(), subscription.Suspended(begun(), activated), subscription.Ended(begun())
	require.NoError(t, subscription.ValidateSuspension(works, "k1"))
	require.NoError(t, subscription.ValidateReturn(rests, "k1"))
	require.Equal(t, contract.Refuse(contract.FailLineSuspendedByOwner), subscription.ValidateSuspension(rests, "k1"))
	require.Equal(t, contract.Refuse(contract.FailLineNotSuspended), subscription.ValidateReturn(works, "k1"))
	for name, may := range map[string]func(contract.PlanSubscription, string) error{"suspend": subscription.ValidateSuspension, "return": subscription.ValidateReturn} {
		require.Equal(t, contract.Refuse(contract.FailNumberAbsent), may(ended, "k1"), name)
	}
	rests.ChoiceKey, works.ChoiceKey = "k1", "k2"
	require.NoError(t, subscription.ValidateSuspension(rests, "k1"), "its answer got lost")
	require.NoError(t, subscription.ValidateReturn(works, "k2"))
	require.Error(t, subscription.ValidateSuspension(rests, "k2"))
	require.Error(t, subscription.ValidateReturn(works, "k1"))
	require.Equal(t, contract.Refuse(contract.FailLineSuspendedByOwner), subscription.ValidateSchedule(rests, "voice", larger, activated, rules))
}

func TestIsRepeated_SameKey_IsTrue(t *testing.T) {
	s := begun()
	require.False(t, subscription.IsRepeated(s, ""), "a call without a key repeats none")
	s.ChoiceKey = "k1"
	require.True(t, subscription.IsRepeated(s, "k1"))
	require.False(t, subscription.IsRepeated(s, "k2"))
	require.False(t, subscription.IsRepeated(s, ""))
}
