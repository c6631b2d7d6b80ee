package subscription_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
)

var (
	rules     = subscription.Rules{ChargeAhead: time.Hour, Grace: 72 * time.Hour}
	activated = riyadh(2026, time.November, 15, 13, 20)
	ends      = riyadh(2026, time.December, 15, 0, 0)
	hawakom   = subscription.Plan{ID: "hawakom-90", Price: 9000, Period: monthly, Type: "prepaid", Kind: "voice", OnSale: true, Renews: true}
	larger    = subscription.Plan{ID: "hawakom-130", Price: 13_000, Period: monthly, Type: "prepaid", Kind: "voice", OnSale: true, Renews: true}
)

func begun() contract.PlanSubscription {
	s := contract.PlanSubscription{LineID: "l1", PlanID: hawakom.ID, Type: "prepaid", Language: "en"}
	return subscription.Scheduled(subscription.Begin(s, hawakom, activated), rules)
}

func TestBegin_FirstCycle_LastsAMonth(t *testing.T) {
	s := begun()
	require.Equal(t, contract.SubscriptionActive, s.Stage)
	require.True(t, s.AutoRenew)
	require.Equal(t, 1, s.Cycle)
	require.True(t, s.From.Equal(activated))
	require.True(t, s.Until.Equal(ends))
	require.Equal(t, contract.StepRenew, s.Step)
	require.False(t, s.DueAt.After(ends))
	require.True(t, s.DueAt.After(ends.Add(-time.Hour)) || s.DueAt.Equal(ends.Add(-time.Hour)))
	require.False(t, subscription.IsNetworkOutdated(s), "the network got the level with the activation")
}

func TestBegin_NoRenewal_PlanEnds(t *testing.T) {
	once := hawakom
	once.Renews = false
	s := subscription.Scheduled(subscription.Begin(begun(), once, activated), rules)
	require.Equal(t, contract.StepExpire, s.Step)
	require.True(t, s.DueAt.Equal(ends))
}

func TestRenewed_InTime_FollowsLastCycle(t *testing.T) {
	for name, now := range map[string]time.Time{"ahead": ends.Add(-time.Minute), "at midnight": ends, "after a week without us": ends.AddDate(0, 0, 7)} {
		t.Run(name, func(t *testing.T) {
			s := subscription.Renewed(begun(), hawakom, now)
			require.Equal(t, 2, s.Cycle)
			require.True(t, s.From.Equal(ends))
			require.True(t, s.Until.Equal(riyadh(2027, time.January, 15, 0, 0)))
		})
	}
}

func TestRenewed_Expired_BeginsNow(t *testing.T) {
	s := subscription.NotCovered(begun(), 100, ends, rules)
	require.Equal(t, contract.SubscriptionGrace, s.Stage)
	back := subscription.Renewed(s, hawakom, riyadh(2026, time.December, 17, 18, 0))
	require.Equal(t, contract.SubscriptionActive, back.Stage)
	require.True(t, back.From.Equal(riyadh(2026, time.December, 17, 18, 0)))
	require.True(t, back.Until.Equal(riyadh(2027, time.January, 17, 0, 0)))
	third := subscription.Renewed(back, hawakom, back.Until)
	require.True(t, third.Until.Equal(riyadh(2027, time.February, 17, 0, 0)))
}

func TestShort_DuringCycle_HasNoEffect(t *testing.T) {
	ahead := subscription.Scheduled(subscription.NotCovered(begun(), 100, ends.Add(-time.Minute), rules), rules)
	require.Equal(t, contract.SubscriptionActive, ahead.Stage)
	require.Equal(t, contract.StepRenew, ahead.Step)
	require.True(t, ahead.DueAt.Equal(ends), "the charge is tried again at the end of the cycle")
}

func TestScheduled_Grace_RemindsThreeTimes(t *testing.T) {
	s := subscription.Scheduled(subscription.NotCovered(begun(), 100, ends, rules), rules)
	require.Equal(t, contract.StepRemind, s.Step)
	require.True(t, s.DueAt.Equal(ends.Add(24*time.Hour)))
	s = subscription.Scheduled(subscription.Reminded(s), rules)
	require.Equal(t, contract.StepRemind, s.Step)
	require.True(t, s.DueAt.Equal(ends.Add(48*time.Hour)), "on the last day")
	s = subscription.Scheduled(subscription.Reminded(s), rules)
	require.Equal(t, contract.StepExpire, s.Step)
	require.True(t, s.DueAt.Equal(ends.Add(72*time.Hour)))
	s = subscription.Scheduled(subscription.Expired(s, s.DueAt), rules)
	require.Equal(t, contract.StepNone, s.Step)
	require.True(t, s.DueAt.IsZero())
	require.True(t, subscription.IsNetworkOutdated(s), "the network blocks outgoing calls")
}

