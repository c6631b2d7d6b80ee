package creditlimit_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/creditlimit"
	"selfcare/internal/domain/line"
)

var (
	now   = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	rules = creditlimit.CreditRules{
		Default: 50_000, Minimum: 10_000, Maximum: 500_000, Presets: []contract.Halalas{30_000, 50_000, 100_000, 150_000, 300_000},
		DefaultPlans: 3, MostPlans: 10, InService: 90 * 24 * time.Hour,
	}
)

// account returns a line with a limit of six hundred riyals that may be raised to two thousand.
func account(change ...func(*creditlimit.Account)) creditlimit.Account {
	a := creditlimit.Account{
		Condition: line.Condition{Status: contract.LineActive}, PlanPrice: 20_000, Used: 23_450, Since: now.Add(-rules.InService),
	}
	for _, c := range change {
		c(&a)
	}
	return a
}

func TestLimit_NoChoice_CoversThePlan(t *testing.T) {
	require.Equal(t, contract.Halalas(60_000), rules.Limit(account()), "three prices of the plan")
	require.Equal(t, contract.Halalas(50_000), rules.Limit(account(func(a *creditlimit.Account) { a.PlanPrice = 5000 })))
	require.Equal(t, contract.Halalas(60_100), rules.Limit(account(func(a *creditlimit.Account) { a.PlanPrice = 20_001 })), "in whole riyals")
	require.Equal(t, contract.Halalas(30_000), rules.Limit(account(func(a *creditlimit.Account) { a.Chosen = 30_000 })))
}

func TestValidate_Impossible_IsRefused(t *testing.T) {
	tooNew := func(a *creditlimit.Account) { a.Since = a.Since.Add(time.Second) }
	overdue := func(a *creditlimit.Account) { a.Overdue = true }
	tests := map[string]struct {
		account creditlimit.Account
		amount  contract.Halalas
		want    contract.Code
	}{
		"raised":                           {account(), 100_000, ""},
		"raised to the maximum":            {account(), 200_000, ""},
		"more than ten prices of the plan": {account(), 200_100, contract.FailCreditPlan},
		"above the highest limit":          {account(), 500_100, contract.FailCreditBounds},
		"below the lowest limit":           {account(), 9_900, contract.FailCreditBounds},
		"halalas":                          {account(), 70_050, contract.FailCreditBounds},
		"nothing":                          {account(), 0, contract.FailCreditBounds},
		"lowered":                          {account(), 30_000, ""},
		"lowered to the used amount":       {account(), 23_500, ""},
		"lowered below the used amount":    {account(), 23_400, contract.FailCreditUsed},
		"the one it has":                   {account(), 60_000, contract.FailCreditSame},
		"raised too soon":                  {account(tooNew), 100_000, contract.FailCreditTooNew},
		"lowered at any time":              {account(tooNew, overdue), 30_000, ""},
		"raised with a bill overdue":       {account(overdue), 100_000, contract.FailCreditOverdue},
		"raised while it is barred":        {account(func(a *creditlimit.Account) { a.Barred = true }), 100_000, contract.FailCreditBarred},
		"raised while it is blocked":       {account(func(a *creditlimit.Account) { a.Status = contract.LineBlocked }), 100_000, contract.FailLineBlocked},
		"raised just after a new SIM": {
			account(func(a *creditlimit.Account) { a.GuardedUntil = now.Add(time.Minute) }), 100_000, contract.FailLineGuarded,
		},
		"lowered above the present maximum": {account(func(a *creditlimit.Account) { a.Used = 90_000 }), 50_000, contract.FailCreditUsed},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := rules.Validate(tt.account, tt.amount, now)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			var refusal *contract.Refusal
			require.ErrorAs(t, err, &refusal)
			require.Equal(t, tt.want, refusal.Code)
		})
	}
}

func TestValidate_OutOfBounds_NamesThem(t *testing.T) {
	var refusal *contract.Refusal
	require.ErrorAs(t, rules.Validate(account(), 20_000, now), &refusal)
	require.Equal(t, map[string]string{"min": "235.00", "max": "2,000.00"}, refusal.Params)
}

func TestOffered_Presets_AreWithinBounds(t *testing.T) {
	require.Equal(t, []contract.Halalas{30_000, 50_000, 100_000, 150_000}, rules.Offered(account(), now))
	require.Equal(t, []contract.Halalas{30_000, 50_000}, rules.Offered(account(func(a *creditlimit.Account) { a.Overdue = true }), now))
}

func TestBounds_LimitBelowMinimum_Kept(t *testing.T) {
	lowest, highest := rules.Bounds(account(func(a *creditlimit.Account) { a.Chosen, a.Used, a.Barred = 100, 0, true }), now)
	require.Equal(t, []contract.Halalas{100, 100}, []contract.Halalas{lowest, highest})
}

func TestBounds_AgreeWithValidate(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		a := account(func(a *creditlimit.Account) {
			a.Chosen = contract.Halalas(rapid.Int64Range(0, 5000).Draw(r, "chosen") * 100)
			a.PlanPrice = contract.Halalas(rapid.Int64Range(0, 60_000).Draw(r, "price"))
			a.Used = contract.Halalas(rapid.Int64Range(-100, 600_000).Draw(r, "used"))
			a.Overdue, a.Barred = rapid.Bool().Draw(r, "overdue"), rapid.Bool().Draw(r, "barred")
		})
		limit := rules.Limit(a)
		lowest, highest := rules.Bounds(a, now)
		amount := contract.Halalas(rapid.Int64Range(0, 6000).Draw(r, "amount") * 100)
		err := rules.Validate(a, amount, now)
		require.Equal(r, lowest <= amount && amount <= highest && amount != limit, err == nil, "%v", err)
		if err == nil && amount < limit {
			require.GreaterOrEqual(r, amount, a.Used, "no limit is lowered below the used amount")
		}
		if err == nil && amount > limit {
			require.False(r, a.Overdue || a.Barred)
		}
		for _, preset := range rules.Offered(a, now) {
			require.NoError(r, rules.Validate(a, preset, now))
		}
	})
}

func TestValidateCap_PartOfRiyal_IsRefused(t *testing.T) {
	require.NoError(t, creditlimit.ValidateCap(1000, 1000, 20_000))
	for _, amount := range []contract.Halalas{0, 900, 1050, 20_100} {
		var refusal *contract.Refusal
		require.ErrorAs(t, creditlimit.ValidateCap(amount, 1000, 20_000), &refusal, amount)
		require.Equal(t, contract.FailSpendCapAmount, refusal.Code)
	}
}
