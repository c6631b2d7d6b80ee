package identity_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/identity"
)

// An accepted date can be written and read again, in the calendar in which it was typed.
func FuzzBirthDate(f *testing.F) {
	for _, typed := range []string{"", "1990-03-05", "1410-08-08", "1444-09-30", "1355-01-01", "1500-12-30", "0000-00-00", "9999-12-31", "١٤١٠-٠٨-٠٨", "1444-13-01", "+444-01-01"} {
		f.Add(ownerOf("1"), typed, false)
		f.Add(ownerOf("2"), typed, true)
	}
	f.Fuzz(func(t *testing.T, id, typed string, isHijri bool) {
		claim := contract.EligibilityClaim{IDNumber: id, BirthDate: typed, BirthDateCalendar: contract.CalendarGregorian}
		if isHijri {
			claim.BirthDateCalendar = contract.CalendarHijri
		}
		born, err := identity.BirthDate(claim)
		asked, _, registryErr := identity.AtRegistry(claim)
		if err != nil {
			require.Error(t, registryErr)
			return
		}
		require.NoError(t, registryErr)
		require.True(t, len(asked) >= 1 && len(asked) <= 4, asked)
		if !isHijri {
			require.Equal(t, typed, born.Format(time.DateOnly))
			return
		}
		require.True(t, born.Year() >= 1937 && born.Year() <= 2078, "%s is %s", typed, born)
	})
}

func ownerOf(first string) string { return first + "077000014" }

func FuzzCheck(f *testing.F) {
	f.Add("1000000008", "SA", "1990-01-01", false)
	f.Add("2077000012", "IN", "1410-01-30", true)
	f.Add("", "", "", false)
	f.Fuzz(func(_ *testing.T, id, nationality, born string, isHijri bool) {
		claim := contract.EligibilityClaim{IDNumber: id, Nationality: nationality, BirthDate: born}
		if isHijri {
			claim.BirthDateCalendar = contract.CalendarHijri
		}
		_ = identity.Validate(claim, identity.Rules{}, time.Unix(1_800_000_000, 0)) // accepts or refuses, but never panics
	})
}
