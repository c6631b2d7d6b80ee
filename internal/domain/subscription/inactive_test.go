package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
)

const aDay = 24 * time.Hour

func idleRules(notice, ends time.Duration) subscription.Rules {
	return subscription.Rules{Grace: 72 * time.Hour, InactiveNotice: notice, InactiveEnds: ends}
}

// days returns after how many days the owner is told, and after how many the line ends.
func days(t *testing.T, r subscription.Rules) (told []float64, over float64) {
	t.Helper()
	s := subscription.Scheduled(subscription.Expired(begun(), ends), r)
	for ; s.Step == contract.StepInactive; s = subscription.Scheduled(subscription.ToldInactive(s), r) {
		told = append(told, s.DueAt.Sub(ends).Hours()/24)
	}
	require.Equal(t, contract.StepRelease, s.Step)
	require.True(t, s.DueAt.Equal(subscription.ReleasedAt(s, r)))
	return told, s.DueAt.Sub(ends).Hours() / 24
}

func TestInactive_BeforeEnd_TellsOwner(t *testing.T) {
	tests := map[string]struct {
		notice, ends float64
		told         []float64
	}{
		"as it is set by default":                  {90, 180, []float64{90, 150, 173, 179}},
		"with less than a month between":           {60, 80, []float64{60, 73, 79}},
		"with a week between":                      {60, 67, []float64{60, 66}},
		"with hours between, only once":            {1, 1.5, []float64{1}},
		"a notice on a day that has one is enough": {150, 180, []float64{150, 173, 179}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			told, over := days(t, idleRules(time.Duration(tt.notice*float64(aDay)), time.Duration(tt.ends*float64(aDay))))
			require.Equal(t, tt.told, told)
			require.InDelta(t, tt.ends, over, 1e-9)
		})
	}
}

func TestInactive_ActivePlan_IsNotCounted(t *testing.T) {
	r := idleRules(90*aDay, 180*aDay)
	postpaid := begun()
	postpaid.Type = "postpaid"
	for name, s := range map[string]contract.PlanSubscription{
		"active": begun(), "grace": subscription.NotCovered(begun(), 1, ends, r), "postpaid": subscription.Expired(postpaid, ends),
		"ended": subscription.Ended(subscription.Expired(begun(), ends)), "back": subscription.Renewed(subscription.Expired(begun(), ends), hawakom, ends),
	} {
		t.Run(name, func(t *testing.T) {
			require.Zero(t, subscription.ReleasedAt(s, r))
			require.NotContains(t, []contract.SubscriptionStep{contract.StepInactive, contract.StepRelease}, subscription.Scheduled(s, r).Step)
		})
	}
	require.Equal(t, contract.StepNone, subscription.Scheduled(subscription.Expired(begun(), ends), idleRules(90*aDay, 0)).Step, "switched off")
}

func TestSeen_Recharge_RestartsTheDays(t *testing.T) {
	s := subscription.ToldInactive(subscription.Expired(begun(), ends))
	require.Equal(t, s, subscription.WithActivity(s, ends), "the usage was before the plan expired, or at that moment")
	require.Equal(t, s, subscription.WithActivity(s, time.Time{}), "never")
	later := subscription.WithActivity(s, ends.Add(time.Second))
	require.True(t, later.Inactive.Since.Equal(ends.Add(time.Second)))
	require.Zero(t, later.Inactive.Told)
	require.Equal(t, 1, s.Inactive.Told, "the input is unchanged")
	require.Nil(t, subscription.WithActivity(begun(), ends).Inactive)
}

func TestReleasing_Busy_RetriesInAnHour(t *testing.T) {
	r := idleRules(90*aDay, 180*aDay)
	s := subscription.Expired(begun(), ends)
	s.Inactive.Told = 4
	over := ends.Add(180 * aDay)
	s.Service = subscription.Service(s)
	busy := subscription.Scheduled(subscription.Releasing(s, nil, over), r)
	require.False(t, subscription.IsReleasing(busy))
	require.Equal(t, contract.StepRelease, busy.Step)
	require.True(t, busy.DueAt.Equal(over.Add(time.Hour)))
	ending := subscription.Releasing(busy, subscription.EndingOfInactive(busy, contract.OutcomeQuarantine, "", over), over.Add(time.Hour))
	require.True(t, subscription.IsReleasing(ending))
	require.False(t, subscription.IsNetworkOutdated(ending))
	back := subscription.WithActivity(ending, over.Add(2*time.Hour))
	require.False(t, subscription.IsReleasing(back))
	require.True(t, subscription.IsNetworkOutdated(back), "the network may have switched it off already")
}

func TestSwitchedNow_EndingLine_StaysInService(t *testing.T) {
	idle := subscription.Expired(begun(), ends)
	ending := subscription.Releasing(idle, subscription.EndingOfInactive(idle, contract.OutcomeQuarantine, "", ends), ends)
	require.NotNil(t, subscription.Ending(ending))
	require.Nil(t, subscription.Ending(subscription.SwitchedNow(ending, hawakom, ends)))
}

func TestValidateRelease_UsedAgain_IsRefused(t *testing.T) {
	idle := subscription.Expired(begun(), ends)
	releasing := subscription.Releasing(idle, subscription.EndingOfInactive(idle, contract.OutcomeQuarantine, "", ends), ends)
	tests := map[string]struct {
		plan   contract.PlanSubscription
		active time.Time
		want   error
	}{
		"never used":                     {releasing, time.Time{}, nil},
		"used before its days began":     {releasing, ends, nil},
		"used since":                     {releasing, ends.Add(time.Nanosecond), contract.Refuse(contract.FailLineBusyNow)},
		"not to be ended":                {idle, time.Time{}, contract.Refuse(contract.FailLineBusyNow)},
		"its plan was renewed":           {subscription.Renewed(releasing, hawakom, ends), time.Time{}, contract.Refuse(contract.FailLineBusyNow)},
		"another plan came into force":   {subscription.SwitchedNow(releasing, hawakom, ends), time.Time{}, contract.Refuse(contract.FailLineBusyNow)},
		"the owner recharged, days anew": {subscription.WithActivity(releasing, ends.Add(time.Hour)), ends.Add(time.Hour), contract.Refuse(contract.FailLineBusyNow)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, subscription.ValidateRelease(tt.plan, tt.active)) })
	}
}
