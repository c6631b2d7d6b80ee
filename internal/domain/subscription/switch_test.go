package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
)

func TestValidateSwitchNow_Cases(t *testing.T) {
	grace, expired := subscription.NotCovered(begun(), 1, ends, rules), subscription.Expired(begun(), ends)
	scheduled, paid := begun(), begun()
	scheduled.Scheduled = &contract.ScheduledSwitch{PlanID: larger.ID, StartsAt: ends}
	paid.Scheduled = &contract.ScheduledSwitch{PlanID: larger.ID, StartsAt: ends, Paid: true}
	ahead := subscription.Renewed(begun(), hawakom, ends.Add(-time.Minute))
	off, foreign, data := larger, larger, larger
	off.OnSale, foreign.Type, data.Kind = false, "postpaid", "data"
	now := ends.AddDate(0, 0, -5)
	tests := map[string]struct {
		got  error
		want contract.Code
	}{
		"to another plan":                          {subscription.ValidateSwitchNow(begun(), "voice", larger, now), ""},
		"in place of a scheduled one":              {subscription.ValidateSwitchNow(scheduled, "voice", larger, now), ""},
		"to the present plan":                      {subscription.ValidateSwitchNow(begun(), "voice", hawakom, now), contract.FailSwitchSamePlan},
		"to the same plan while the balance lacks": {subscription.ValidateSwitchNow(grace, "voice", hawakom, ends), ""},
		"to the same plan once it has run out":     {subscription.ValidateSwitchNow(expired, "voice", hawakom, ends), ""},
		"to another one once it has run out":       {subscription.ValidateSwitchNow(expired, "voice", larger, ends), ""},
		"to a plan off sale":                       {subscription.ValidateSwitchNow(begun(), "voice", off, now), contract.FailPlanUnknown},
		"to a plan of another type":                {subscription.ValidateSwitchNow(begun(), "voice", foreign, now), contract.FailPlanNotEligible},
		"to a data plan":                           {subscription.ValidateSwitchNow(begun(), "voice", data, now), contract.FailPlanNotEligible},
		"a second before the paid cycle begins":    {subscription.ValidateSwitchNow(ahead, "voice", larger, ends.Add(-time.Second)), contract.FailSwitchRenewing},
		"when the paid cycle begins":               {subscription.ValidateSwitchNow(ahead, "voice", larger, ends), ""},
		"after a scheduled one was paid for":       {subscription.ValidateSwitchNow(paid, "voice", larger, now), contract.FailSwitchRenewing},
		"of a suspended line":                      {subscription.ValidateSwitchNow(subscription.Suspended(begun(), now), "voice", larger, now), contract.FailLineSuspendedByOwner},
		"of a line that has left":                  {subscription.ValidateSwitchNow(subscription.Ended(begun()), "voice", larger, now), contract.FailNumberAbsent},
		"agreed on in this cycle":                  {subscription.ValidateAgreedCycle(begun(), contract.PlanSwitch{FromPlanID: hawakom.ID, FromCycle: 1}), ""},
		"agreed on in the last one":                {subscription.ValidateAgreedCycle(ahead, contract.PlanSwitch{FromPlanID: hawakom.ID, FromCycle: 1}), contract.FailSwitchOvertaken},
		"agreed on with another plan":              {subscription.ValidateAgreedCycle(begun(), contract.PlanSwitch{FromPlanID: larger.ID, FromCycle: 1}), contract.FailSwitchOvertaken},
		"a halala below the limit":                 {subscription.ValidateDues("postpaid", 49_999, 50_000), ""},
		"at the limit":                             {subscription.ValidateDues("postpaid", 50_000, 50_000), contract.FailSwitchDues},
		"prepaid, whatever the balance":            {subscription.ValidateDues("prepaid", 50_000, 50_000), ""},
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

func TestSwitchedNow_Cycle_BeginsAtOnce(t *testing.T) {
	at := riyadh(2026, time.November, 30, 23, 59)
	s := begun()
	s.Scheduled = &contract.ScheduledSwitch{PlanID: "hawakom-55", StartsAt: ends}
	s = subscription.Scheduled(subscription.SwitchedNow(s, larger, at), rules)
	require.Equal(t, larger.ID, s.PlanID)
	require.Equal(t, 2, s.Cycle)
	require.True(t, s.From.Equal(at))
	require.True(t, s.Until.Equal(riyadh(2026, time.December, 30, 0, 0)))
	require.Nil(t, s.Scheduled)
	require.False(t, subscription.IsNetworkOutdated(s), "the network was told first")
	next := subscription.Renewed(s, larger, s.Until)
	require.True(t, next.Until.Equal(riyadh(2027, time.January, 30, 0, 0)))
	third := subscription.Renewed(next, larger, next.Until)
	require.True(t, third.Until.Equal(riyadh(2027, time.February, 28, 0, 0)))
}

func TestSwitchedNow_NoRenewal_EndsRenewal(t *testing.T) {
	once := larger
	once.Renews = false
	require.False(t, subscription.SwitchedNow(begun(), once, activated).AutoRenew)
	require.True(t, subscription.SwitchedNow(subscription.Stopped(begun()), larger, activated).AutoRenew)
}

func TestSwitchBill_BrokenCommitment_IsCharged(t *testing.T) {
	sims := []subscription.SIM{{ID: "s1", Fee: 1000}}
	promised := &subscription.Commitment{Months: 12, Waived: 120_000, Since: activated}
	plan := contract.PlanCharge{Item: "plan", Amount: 13_000, VAT: 1696}
	sim := contract.PlanCharge{Item: "multi-sim:s1", Amount: 1000, VAT: 130}
	require.Equal(t, []contract.PlanCharge{plan, sim}, subscription.SwitchBill(larger, sims, nil, activated, 15))
	left := contract.PlanCharge{Item: "commitment-left", Amount: 110_000, VAT: 14_348}
	require.Equal(t, []contract.PlanCharge{plan, sim, left}, subscription.SwitchBill(larger, sims, promised, activated, 15))
	require.Equal(t, []contract.PlanCharge{plan}, subscription.SwitchBill(larger, nil, promised, activated.AddDate(1, 0, 0), 15), "a completed commitment")
	commits := larger
	commits.Commits = true
	require.Equal(t, []contract.PlanCharge{plan}, subscription.SwitchBill(commits, nil, promised, activated, 15), "the plan continues the commitment")

	total, vat := subscription.SwitchTotal([]contract.PlanCharge{plan, sim}, false)
	require.Equal(t, []contract.Halalas{14_000, 1826}, []contract.Halalas{total, vat})
	total, vat = subscription.SwitchTotal([]contract.PlanCharge{plan, sim}, true)
	require.Equal(t, []contract.Halalas{12_174, 0}, []contract.Halalas{total, vat}, "VAT was paid when the balance was bought")
	require.Equal(t, []subscription.Charge{{Item: "plan", Amount: 11_304}}, subscription.Charged([]contract.PlanCharge{plan}, true))
	require.Equal(t, []subscription.Charge{{Item: "plan", Amount: 13_000, VAT: 1696}}, subscription.Charged([]contract.PlanCharge{plan}, false))
}
