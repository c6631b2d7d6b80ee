package contracttest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/registry"
)

func TestRegistry_Lookup(t *testing.T) {
	s := newStand(t)
	adapter, err := registry.NewHTTP(registry.Config{URL: s.url + "/registry", APIKey: s.keys.Registry, Timeout: callTimeout}, nil, quiet())
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
		"too slow":           {idNumber: "1000000198", wantErr: gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := adapter.Lookup(t.Context(), tt.idNumber, "1991-02-03")
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.wantSIMs, got.SIMCount)
			require.Equal(t, tt.wantBlocked, got.Blocked)
			require.Equal(t, tt.wantErr == nil, got.FullNameEn != "" && got.FullNameAr != "")
		})
	}
}

func TestRegistry_WrongKeyIsARefusal(t *testing.T) {
	adapter, err := registry.NewHTTP(registry.Config{URL: newStand(t).url + "/registry", APIKey: "wrong"}, nil, quiet())
	require.NoError(t, err)
	_, err = adapter.Lookup(t.Context(), "1000000008", "1991-02-03")
	requireRefusal(t, "unauthorised", err)
}
