package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/subscription"
)

func riyadh(year int, month time.Month, day, hour, minute int) time.Time {
	return time.Date(year, month, day, hour, minute, 0, 0, calendar.Riyadh)
}

var monthly = subscription.Period{Months: 1}

func TestPeriod_Cycles_EndOnTheSameDay(t *testing.T) {
	tests := map[string]struct {
		period subscription.Period
		anchor time.Time
		ends   []time.Time
	}{
		"in the middle of the month": {monthly, riyadh(2026, time.November, 15, 0, 0), []time.Time{
			riyadh(2026, time.December, 15, 0, 0), riyadh(2027, time.January, 15, 0, 0),
		}},
		"on the 31st, through short months and back": {monthly, riyadh(2027, time.January, 31, 0, 0), []time.Time{
			riyadh(2027, time.February, 28, 0, 0), riyadh(2027, time.March, 31, 0, 0), riyadh(2027, time.April, 30, 0, 0), riyadh(2027, time.May, 31, 0, 0),
		}},
		"on the 30th, into February": {monthly, riyadh(2027, time.January, 30, 0, 0), []time.Time{riyadh(2027, time.February, 28, 0, 0), riyadh(2027, time.March, 30, 0, 0)}},
		"on the 29th, into a leap day": {monthly, riyadh(2028, time.January, 29, 0, 0), []time.Time{
			riyadh(2028, time.February, 29, 0, 0), riyadh(2028, time.March, 29, 0, 0),
		}},
		"from a leap day, by the year": {subscription.Period{Months: 12}, riyadh(2028, time.February, 29, 0, 0), []time.Time{
			riyadh(2029, time.February, 28, 0, 0), riyadh(2030, time.February, 28, 0, 0), riyadh(2031, time.February, 28, 0, 0), riyadh(2032, time.February, 29, 0, 0),
		}},
		"by days": {subscription.Period{Days: 30}, riyadh(2027, time.January, 31, 0, 0), []time.Time{riyadh(2027, time.March, 2, 0, 0), riyadh(2027, time.April, 1, 0, 0)}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for n, end := range tt.ends {
				require.Equal(t, end.UTC(), tt.period.After(tt.anchor, n+1).UTC())
			}
		})
	}
}

func TestMidnight_NearUTC_IsRiyadhs(t *testing.T) {
	tests := map[string]struct{ at, want time.Time }{
		"an hour before it":            {riyadh(2026, time.November, 14, 23, 0), riyadh(2026, time.November, 14, 0, 0)},
		"the very instant":             {riyadh(2026, time.November, 15, 0, 0), riyadh(2026, time.November, 15, 0, 0)},
		"still yesterday in Greenwich": {time.Date(2026, time.November, 14, 21, 30, 0, 0, time.UTC), riyadh(2026, time.November, 15, 0, 0)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.True(t, tt.want.Equal(subscription.Midnight(tt.at))) })
	}
}

func TestPeriod_Cycles_HaveNoGap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		period := subscription.Period{Months: rapid.IntRange(0, 12).Draw(t, "months"), Days: rapid.IntRange(1, 90).Draw(t, "days")}
		anchor := subscription.Midnight(time.Unix(rapid.Int64Range(1_700_000_000, 2_500_000_000).Draw(t, "anchor"), 0))
		n := rapid.IntRange(0, 60).Draw(t, "n")
		from, until := period.After(anchor, n), period.After(anchor, n+1)
		require.True(t, until.After(from))
		require.Equal(t, n, period.Elapsed(anchor, from))
		require.Equal(t, n, period.Elapsed(anchor, until.Add(-time.Nanosecond)))
		require.Equal(t, n+1, period.Elapsed(anchor, until))
	})
}