func TestScheduled_ShortGrace_RemindsLess(t *testing.T) {
	for grace, reminders := range map[time.Duration]int{0: 0, 12 * time.Hour: 0, 24 * time.Hour: 0, 36 * time.Hour: 1, 48 * time.Hour: 1, 49 * time.Hour: 2} {
		r := subscription.Rules{Grace: grace}
		s := subscription.Scheduled(subscription.NotCovered(begun(), 100, ends, r), r)
		told := 0
		for ; s.Step == contract.StepRemind; told++ {
			s = subscription.Scheduled(subscription.Reminded(s), r)
		}
		require.Equal(t, reminders, told, grace)
		require.Equal(t, contract.StepExpire, s.Step)
	}
}

func TestStopped_Plan_EndsWithItsCycle(t *testing.T) {
	s := begun()
	s.Scheduled = &contract.ScheduledSwitch{PlanID: larger.ID, StartsAt: ends}
	s = subscription.Scheduled(subscription.Stopped(s), rules)
	require.Nil(t, s.Scheduled)
	require.Equal(t, contract.StepExpire, s.Step)
	require.True(t, s.DueAt.Equal(ends))
}

func TestChoices(t *testing.T) {
	active, stopped, grace, expired, ended, postpaid := begun(), subscription.Stopped(begun()), subscription.NotCovered(begun(), 1, ends, rules),
		subscription.Expired(begun(), ends), subscription.Ended(begun()), begun()
	postpaid.Type = "postpaid"
	scheduled := begun()
	scheduled.Scheduled = &contract.ScheduledSwitch{PlanID: larger.ID, StartsAt: ends}
	paid := scheduled
	paid.Scheduled = &contract.ScheduledSwitch{PlanID: larger.ID, StartsAt: ends, Paid: true}
	cutOff := ends.Add(-time.Hour)
	off, foreign, data := larger, larger, larger
	off.OnSale, foreign.Type, data.Kind = false, "postpaid", "data"
	schedule := func(s contract.PlanSubscription, p subscription.Plan, now time.Time) error {
		return subscription.ValidateSchedule(s, "voice", p, now, rules)
	}
	tests := map[string]struct {
		got  error
		want contract.Code
	}{
		"stop":                                    {subscription.ValidateStop(active), ""},
		"stop a stopped renewal":                  {subscription.ValidateStop(stopped), contract.FailRenewalStopped},
		"stop a postpaid plan":                    {subscription.ValidateStop(postpaid), contract.FailRenewalPostpaid},
		"stop for a line that has left":           {subscription.ValidateStop(ended), contract.FailNumberAbsent},
		"start a stopped renewal":                 {subscription.ValidateStart(stopped, hawakom), ""},
		"start a running renewal":                 {subscription.ValidateStart(active, hawakom), contract.FailRenewalRuns},
		"start of a plan that ends with its time": {subscription.ValidateStart(stopped, subscription.Plan{}), contract.FailRenewalNone},
		"start for a line that has left":          {subscription.ValidateStart(ended, hawakom), contract.FailNumberAbsent},
		"schedule another plan":                   {schedule(active, larger, activated), ""},
		"schedule the present plan":               {schedule(active, hawakom, activated), contract.FailSwitchSamePlan},
		"schedule the same once more":             {schedule(scheduled, larger, activated), contract.FailSwitchScheduled},
		"schedule a plan off sale":                {schedule(active, off, activated), contract.FailPlanUnknown},
		"schedule a postpaid plan on a prepaid":   {schedule(active, foreign, activated), contract.FailPlanNotEligible},
		"schedule a data plan for calls":          {schedule(active, data, activated), contract.FailPlanNotEligible},
		"schedule in the last second that may":    {schedule(active, larger, cutOff.Add(-time.Second)), ""},
		"schedule at the cut-off":                 {schedule(active, larger, cutOff), contract.FailSwitchTooLate},
		"schedule while the balance is short":     {schedule(grace, larger, ends), contract.FailSwitchOnlyNow},
		"schedule when the plan has run out":      {schedule(expired, larger, ends), contract.FailSwitchOnlyNow},
		"cancel":                                  {subscription.ValidateCancellation(scheduled, activated, rules), ""},
		"cancel without a switch":                 {subscription.ValidateCancellation(active, activated, rules), contract.FailSwitchNone},
		"cancel in the last second that may":      {subscription.ValidateCancellation(scheduled, cutOff.Add(-time.Second), rules), ""},
		"cancel at the cut-off":                   {subscription.ValidateCancellation(scheduled, cutOff, rules), contract.FailSwitchTooLate},
		"cancel a paid switch":                    {subscription.ValidateCancellation(paid, activated, rules), contract.FailSwitchTooLate},
		"the same plan again once it has run out": {subscription.ValidatePlan(expired, "voice", hawakom), ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if tt.want == "" {
				require.NoError(t, tt.got)
				return
			}
			var no *contract.Refusal
			require.ErrorAs(t, tt.got, &no)
			require.Equal(t, tt.want, no.Code)
		})
	}
}

