package ending_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/ending"
	"selfcare/internal/domain/subscription"
)

var (
	now   = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)
	rules = ending.Rules{UndoFor: 24 * time.Hour, Quarantine: 90 * 24 * time.Hour, MostDues: 50_000}
	alone = ending.Facts{Type: "prepaid", Main: true, OwnersLine: true}
)

func with(change func(*ending.Facts)) ending.Facts {
	f := alone
	change(&f)
	return f
}

func TestValidateDeactivation_Obstacles(t *testing.T) {
	dues := func(amount contract.Halalas) ending.Facts {
		return with(func(f *ending.Facts) { f.Type, f.Dues = "postpaid", amount })
	}
	tests := map[string]struct {
		line ending.Facts
		want contract.Code
	}{
		"a main line alone":                       {alone, ""},
		"the line of another owner":               {with(func(f *ending.Facts) { f.OwnersLine = false }), contract.FailEndNotOwner},
		"the main line of an account with others": {with(func(f *ending.Facts) { f.SubAccounts = 1 }), contract.FailEndSubAccounts},
		"another line of such an account":         {with(func(f *ending.Facts) { f.Main, f.SubAccounts = false, 2 }), ""},
		"a primary SIM with a further one":        {with(func(f *ending.Facts) { f.ExtraSIMs = 1 }), contract.FailEndExtraSIMs},
		"while a further SIM is on its way":       {with(func(f *ending.Facts) { f.OrderedSIMs = 1 }), contract.FailEndOrderRuns},
		"while an order changes it":               {with(func(f *ending.Facts) { f.OrderRuns = true }), contract.FailEndOrderRuns},
		"with a running port-out":                 {with(func(f *ending.Facts) { f.Leaves = true }), contract.FailEndPortOut},
		"with as many dues as may be":             {dues(50_000), ""},
		"one halala of dues too many":             {dues(50_001), contract.FailEndDues},
		"a prepaid balance is no debt":            {with(func(f *ending.Facts) { f.Balance = 90_000 }), ""},
		"with an order and further SIMs":          {with(func(f *ending.Facts) { f.OrderedSIMs, f.ExtraSIMs = 1, 1 }), contract.FailEndOrderRuns},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := ending.ValidateDeactivation(tt.line, rules)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			var refused *contract.Refusal
			require.ErrorAs(t, err, &refused)
			require.Equal(t, tt.want, refused.Code)
		})
	}
	require.Equal(t, contract.RefuseWith(contract.FailEndDues, map[string]string{"amount": "500.01", "most": "500.00"}), ending.ValidateDeactivation(dues(50_001), rules))
	all := with(func(f *ending.Facts) { f.SubAccounts, f.ExtraSIMs = 1, 1 })
	require.Equal(t, []contract.Code{contract.FailEndSubAccounts, contract.FailEndExtraSIMs}, ending.Obstacles(all, rules))
}

func TestValidateReason_Unknown_Refused(t *testing.T) {
	for _, reason := range ending.Reasons {
		require.NoError(t, ending.ValidateReason(reason))
	}
	require.Equal(t, contract.RefuseField("reasonKey", contract.FailEndReason), ending.ValidateReason("bored"))
	require.Equal(t, contract.RefuseField("reasonKey", contract.FailEndReason), ending.ValidateReason(""))
}

func TestAccepts_OtherPrice_IsRefused(t *testing.T) {
	require.NoError(t, ending.Accepts(10_000, 10_000))
	refused := contract.RefuseWith(contract.FailEndCost, map[string]string{"amount": "100.00"})
	require.Equal(t, refused, ending.Accepts(9999, 10_000))
	require.Equal(t, refused, ending.Accepts(10_001, 10_000))
}

func TestFateOf(t *testing.T) {
	tests := map[string]struct {
		msisdn, portedFrom string
		fate               contract.NumberOutcome
		operator           string
	}{
		"a number of our range is in quarantine":          {"0570000001", "", contract.OutcomeQuarantine, ""},
		"a number of another range goes back":             {"0551234567", "stc", contract.OutcomeReturned, "stc"},
		"a number of a third operator goes back":          {"0541234567", "stc", contract.OutcomeReturned, "mobily"},
		"a number of an unknown range":                    {"0511234567", "stc", contract.OutcomeReturned, "stc"},
		"a returned number of our range is in quarantine": {"0570000001", "stc", contract.OutcomeQuarantine, ""},
		"a data-SIM number stays ours":                    {"830000000001", "", contract.OutcomeQuarantine, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			fate, operator := ending.OutcomeOf(tt.msisdn, tt.portedFrom)
			require.Equal(t, tt.fate, fate)
			require.Equal(t, tt.operator, operator)
		})
	}
}

