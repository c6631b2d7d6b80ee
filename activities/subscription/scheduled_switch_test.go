package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/subscription"
)

func TestAdvance_ScheduledSwitch_BeginsAtMidnight(t *testing.T) {
	b := newBook(t, "prepaid")
	b.has(20_000)
	s := b.begins()
	s, err := b.ScheduleSwitch(ctx, s, contract.SwitchChoice{At: at(activated), PlanID: "hawakom-130"})
	require.NoError(t, err)
	s = b.advances(s, s.DueAt)
	require.Equal(t, "hawakom-90", s.PlanID, "until midnight")
	require.Equal(t, contract.Halalas(20_000-netOf130), b.balance())
	_, err = b.CancelSwitch(ctx, s, contract.SwitchChoice{At: at(s.From.Add(-time.Second))})
	fixture.RequireRefusal(t, err, contract.FailSwitchTooLate)
	s = b.advances(s, s.DueAt)
	require.True(t, s.From.Equal(ends))
	require.Equal(t, "hawakom-130", s.PlanID)
	require.Nil(t, s.Scheduled)
	require.True(t, domain.IsNetworkOutdated(s), "the network is to follow")
	line, err := b.store.Lines.Get(ctx, b.lineID)
	require.NoError(t, err)
	require.Equal(t, "hawakom-130", line.PlanID)
	require.Equal(t, []string{"switch-scheduled", "plan-switched"}, b.told())
}

func TestAdvance_SwitchNotCovered_FallsBack(t *testing.T) {
	b := newBook(t, "prepaid")
	b.has(netOf130 - 1)
	s := b.begins()
	s, err := b.ScheduleSwitch(ctx, s, contract.SwitchChoice{At: at(activated), PlanID: "hawakom-130"})
	require.NoError(t, err)
	s = b.advances(s, s.DueAt)
	require.Nil(t, s.Scheduled)
	require.Equal(t, 2, s.Cycle)
	require.Equal(t, contract.Halalas(netOf130-1-netOf90), b.balance())
	require.Equal(t, []string{"switch-scheduled", "switch-fell-back"}, b.told())
}

// A workflow that does not know of the scheduled switch gets the saved state, and no refusal.
func TestCancelSwitch_StaleState_GetsSavedState(t *testing.T) {
	b := newBook(t, "prepaid")
	before := b.begins()
	_, err := b.ScheduleSwitch(ctx, before, contract.SwitchChoice{At: at(activated), PlanID: "hawakom-130"})
	require.NoError(t, err)
	_, err = b.CancelSwitch(ctx, before, contract.SwitchChoice{At: at(activated)})
	requireAhead(t, err)
}

// A worker wrote the choice and died before Temporal had the answer: the next worker repeats it with the saved state.
func TestChoices_SameRequest_CountsOnce(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.begins()
	as := func(key string) contract.At { return contract.At{Now: activated, Step: key} }
	for range 2 {
		var err error
		s, err = b.ScheduleSwitch(ctx, s, contract.SwitchChoice{At: as("first"), PlanID: "hawakom-130"})
		require.NoError(t, err)
	}
	_, err := b.ScheduleSwitch(ctx, s, contract.SwitchChoice{At: as("second"), PlanID: "hawakom-130"})
	fixture.RequireRefusal(t, err, contract.FailSwitchScheduled)
	for range 2 {
		s, err = b.StopRenewal(ctx, s, contract.RenewalChoice{At: as("third")})
		require.NoError(t, err)
	}
	_, err = b.StopRenewal(ctx, s, contract.RenewalChoice{At: as("fourth")})
	fixture.RequireRefusal(t, err, contract.FailRenewalStopped)
	require.Equal(t, []string{"switch-scheduled", "renewal-stopped"}, b.told())
}

func TestScheduleSwitch_Changed_IsCancelled(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.begins()
	for _, plan := range []string{"hawakom-130", "hawakom-55"} {
		var err error
		s, err = b.ScheduleSwitch(ctx, s, contract.SwitchChoice{At: at(activated), PlanID: plan})
		require.NoError(t, err)
		require.Equal(t, plan, s.Scheduled.PlanID)
	}
	_, err := b.ScheduleSwitch(ctx, s, contract.SwitchChoice{At: at(activated), PlanID: "no-such-plan"})
	fixture.RequireRefusal(t, err, contract.FailPlanUnknown, "plan_id")
	s, err = b.CancelSwitch(ctx, s, contract.SwitchChoice{At: at(activated)})
	require.NoError(t, err)
	require.Nil(t, s.Scheduled)
	require.Equal(t, []string{"switch-scheduled", "switch-cancelled"}, b.told())
}
