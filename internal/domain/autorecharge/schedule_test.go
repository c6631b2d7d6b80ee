package autorecharge_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/autorecharge"
	"selfcare/internal/domain/typed"
)

func fires(d autorecharge.Days, day time.Time) bool {
	return slices.Contains(d.Weekdays, day.Weekday()) || slices.Contains(d.Days, day.Day())
}

func TestDaysOf_Rule_HasDueDateAndDayBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule := rules(t)
		days := autorecharge.DaysOf(rule)
		due := autorecharge.Next(rule, moments(t))
		for range 24 {
			require.True(t, fires(days, due), due)
			require.True(t, fires(days, due.AddDate(0, 0, -1)), due)
			due = autorecharge.Next(rule, due)
		}
	})
}

func TestDaysOf_AnyRule_AreFew(t *testing.T) {
	require.Equal(t, []time.Weekday{time.Saturday, time.Sunday}, autorecharge.DaysOf(weekly(time.Sunday)).Weekdays)
	for day := 1; day <= 31; day++ {
		require.LessOrEqual(t, len(autorecharge.DaysOf(monthly(day)).Days), 5)
		require.Empty(t, autorecharge.DaysOf(contract.AutoRecharge{Frequency: contract.AutoMonthly, Day: day}).Weekdays)
	}
}

func TestNumber_EachTry_IsAnotherNumber(t *testing.T) {
	first := autorecharge.Number("0198a000-0000-7000-8000-000000000001", 0)
	require.Regexp(t, typed.PurchaseNumber.Pattern(), first)
	require.Equal(t, first, autorecharge.Number("0198a000-0000-7000-8000-000000000001", 0))
	require.NotEqual(t, first, autorecharge.Number("0198a000-0000-7000-8000-000000000001", 1))
}
