package identity_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/identity"
)

func TestLimits_Resident_HasOwnLimit(t *testing.T) {
	limits := identity.Limits{Citizen: 10, Resident: 2}
	require.False(t, limits.Reached("1000000008", 9))
	require.True(t, limits.Reached("1000000008", 10))
	require.False(t, limits.Reached("2000000006", 1))
	require.True(t, limits.Reached("2000000006", 2))
}

func TestValidate_EachClaim(t *testing.T) {
	today := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	tests := map[string]struct {
		id, nationality, birth string
		want                   contract.Code
	}{
		"a citizen":                     {"1000000008", "SA", "1990-05-01", ""},
		"a resident":                    {"2000000006", "IN", "1990-05-01", ""},
		"another document":              {"3000000004", "SA", "1990-05-01", contract.FailDocumentNotAccepted},
		"a citizen's ID of a foreigner": {"1000000008", "EG", "1990-05-01", contract.FailNationalityMismatch},
		"an Iqama of a Saudi":           {"2000000006", "SA", "1990-05-01", contract.FailNationalityMismatch},
		"a wrong check digit":           {"1000000000", "SA", "1990-05-01", contract.FailIDChecksum},
		"nine digits":                   {"100000000", "SA", "1990-05-01", contract.FailIDChecksum},
		"born tomorrow":                 {"1000000008", "SA", "2026-11-21", contract.FailBirthDateInvalid},
		"no such day":                   {"1000000008", "SA", "1990-02-30", contract.FailBirthDateInvalid},
		"eighteen tomorrow":             {"1000000008", "SA", "2008-11-21", contract.FailUnderage},
		"eighteen today":                {"1000000008", "SA", "2008-11-20", ""},
		"older than any person":         {"1000000008", "SA", "1890-01-01", contract.FailBirthDateInvalid},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := identity.Validate(contract.EligibilityClaim{IDNumber: tt.id, Nationality: tt.nationality, BirthDate: tt.birth},
				identity.Rules{MinAge: 18, CheckChecksum: true}, today)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, string(tt.want))
		})
	}
}

func TestValidate_Checksum_IsOptional(t *testing.T) {
	claim := contract.EligibilityClaim{IDNumber: "1000000000", Nationality: "SA", BirthDate: "1990-05-01"}
	require.NoError(t, identity.Validate(claim, identity.Rules{MinAge: 18}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)))
}

func FuzzChecksumValid(f *testing.F) {
	f.Add("1000000008")
	f.Add("١٠٠٠٠٠٠٠٠٨")
	f.Fuzz(func(t *testing.T, id string) {
		if identity.ChecksumValid(id) {
			require.Len(t, id, 10)
		}
	})
}
