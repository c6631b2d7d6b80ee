package roaming_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/roaming"
)

var (
	turkcell = roaming.Operator{ID: "tr-turkcell", Name: "Turkcell", Rates: roaming.Rates{Local: 150, Home: 300, Taken: 100, SMS: 50, Megabyte: 25}}
	vodafone = roaming.Operator{ID: "tr-vodafone", Name: "Vodafone", Rates: roaming.Rates{Local: 200, Home: 350, Taken: 100, SMS: 75, Megabyte: 10}}
)

func TestEstimate_Stay_CheapestFirst(t *testing.T) {
	day := roaming.Day{Local: 10, Home: 5, Taken: 2, Messages: 3, Megabytes: 100}
	got := roaming.Estimate([]roaming.Operator{turkcell, vodafone}, day, 7)
	require.Equal(t, []roaming.Cost{
		{Operator: vodafone, Calls: 7 * 3950, Messages: 7 * 225, Data: 7 * 1000},
		{Operator: turkcell, Calls: 7 * 3200, Messages: 7 * 150, Data: 7 * 2500},
	}, got)
	require.EqualValues(t, 7*5175, got[0].Total())
	require.Empty(t, roaming.Estimate(nil, day, 7))
	require.Equal(t, "Turkcell", roaming.Estimate([]roaming.Operator{vodafone, turkcell}, roaming.Day{}, 7)[0].Name, "equal costs sort by name")
}

func TestEstimate_MoreDays_NeverCostLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := func(what string) contract.Halalas { return contract.Halalas(rapid.Int64Range(0, 10_000).Draw(t, what)) }
		o := roaming.Operator{Rates: roaming.Rates{Local: some("local"), Home: some("home"), Taken: some("taken"), SMS: some("sms"), Megabyte: some("megabyte")}}
		used := func(what string) int64 { return rapid.Int64Range(0, 100_000).Draw(t, what) }
		day := roaming.Day{Local: used("l"), Home: used("h"), Taken: used("t"), Messages: used("m"), Megabytes: used("d")}
		days := rapid.IntRange(1, 89).Draw(t, "days")
		shorter, longer := roaming.Estimate([]roaming.Operator{o}, day, days)[0], roaming.Estimate([]roaming.Operator{o}, day, days+1)[0]
		if longer.Total() < shorter.Total() || shorter.Total() < 0 || shorter.Calls+shorter.Messages+shorter.Data != shorter.Total() {
			t.Fatalf("%d days %d, one more %d", days, shorter.Total(), longer.Total())
		}
	})
}
