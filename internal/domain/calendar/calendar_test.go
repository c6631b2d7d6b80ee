package calendar_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/domain/calendar"
)

// week is 08:00 to 16:00 with a holiday on Wednesday 10 and Thursday 11 March 2027.
var week = calendar.Calendar{From: 8, Until: 16, Holidays: []string{"2027-03-10", "2027-03-11"}}

// riyadh parses a moment in Riyadh.
func riyadh(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04:05", text, calendar.Riyadh)
	require.NoError(t, err)
	return at
}

func TestNext_Window_IsInRiyadh(t *testing.T) {
	tests := map[string]struct{ at, start, end string }{
		"before work":                       {"2027-03-07 05:00:00", "2027-03-07 08:00:00", "2027-03-07 16:00:00"},
		"the first instant":                 {"2027-03-07 08:00:00", "2027-03-07 08:00:00", "2027-03-07 16:00:00"},
		"in the middle":                     {"2027-03-07 12:30:00", "2027-03-07 12:30:00", "2027-03-07 16:00:00"},
		"the last second":                   {"2027-03-07 15:59:59", "2027-03-07 15:59:59", "2027-03-07 16:00:00"},
		"closing time is too late":          {"2027-03-07 16:00:00", "2027-03-08 08:00:00", "2027-03-08 16:00:00"},
		"a second before midnight":          {"2027-03-07 23:59:59", "2027-03-08 08:00:00", "2027-03-08 16:00:00"},
		"midnight belongs to the new day":   {"2027-03-08 00:00:00", "2027-03-08 08:00:00", "2027-03-08 16:00:00"},
		"Thursday evening waits for Sunday": {"2027-03-04 16:00:00", "2027-03-07 08:00:00", "2027-03-07 16:00:00"},
		"Friday":                            {"2027-03-05 10:00:00", "2027-03-07 08:00:00", "2027-03-07 16:00:00"},
		"Saturday":                          {"2027-03-06 10:00:00", "2027-03-07 08:00:00", "2027-03-07 16:00:00"},
		"holidays and the weekend after":    {"2027-03-09 17:00:00", "2027-03-14 08:00:00", "2027-03-14 16:00:00"},
		"on a holiday":                      {"2027-03-10 09:00:00", "2027-03-14 08:00:00", "2027-03-14 16:00:00"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := week.Next(riyadh(t, tt.at).UTC())
			require.Equal(t, riyadh(t, tt.start).UTC(), got.Start)
			require.Equal(t, riyadh(t, tt.end).UTC(), got.End)
		})
	}
}

func TestNext_NearMidnight_UsesRiyadh(t *testing.T) {
	thursdayUTC := time.Date(2027, 3, 4, 21, 0, 0, 0, time.UTC) // Friday midnight in Riyadh
	require.False(t, week.WorkingDay(thursdayUTC))
	require.True(t, week.WorkingDay(thursdayUTC.Add(-time.Second)))
	saturdayUTC := time.Date(2027, 3, 6, 21, 0, 0, 0, time.UTC) // Sunday midnight in Riyadh
	require.True(t, week.WorkingDay(saturdayUTC))
	require.False(t, week.WorkingDay(saturdayUTC.Add(-time.Second)))
	require.Equal(t, "2027-03-07", calendar.Date(saturdayUTC))
}

func TestAfter_Windows_CountOnlyThem(t *testing.T) {
	tests := map[string]struct {
		at   string
		open time.Duration
		want string
	}{
		"within the day":                 {"2027-03-07 09:00:00", 3 * time.Hour, "2027-03-07 12:00:00"},
		"to the very end of the day":     {"2027-03-07 08:00:00", 8 * time.Hour, "2027-03-07 16:00:00"},
		"over night":                     {"2027-03-07 15:00:00", 2 * time.Hour, "2027-03-08 09:00:00"},
		"over the weekend":               {"2027-03-04 15:00:00", 8 * time.Hour, "2027-03-07 15:00:00"},
		"over holidays and the weekend":  {"2027-03-09 12:00:00", 8 * time.Hour, "2027-03-14 12:00:00"},
		"begun at night, counted at day": {"2027-03-07 02:00:00", time.Hour, "2027-03-07 09:00:00"},
		"three whole days":               {"2027-03-07 16:00:00", 16 * time.Hour, "2027-03-09 16:00:00"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, riyadh(t, tt.want).UTC(), week.After(riyadh(t, tt.at), tt.open))
		})
	}
}