func TestValidateUndo_Late_IsRefused(t *testing.T) {
	d := ending.Opened(contract.Deactivation{}, with(func(f *ending.Facts) { f.MSISDN, f.PortedFrom = "0551234567", "stc" }), rules, now)
	require.Equal(t, contract.DeactivationWaiting, d.Stage)
	require.Equal(t, contract.OutcomeReturned, d.Fate)
	require.Equal(t, "stc", d.Operator)
	tooLate := contract.Refuse(contract.FailEndTooLate)
	tests := map[string]struct {
		deactivation contract.Deactivation
		at           time.Time
		want         error
	}{
		"at once":                  {d, now, nil},
		"at the last instant":      {d, now.Add(24*time.Hour - 1), nil},
		"the very end is too late": {d, now.Add(24 * time.Hour), tooLate},
		"an ending deactivation":   {ending.Begun(d), now, tooLate},
		"a completed deactivation": {ending.Completed(d, now), now, tooLate},
		"an undone deactivation":   {ending.Undone(d, now), now, contract.Refuse(contract.FailEndUndone)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, ending.ValidateUndo(tt.deactivation, tt.at)) })
	}
}

func TestValidateResolution_EachWork(t *testing.T) {
	held := func(work contract.Work) contract.Deactivation {
		return ending.HeldUp(ending.Begun(contract.Deactivation{}), contract.DeactivationHeldUp{Work: work, FailureCode: contract.FailNetworkRefused})
	}
	tests := map[string]struct {
		deactivation contract.Deactivation
		action       string
		want         contract.Code
	}{
		"the network is asked again":        {held(contract.WorkSwitchOff), contract.ResolveRetry, ""},
		"it was switched off by hand":       {held(contract.WorkSwitchOff), contract.ResolveSkip, ""},
		"a line half off is not called off": {held(contract.WorkSwitchOff), contract.ResolveCancel, contract.FailResolutionNotAllowed},
		"our books are tried again":         {held(contract.WorkEndLine), contract.ResolveRetry, ""},
		"our books are never skipped":       {held(contract.WorkEndLine), contract.ResolveSkip, contract.FailResolutionNotAllowed},
		"nothing is held":                   {contract.Deactivation{Stage: contract.DeactivationWaiting}, contract.ResolveRetry, contract.FailEndNotHeld},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := ending.ValidateResolution(tt.deactivation, contract.Resolution{Action: tt.action})
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.Equal(t, contract.Refuse(tt.want), err)
		})
	}
	resumed := ending.Resumed(held(contract.WorkSwitchOff))
	require.Equal(t, contract.DeactivationEnding, resumed.Stage)
	require.Nil(t, resumed.Held)
}

func TestWithoutSwitch_Unpaid_IsDropped(t *testing.T) {
	s := contract.PlanSubscription{PlanID: "hawakom-90", Scheduled: &contract.ScheduledSwitch{PlanID: "hawakom-55"}}
	after, dropped := ending.WithoutSwitch(s)
	require.Equal(t, "hawakom-55", dropped)
	require.Nil(t, after.Scheduled)
	s.Scheduled.Paid = true
	after, dropped = ending.WithoutSwitch(s)
	require.Empty(t, dropped)
	require.NotNil(t, after.Scheduled)
	require.Nil(t, ending.WithoutScheduledSwitch(after).Scheduled)
}

func TestStatement(t *testing.T) {
	plan := &contract.PlanSubscription{PlanID: "hawakom-90", Cycle: 3, From: now.AddDate(0, 0, -10), Until: now.AddDate(0, 0, 20)}
	in := contract.LineEnding{ID: "e1", LineID: "l1", Cause: contract.CauseDeactivated, Fate: contract.OutcomeQuarantine, RequestedAt: now.Add(-24 * time.Hour)}
	prepaid := ending.Statement(in, ending.Facts{Type: "prepaid", Balance: 1234, Subscription: plan}, rules, 0, now)
	require.Equal(t, contract.FinalStatement{
		ID: "e1", LineID: "l1", Cause: contract.CauseDeactivated, Type: "prepaid", PlanID: "hawakom-90", Cycle: 3, From: plan.From, Until: plan.Until,
		BalanceLost: 1234, Fate: contract.OutcomeQuarantine, FreeAt: now.Add(rules.Quarantine), RequestedAt: in.RequestedAt, EndedAt: now,
	}, prepaid)
	require.Zero(t, prepaid.Owed())

	in.Fate, in.Operator = contract.OutcomeLeft, "stc"
	promised := &subscription.Commitment{Months: 12, Waived: 120_000, Since: now.AddDate(0, -6, 0)}
	postpaid := ending.Statement(in, ending.Facts{Type: "postpaid", Dues: 5000, Commitment: promised}, rules, 20_000, now)
	require.Equal(t, promised.LeavingCosts(now), postpaid.Leaving)
	require.Positive(t, postpaid.Leaving)
	require.Equal(t, 5000+postpaid.Leaving, postpaid.Owed())
	require.Equal(t, contract.Halalas(20_000), postpaid.Waived)
	require.Zero(t, postpaid.BalanceLost)
	require.True(t, postpaid.FreeAt.IsZero())
	require.Zero(t, ending.Statement(in, ending.Facts{Type: "prepaid", Commitment: promised}, rules, 0, now).Owed(), "it has no bill that could ask for it")
	require.Zero(t, ending.Statement(in, ending.Facts{Type: "prepaid", Balance: -5}, rules, 0, now).BalanceLost)
}
