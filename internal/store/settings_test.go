package store_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/store"
	"selfcare/internal/store/storetest"
)

func TestChangeSettings_Null_RestoresDefault(t *testing.T) {
	_, s := storetest.Database(t)
	for _, hold := range []time.Duration{5 * time.Minute, 20 * time.Second} {
		require.NoError(t, s.Settings.Change(ctx, map[string]json.RawMessage{"holdFor": []byte(`"` + hold.String() + `"`)}))
		settings, err := s.Settings.Get(ctx)
		require.NoError(t, err)
		require.Equal(t, hold, settings.HoldFor)
	}
	require.NoError(t, s.Settings.Change(ctx, map[string]json.RawMessage{"holdFor": []byte("null")}))
	settings, err := s.Settings.Get(ctx)
	require.NoError(t, err)
	require.Equal(t, store.DefaultSettings(), settings)
}

func TestChangeSettings_OneInvalid_ChangesNone(t *testing.T) {
	for name, wrong := range map[string]map[string]json.RawMessage{
		"an inconsistent value": {"maxExtensions": []byte("2"), "holdFor": []byte(`"2h"`)},
		"an unknown key":        {"maxExtensions": []byte("2"), "holdForr": []byte(`"5m"`)},
		"no JSON":               {"maxExtensions": []byte("2"), "holdFor": []byte("5m")},
	} {
		t.Run(name, func(t *testing.T) {
			_, s := storetest.Database(t)
			require.Error(t, s.Settings.Change(ctx, wrong))
			settings, err := s.Settings.Get(ctx)
			require.NoError(t, err)
			require.Equal(t, store.DefaultSettings(), settings)
		})
	}
}
