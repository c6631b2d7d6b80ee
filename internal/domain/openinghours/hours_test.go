package openinghours_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/openinghours"
)

func TestParse_DaysAndSpans_AreRead(t *testing.T) {
	week, err := openinghours.Parse("sat-thu 09:00-12:00 20:30-02:00; Fri 16:00-24:00")
	require.NoError(t, err)
	require.Equal(t, []openinghours.Span{{From: "09:00", Until: "12:00"}, {From: "20:30", Until: "02:00"}}, week["sun"])
	require.Equal(t, []openinghours.Span{{From: "16:00", Until: "24:00"}}, week["fri"])
	require.Len(t, week, 7)
	for _, wrong := range []string{
		"", "sun", "sun 9:00-10:00", "sun 09:00-25:00", "sun 10:00-10:00", "sun 09:00-12:00 11:00-13:00", "sun 20:00-02:00 21:00-22:00",
		"noday 09:00-10:00", "sun-mon 09:00-10:00; mon 11:00-12:00", "sun 09:00-10:00;",
	} {
		_, err := openinghours.Parse(wrong)
		require.Error(t, err, wrong)
	}
}

func week(t *testing.T, text string) openinghours.Week {
	t.Helper()
	parsed, err := openinghours.Parse(text)
	require.NoError(t, err)
	return parsed
}

func riyadh(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04:05", text, calendar.Riyadh)
	require.NoError(t, err)
	return at
}

func TestAt_Closed_NamesTheOpening(t *testing.T) {
	hours := openinghours.Hours{
		Year:    week(t, "sat-wed 09:00-12:00 16:00-22:00; thu 16:00-02:00; fri 16:00-24:00"),
		Ramadan: week(t, "sat-thu 10:00-16:00 20:30-02:00; fri 20:30-02:00"),
	}
	tests := map[string]struct {
		at     string // Ramadan 1448 goes from 8 February to 8 March 2027
		open   bool
		change string
	}{
		"before it opens":                        {"2026-11-29 08:59:59", false, "2026-11-29 09:00:00"},
		"the first instant":                      {"2026-11-29 09:00:00", true, "2026-11-29 12:00:00"},
		"the instant it closes":                  {"2026-11-29 12:00:00", false, "2026-11-29 16:00:00"},
		"the last second of the day":             {"2026-11-29 21:59:59", true, "2026-11-29 22:00:00"},
		"after closing it is tomorrow":           {"2026-11-29 22:00:00", false, "2026-11-30 09:00:00"},
		"on Friday morning":                      {"2026-11-27 11:00:00", false, "2026-11-27 16:00:00"},
		"on Friday until midnight":               {"2026-11-27 23:59:59", true, "2026-11-28 00:00:00"},
		"past the midnight of Thursday":          {"2026-11-27 01:59:59", true, "2026-11-27 02:00:00"},
		"until the end of that night":            {"2026-11-27 02:00:00", false, "2026-11-27 16:00:00"},
		"in a night of Ramadan":                  {"2027-02-16 23:00:00", true, "2027-02-17 02:00:00"},
		"on an afternoon of Ramadan":             {"2027-02-16 17:00:00", false, "2027-02-16 20:30:00"},
		"on the day before Ramadan":              {"2027-02-07 17:00:00", true, "2027-02-07 22:00:00"},
		"on the first day of Ramadan":            {"2027-02-08 17:00:00", false, "2027-02-08 20:30:00"},
		"the last night continues past midnight": {"2027-03-09 01:00:00", true, "2027-03-09 02:00:00"},
		"on the day after Ramadan":               {"2027-03-09 17:00:00", true, "2027-03-09 22:00:00"},
		"the last evening before Ramadan ends":   {"2027-03-08 20:30:00", true, "2027-03-09 02:00:00"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := hours.At(riyadh(t, tt.at).UTC())
			require.Equal(t, tt.open, got.Open)
			require.WithinDuration(t, riyadh(t, tt.change), got.Change, 0)
		})
	}
}

func TestAt_AdjacentSpans_AreOne(t *testing.T) {
	nightly := openinghours.Hours{Year: week(t, "sun 20:00-24:00; mon 00:00-03:00")}
	got := nightly.At(riyadh(t, "2026-11-29 21:00:00"))
	require.True(t, got.Open)
	require.WithinDuration(t, riyadh(t, "2026-11-30 03:00:00"), got.Change, 0)
}

func TestAt_AlwaysOpen_HasNoChange(t *testing.T) {
	always := openinghours.Hours{Year: week(t, "sun-sat 00:00-24:00"), Ramadan: week(t, "sun-sat 00:00-24:00")}
	require.Equal(t, openinghours.State{Open: true}, always.At(riyadh(t, "2026-11-29 21:00:00")))
	require.Equal(t, openinghours.State{}, openinghours.Hours{}.At(riyadh(t, "2026-11-29 21:00:00")))
}

func TestAt_NextWeek_IsFound(t *testing.T) {
	weekly := openinghours.Hours{Year: week(t, "sun 09:00-10:00")}
	got := weekly.At(riyadh(t, "2026-11-29 10:00:00"))
	require.False(t, got.Open)
	require.WithinDuration(t, riyadh(t, "2026-12-06 09:00:00"), got.Change, 0)
}

func TestRamadan_RiyadhDay_Decides(t *testing.T) {
	tests := map[string]bool{
		"2026-02-17 23:59:59": false, "2026-02-18 00:00:00": true, "2026-03-19 23:59:59": true, "2026-03-20 00:00:00": false,
		"2027-02-07 23:59:59": false, "2027-02-08 00:00:00": true, "2027-03-08 23:59:59": true, "2027-03-09 00:00:00": false,
		"2080-01-01 00:00:00": false, // the published calendar ends before
	}
	for at, want := range tests {
		require.Equal(t, want, openinghours.Ramadan(riyadh(t, at).UTC()), at)
	}
}