func TestEndOfDay_CountsWorkingDays(t *testing.T) {
	tests := map[string]struct {
		at   string
		days int
		want string
	}{
		"three days within a week":         {"2027-02-28 10:00:00", 3, "2027-03-03 16:00:00"},
		"three days over the weekend":      {"2027-03-03 10:00:00", 3, "2027-03-08 16:00:00"},
		"three days over the holidays":     {"2027-03-08 10:00:00", 3, "2027-03-15 16:00:00"},
		"from Friday":                      {"2027-03-05 10:00:00", 1, "2027-03-07 16:00:00"},
		"a second before midnight":         {"2027-03-07 23:59:59", 1, "2027-03-08 16:00:00"},
		"midnight: the new day is not one": {"2027-03-08 00:00:00", 1, "2027-03-09 16:00:00"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, riyadh(t, tt.want).UTC(), week.EndOfDay(riyadh(t, tt.at), tt.days))
		})
	}
}

func TestDays_FirstDay_IsTomorrow(t *testing.T) {
	var dates []string
	for _, window := range week.Days(riyadh(t, "2027-03-07 23:59:59"), 9) {
		dates = append(dates, calendar.Date(window.Start))
	}
	require.Equal(t, []string{"2027-03-08", "2027-03-09", "2027-03-14", "2027-03-15", "2027-03-16"}, dates)
}

func TestOn_Holiday_IsFalse(t *testing.T) {
	got, ok := week.On("2027-03-08")
	require.True(t, ok)
	require.Equal(t, riyadh(t, "2027-03-08 08:00:00").UTC(), got.Start)
	for _, date := range []string{"2027-03-05", "2027-03-06", "2027-03-10", "2027-02-30", "soon", ""} {
		_, ok := week.On(date)
		require.False(t, ok, date)
	}
}

func TestNext_AroundClock_IsOneMinute(t *testing.T) {
	always := calendar.Calendar{From: 8, Until: 16, AroundTheClock: true, Holidays: week.Holidays}
	friday := riyadh(t, "2027-03-05 03:00:30")
	require.Equal(t, calendar.Window{Start: friday.UTC(), End: riyadh(t, "2027-03-05 03:01:00").UTC()}, always.Next(friday))
	require.Equal(t, friday.UTC().Add(time.Hour), always.After(friday, time.Hour))
	require.True(t, always.WorkingDay(riyadh(t, "2027-03-10 10:00:00")))
}

func TestDays_AroundTheClock_AreWorkingDays(t *testing.T) {
	always := calendar.Calendar{AroundTheClock: true, Holidays: week.Holidays}
	days := always.Days(riyadh(t, "2027-03-01 10:00:00"), 21)
	require.Len(t, days, len(week.Days(riyadh(t, "2027-03-01 10:00:00"), 21)), "the clearing house moves no number on another day")
	for _, day := range days {
		_, ok := always.On(calendar.Date(day.Start))
		require.True(t, ok)
		require.NotContains(t, []time.Weekday{time.Friday, time.Saturday}, day.Start.In(calendar.Riyadh).Weekday())
	}
	_, ok := always.On("2027-03-05")
	require.False(t, ok, "a Friday")
}

func TestNext_AnyMoment_LiesInAWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(1_800_000_000, 1_810_000_000).Draw(t, "at"), 0)
		got := week.Next(at)
		require.False(t, got.Start.Before(at))
		require.True(t, got.Start.Before(got.End))
		require.True(t, week.WorkingDay(got.Start))
		hour := got.Start.In(calendar.Riyadh).Hour()
		require.GreaterOrEqual(t, hour, 8)
		require.Less(t, hour, 16)
		require.Equal(t, got, week.Next(got.Start), "the start of a window finds the same window")
	})
}
