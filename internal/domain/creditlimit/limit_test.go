package creditlimit_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/creditlimit"
)

const warn = 80

func TestLimit_UsedUp_StopsUntilLifted(t *testing.T) {
	tests := map[string]struct {
		limit   creditlimit.Limit
		state   creditlimit.State
		percent int
		level   contract.ServiceLevel
		tells   bool
	}{
		"nothing used":               {creditlimit.Limit{Kind: creditlimit.Credit, Amount: 1000}, creditlimit.Open, 0, contract.ServiceFull, false},
		"just below the warning":     {creditlimit.Limit{Kind: creditlimit.Credit, Amount: 1000, Used: 799}, creditlimit.Open, 79, contract.ServiceFull, false},
		"at the warning":             {creditlimit.Limit{Kind: creditlimit.Credit, Amount: 1000, Used: 800}, creditlimit.Warned, 80, contract.ServiceFull, true},
		"warned before":              {creditlimit.Limit{Kind: creditlimit.Credit, Amount: 1000, Used: 900, Told: 80}, creditlimit.Warned, 90, contract.ServiceFull, false},
		"one halala is left":         {creditlimit.Limit{Kind: creditlimit.Extra, Amount: 1000, Used: 999, Told: 80}, creditlimit.Warned, 99, contract.ServiceFull, false},
		"reached":                    {creditlimit.Limit{Kind: creditlimit.Extra, Amount: 1000, Used: 1000, Told: 80}, creditlimit.Stopped, 100, contract.ServiceIncluded, true},
		"reached at once":            {creditlimit.Limit{Kind: creditlimit.Credit, Amount: 1000, Used: 5000}, creditlimit.Stopped, 100, contract.ServiceIncluded, true},
		"roaming stops only roaming": {creditlimit.Limit{Kind: creditlimit.Roaming, Amount: 1000, Used: 1000}, creditlimit.Stopped, 100, contract.ServiceHome, true},
		"lifted":                     {creditlimit.Limit{Kind: creditlimit.Extra, Amount: 1000, Used: 2000, Told: 100, Lifted: true}, creditlimit.Lifted, 100, contract.ServiceFull, false},
		"more was paid than is owed": {creditlimit.Limit{Kind: creditlimit.Credit, Amount: 1000, Used: -5}, creditlimit.Open, 0, contract.ServiceFull, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.state, tt.limit.State(warn))
			require.Equal(t, tt.percent, tt.limit.Percent())
			require.Equal(t, tt.level, tt.limit.Level())
			_, tells := tt.limit.NextWarning(warn)
			require.Equal(t, tt.tells, tells)
		})
	}
}

func TestOfBalance_BelowZero_Stops(t *testing.T) {
	for _, balance := range []contract.Halalas{5000, 1, 0} {
		l := creditlimit.OfBalance(balance, 0)
		_, tells := l.NextWarning(warn)
		require.Equal(t, contract.ServiceFull, l.Level(), balance)
		require.False(t, tells, balance)
	}
	l := creditlimit.OfBalance(-1, 0)
	percent, tells := l.NextWarning(warn)
	require.Equal(t, contract.ServiceIncluded, l.Level())
	require.True(t, tells)
	require.Equal(t, contract.Halalas(150), creditlimit.OfBalance(-150, percent).Used)
	_, again := creditlimit.OfBalance(-150, percent).NextWarning(warn)
	require.False(t, again)
}

func TestTells_EachLevel_IsToldOnce(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		l := creditlimit.Limit{Kind: creditlimit.Credit, Amount: contract.Halalas(rapid.Int64Range(1, 1000).Draw(r, "amount"))}
		for range rapid.IntRange(1, 20).Draw(r, "changes") {
			l.Used = contract.Halalas(rapid.Int64Range(0, 1500).Draw(r, "used"))
			percent, now := l.NextWarning(warn)
			require.Equal(r, percent > l.Told, now)
			require.Equal(r, l.Reached(), percent == 100)
			l.Told = percent
			_, again := l.NextWarning(warn)
			require.False(r, again)
		}
	})
}

func TestLowest_SeveralLimits_IsStrictest(t *testing.T) {
	reached := func(kind creditlimit.Kind) creditlimit.Limit {
		return creditlimit.Limit{Kind: kind, Amount: 1, Used: 1}
	}
	require.Equal(t, contract.ServiceFull, creditlimit.Lowest(nil))
	require.Equal(t, contract.ServiceHome, creditlimit.Lowest([]creditlimit.Limit{{Kind: creditlimit.Credit, Amount: 1}, reached(creditlimit.Roaming)}))
	require.Equal(t, contract.ServiceIncluded, creditlimit.Lowest([]creditlimit.Limit{reached(creditlimit.Roaming), reached(creditlimit.Extra)}))
}
