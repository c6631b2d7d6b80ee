package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
)

func TestBilled_LowestLevel_Counts(t *testing.T) {
	levels := []contract.ServiceLevel{contract.ServiceFull, contract.ServiceIncoming, contract.ServiceNone}
	for _, level := range levels {
		s := subscription.Billed(begun(), level, ends)
		require.Equal(t, level, subscription.Service(s).Level)
		require.Equal(t, contract.ServiceNone, subscription.Service(subscription.Suspended(s, ends)).Level)
		require.Equal(t, contract.ServiceFull, subscription.Service(subscription.Billed(s, contract.ServiceFull, ends)).Level)
	}
	expired := subscription.Billed(subscription.Expired(begun(), ends), contract.ServiceFull, ends)
	require.Equal(t, contract.ServiceIncoming, subscription.Service(expired).Level)
}

func TestBilled_SameLevel_ChangesNothing(t *testing.T) {
	require.Equal(t, begun(), subscription.Billed(begun(), contract.ServiceFull, ends))
	barred := subscription.Billed(begun(), contract.ServiceNone, activated)
	require.Equal(t, barred, subscription.Billed(barred, contract.ServiceNone, ends))
	require.Equal(t, subscription.Ended(barred), subscription.Billed(subscription.Ended(barred), contract.ServiceFull, ends))
}

func TestUnpaid_PaidMeanwhile_LineStays(t *testing.T) {
	s := begun()
	require.Nil(t, subscription.Ending(s))
	end := subscription.EndsUnpaid(s, contract.OutcomeQuarantine, "", ends)
	require.Equal(t, contract.CauseUnpaid, end.Cause)
	s = subscription.Unpaid(s, end, ends)
	require.Equal(t, end, subscription.Ending(s))
	paid := subscription.Billed(s, contract.ServiceFull, ends)
	require.Nil(t, subscription.Ending(paid))
	require.True(t, subscription.IsNetworkOutdated(paid), "the network may have switched the line off: it gets the level again")
}

func TestSpent_LowestLevel_Counts(t *testing.T) {
	for _, level := range []contract.ServiceLevel{contract.ServiceFull, contract.ServiceHome, contract.ServiceIncluded} {
		s := subscription.WithLimitLevel(begun(), level, ends)
		require.Equal(t, level, subscription.Service(s).Level)
		require.Equal(t, contract.ServiceIncoming, subscription.Service(subscription.Billed(s, contract.ServiceIncoming, ends)).Level)
		require.Equal(t, contract.ServiceNone, subscription.Service(subscription.Suspended(s, ends)).Level)
		require.Equal(t, s, subscription.WithLimitLevel(s, level, activated), "an equal level changes nothing")
		require.Equal(t, contract.ServiceFull, subscription.Service(subscription.WithLimitLevel(s, contract.ServiceFull, ends)).Level)
	}
}

func TestSpentSince_Charged_IsThatTime(t *testing.T) {
	s := begun()
	require.Equal(t, s.From, subscription.UsageCountsSince(s))
	ahead := s.Until.Add(-time.Minute)
	next := subscription.Renewed(s, subscription.Plan{ID: s.PlanID, Period: subscription.Period{Months: 1}}, ahead)
	require.Equal(t, ahead.UTC(), subscription.UsageCountsSince(next), "before it begins")
}
