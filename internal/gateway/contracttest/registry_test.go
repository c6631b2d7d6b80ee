package contracttest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/identity"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/registry"
)

func TestRegistry_Lookup_FindsPerson(t *testing.T) {
	s := newStand(t)
	adapter, err := registry.NewHTTP(registry.Config{URL: s.url + "/registry", APIKey: s.keys.Registry}, nil, quiet())
	require.NoError(t, err)
	tests := map[string]struct {
		idNumber    string
		wantSIMs    int
		wantBlocked bool
		wantErr     error
	}{
		"ordinary citizen":   {idNumber: "1000000008"},
		"ordinary resident":  {idNumber: "2000000006"},
		"SIM limit reached":  {idNumber: "1000000123", wantSIMs: 10},
		"one below limit":    {idNumber: "2000000162", wantSIMs: 1},
		"blocked":            {idNumber: "1000000131", wantBlocked: true},
		"no match":           {idNumber: "1000000115", wantErr: gateway.ErrNotFound},
		"other birth date":   {idNumber: "1000000149", wantErr: gateway.ErrNotFound},
		"always unavailable": {idNumber: "1000000180", wantErr: gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := adapter.LookUp(t.Context(), born(tt.idNumber))
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.wantSIMs, got.SIMCount)
			require.Equal(t, tt.wantBlocked, got.Blocked)
			require.Equal(t, tt.wantErr == nil, got.FullNameEn != "" && got.FullNameAr != "")
		})
	}
}

func TestRegistry_TooSlow_IsAskedAgain(t *testing.T) {
	s := newStand(t)
	adapter, err := registry.NewHTTP(registry.Config{URL: s.url + "/registry", APIKey: s.keys.Registry, Timeout: time.Second}, nil, quiet())
	require.NoError(t, err)
	_, err = adapter.LookUp(t.Context(), born("1000000198"))
	require.ErrorIs(t, err, gateway.ErrRetry)
}

// born is the third of February 1991, in the calendar by which the registry knows the holder of an ID.
func born(idNumber string) registry.Query {
	if identity.Resident(idNumber) {
		return registry.Query{IDNumber: idNumber, BirthDate: "1991-02-03", Calendar: contract.CalendarGregorian}
	}
	return registry.Query{IDNumber: idNumber, BirthDate: "1411-07-19", Calendar: contract.CalendarHijri}
}

func TestRegistry_Citizen_KnownByHijriDateOnly(t *testing.T) {
	s := newStand(t)
	adapter, err := registry.NewHTTP(registry.Config{URL: s.url + "/registry", APIKey: s.keys.Registry}, nil, quiet())
	require.NoError(t, err)
	minor := registry.Query{IDNumber: "1000000149", BirthDate: "1433-06-14", Calendar: contract.CalendarHijri}
	_, err = adapter.LookUp(t.Context(), minor)
	require.NoError(t, err, "14 Jumada al-Thani 1433 is 5 May 2012")
	minor.BirthDate, minor.Calendar = "2012-05-05", contract.CalendarGregorian
	_, err = adapter.LookUp(t.Context(), minor)
	require.ErrorIs(t, err, gateway.ErrNotFound)
}

func TestRegistry_WrongKey_IsARefusal(t *testing.T) {
	adapter, err := registry.NewHTTP(registry.Config{URL: newStand(t).url + "/registry", APIKey: "wrong"}, nil, quiet())
	require.NoError(t, err)
	_, err = adapter.LookUp(t.Context(), born("1000000008"))
	requireRefusal(t, "unauthorised", err)
}