func TestSIMFees_AreWhatABillHasBesideThePlan(t *testing.T) {
	sims := []subscription.SIM{{ID: "a", Fee: 1150}, {ID: "b", Fee: 1150}}
	require.EqualValues(t, 2000, subscription.SIMFees(subscription.Bill("prepaid", hawakom, sims, nil, ends, 15)), "without VAT, as the plan")
	require.EqualValues(t, 2300, subscription.SIMFees(subscription.Bill("postpaid", hawakom, sims, nil, ends, 15)))
	require.Zero(t, subscription.SIMFees(subscription.Bill("postpaid", hawakom, nil, nil, ends, 15)))
}

func TestBill(t *testing.T) {
	sims := []subscription.SIM{{ID: "s1", Fee: 1000}}
	promised := &subscription.Commitment{Months: 12, Waived: 120_000, Since: activated}
	require.Equal(t, []subscription.Charge{{Item: "plan", Amount: 7826}, {Item: "multi-sim:s1", Amount: 870}},
		subscription.Bill("prepaid", hawakom, sims, nil, ends, 15), "VAT was paid when the balance was bought")
	require.Equal(t, []subscription.Charge{{Item: "plan", Amount: 9000, VAT: 1174}, {Item: "commitment"}},
		subscription.Bill("postpaid", hawakom, nil, promised, ends, 15))
	require.Equal(t, []subscription.Charge{{Item: "plan", Amount: 9000, VAT: 1174}},
		subscription.Bill("postpaid", hawakom, nil, promised, ends.AddDate(1, 0, 0), 15), "a promise that was kept is over")
}

func TestLeavingCosts_RemainingMonths_Count(t *testing.T) {
	promised := subscription.Commitment{Months: 12, Waived: 120_000, Since: activated}
	tests := map[string]struct {
		at   time.Time
		want contract.Halalas
	}{
		"on the first day":   {activated, 110_000},
		"before the second":  {ends.Add(-time.Second), 110_000},
		"in the second":      {ends, 100_000},
		"in the last":        {riyadh(2027, time.October, 15, 0, 0), 0},
		"long after its end": {riyadh(2030, time.January, 1, 0, 0), 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, promised.LeavingCosts(tt.at)) })
	}
	require.Zero(t, subscription.Commitment{}.LeavingCosts(activated))
}

func TestStates_EachStage_HasAbilities(t *testing.T) {
	for _, stage := range []contract.SubscriptionStage{
		contract.SubscriptionActive, contract.SubscriptionGrace, contract.SubscriptionExpired, contract.SubscriptionEnded,
	} {
		may, known := subscription.States[stage]
		require.True(t, known, stage)
		require.Equal(t, stage != contract.SubscriptionEnded, may.Emergency, "emergency calls are possible as long as the line exists")
		require.Equal(t, may.Level == contract.ServiceFull, may.PayAsYouGo)
		require.False(t, may.Allowances && !may.PayAsYouGo)
	}
}

func TestBehind_EndedLine_IsFalse(t *testing.T) {
	ended := subscription.Ended(begun())
	require.NotEqual(t, ended.Service.Level, subscription.Service(ended).Level)
	require.False(t, subscription.IsNetworkOutdated(ended))
	require.Error(t, subscription.ValidateResolution(ended, contract.Resolution{Action: contract.ResolveRetry}))
}

// A line without an early attempt would lose its plan at the end of the cycle, before it is told.
func TestScheduled_EachLine_IsAhead(t *testing.T) {
	until := time.Date(2026, 12, 9, 21, 0, 0, 0, time.UTC)
	for i := range 5000 {
		plan := contract.PlanSubscription{LineID: strconv.Itoa(i), Stage: contract.SubscriptionActive, AutoRenew: true, Until: until}
		at := subscription.Scheduled(plan, rules).DueAt
		require.True(t, at.Before(until) && !at.Before(subscription.CutOff(plan, rules)), "line %d: %s", i, at)
	}
}
