package identity_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/identity"
)

func hijriClaim(id, typed string) contract.EligibilityClaim {
	return contract.EligibilityClaim{IDNumber: id, Nationality: "SA", BirthDate: typed, BirthDateCalendar: contract.CalendarHijri}
}

func TestBirthDate_Hijri_IsConverted(t *testing.T) {
	tests := map[string]struct {
		typed string
		born  string
		want  contract.Code
	}{
		"a day of the year 1410":            {"1410-10-22", "1990-05-17", ""},
		"the first day of the calendar":     {"1356-01-01", "1937-03-14", ""},
		"30 Ramadan of a year that has it":  {"1437-09-30", "2016-07-05", ""},
		"30 Ramadan of another year":        {"1443-09-30", "2022-05-01", ""},
		"the last day of a month of 29":     {"1444-09-29", "2023-04-20", ""},
		"30 Ramadan of a year that has 29":  {"1444-09-30", "2023-04-21", ""},
		"30 Shawwal of another printed one": {"1410-10-30", "1990-05-25", ""},
		"31 days has no month":              {"1410-10-31", "", contract.FailBirthDateInvalid},
		"a thirteenth month":                {"1410-13-01", "", contract.FailBirthDateInvalid},
		"no day":                            {"1410-10-00", "", contract.FailBirthDateInvalid},
		"in another order":                  {"22-10-1410", "", contract.FailBirthDateInvalid},
		"not a number":                      {"1410-1a-01", "", contract.FailBirthDateInvalid},
		"before the calendar was published": {"1355-12-29", "", contract.FailHijriYearUnknown},
		"after the end of its tables":       {"1501-01-01", "", contract.FailHijriYearUnknown},
		"a Gregorian year by mistake":       {"1990-05-17", "", contract.FailHijriYearUnknown},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			born, err := identity.BirthDate(hijriClaim("1000000008", tt.typed))
			if tt.want != "" {
				require.Equal(t, contract.RefuseField("birthDate", tt.want), err)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tt.born, born.Format(time.DateOnly))
		})
	}
}

func TestValidate_Age_FollowsHijriDate(t *testing.T) {
	today := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	rules := identity.Rules{MinAge: 18, CheckChecksum: true}
	require.NoError(t, identity.Validate(hijriClaim("1000000008", "1429-11-22"), rules, today), "20 November 2008")
	require.Equal(t, contract.RefuseField("birthDate", contract.FailUnderage),
		identity.Validate(hijriClaim("1000000008", "1429-11-23"), rules, today), "a day later")
	require.Equal(t, contract.RefuseField("birthDate", contract.FailBirthDateInvalid),
		identity.Validate(hijriClaim("1000000008", "1490-01-01"), rules, today), "not born yet")
}

func TestAtRegistry_Citizen_IsInHijri(t *testing.T) {
	gregorian := func(id, date string) contract.EligibilityClaim {
		return contract.EligibilityClaim{IDNumber: id, BirthDate: date}
	}
	tests := map[string]struct {
		claim    contract.EligibilityClaim
		dates    []string
		calendar contract.Calendar
	}{
		"a citizen's Hijri date":            {hijriClaim("1000000008", "1410-10-22"), []string{"1410-10-22"}, contract.CalendarHijri},
		"a citizen's Hijri day 30":          {hijriClaim("1000000008", "1410-10-30"), []string{"1410-10-30"}, contract.CalendarHijri},
		"a citizen's Gregorian date":        {gregorian("1000000008", "1990-05-17"), []string{"1410-10-22", "1410-10-21", "1410-10-23"}, contract.CalendarHijri},
		"a day that calendars tell apart":   {gregorian("1000000008", "1983-10-31"), []string{"1404-01-25", "1404-01-24", "1404-01-26"}, contract.CalendarHijri},
		"the first day of a month":          {gregorian("1000000008", "1990-05-25"), []string{"1410-11-01", "1410-10-29", "1410-10-30", "1410-11-02"}, contract.CalendarHijri},
		"the first day of a year":           {gregorian("1000000008", "1990-07-23"), []string{"1411-01-01", "1410-12-30", "1410-12-29", "1411-01-02"}, contract.CalendarHijri},
		"the 29th of a month":               {gregorian("1000000008", "1990-05-24"), []string{"1410-10-29", "1410-10-28", "1410-11-01", "1410-10-30"}, contract.CalendarHijri},
		"a citizen born when all agree":     {gregorian("1000000008", "2008-11-20"), []string{"1429-11-22"}, contract.CalendarHijri},
		"a citizen older than the calendar": {gregorian("1000000008", "1937-03-13"), []string{"1937-03-13"}, contract.CalendarGregorian},
		"a resident's Gregorian date":       {gregorian("2000000006", "1990-05-17"), []string{"1990-05-17"}, contract.CalendarGregorian},
		"a resident's Hijri date":           {hijriClaim("2000000006", "1410-10-22"), []string{"1990-05-17", "1990-05-16", "1990-05-18"}, contract.CalendarGregorian},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			dates, calendar, err := identity.AtRegistry(tt.claim)
			require.NoError(t, err)
			require.Equal(t, tt.dates, dates)
			require.Equal(t, tt.calendar, calendar)
		})
	}
}

// Every start of a month before 1423 in another printed calendar: a day earlier or later.
func TestAtRegistry_DayOff_HasCardsDay(t *testing.T) {
	for born := time.Date(1937, 4, 15, 0, 0, 0, 0, time.UTC); born.Year() < 2002; born = born.AddDate(0, 0, 1) {
		claim := contract.EligibilityClaim{IDNumber: "1000000008", BirthDate: born.Format(time.DateOnly)}
		asked, _, err := identity.AtRegistry(claim)
		require.NoError(t, err)
		for _, off := range []int{-1, 1} {
			claim.BirthDate = born.AddDate(0, 0, off).Format(time.DateOnly)
			printed, _, err := identity.AtRegistry(claim)
			require.NoError(t, err)
			require.Contains(t, asked, printed[0])
		}
	}
}

func TestPerson_Hijri_IsBornOnGregorianDay(t *testing.T) {
	found := contract.PersonFound{Claim: hijriClaim("1000000008", "1410-10-22"), FullNameEn: "Sara Ali"}
	person, err := identity.Person(found)
	require.NoError(t, err)
	require.Equal(t, "1990-05-17", person.BirthDate)
	require.Equal(t, "1410-10-22", person.BirthDateHijri)
	found.BornOn = "1990-05-16"
	person, err = identity.Person(found)
	require.NoError(t, err)
	require.Equal(t, "1990-05-16", person.BirthDate, "the registry's own day")
}

func TestValidate_Age_CountsFromRiyadhDay(t *testing.T) {
	claim := contract.EligibilityClaim{IDNumber: "1000000008", Nationality: "SA", BirthDate: "2008-11-20"}
	rules := identity.Rules{MinAge: 18}
	midnight := time.Date(2026, 11, 20, 0, 0, 0, 0, calendar.Riyadh).UTC()
	require.Equal(t, contract.RefuseField("birthDate", contract.FailUnderage), identity.Validate(claim, rules, midnight.Add(-time.Second)))
	require.NoError(t, identity.Validate(claim, rules, midnight))
}
