package setting_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/store"
	"selfcare/internal/store/setting"
	"selfcare/internal/store/storetest"
)

func TestSettings_Unchanged_AreDefaults(t *testing.T) {
	db, s := storetest.Database(t)
	settings, err := s.Settings.Get(ctx)
	require.NoError(t, err)
	require.Equal(t, setting.Defaults(), settings)

	storetest.Exec(t, db, `INSERT INTO settings (key, value) VALUES ('holdFor', '"5m"'), ('deliveryFeeHome', '0'), ('partnerBrandHomeOnly', 'true')`)
	settings, err = store.New(db, testkit.Keys(t)).Settings.Get(ctx)
	require.NoError(t, err)
	require.Equal(t, 5*time.Minute, settings.HoldFor)
	require.Equal(t, 5*time.Minute, settings.ForOrder().HoldFor)
	require.Zero(t, settings.DeliveryFeeHome)
	require.True(t, settings.PartnerBrandHomeOnly)
	require.Equal(t, 15, settings.VATPercent)
	require.Eventually(t, func() bool {
		late, err := s.Settings.Get(ctx)
		return err == nil && late.HoldFor == settings.HoldFor
	}, time.Minute, 50*time.Millisecond, "who had read them before follows within a second")
}

func TestSettings_InvalidValue_NamesKey(t *testing.T) {
	for key, value := range map[string]string{
		"holdFor": `"2h"`, "identityTtl": `"soon"`, "maxExtensions": `-1`, "vatPercent": `101`, "minAge": `"18"`, "holdForr": `"5m"`, "deliveryFeeHome": `-5`,
	} {
		t.Run(key+"="+value, func(t *testing.T) {
			db, s := storetest.Database(t)
			storetest.Exec(t, db, "INSERT INTO settings (key, value) VALUES (?, ?::jsonb)", key, value)
			_, err := s.Settings.Get(ctx)
			require.ErrorContains(t, err, key)
		})
	}
}

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
	require.Equal(t, setting.Defaults(), settings)
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
			require.Equal(t, setting.Defaults(), settings)
		})
	}
}
