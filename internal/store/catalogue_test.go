package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

func TestCity(t *testing.T) {
	s := testkit.Seeded(t)
	city, err := s.Catalogue.City(ctx, "makkah")
	require.NoError(t, err)
	require.Equal(t, store.City{Key: "makkah", NameEn: "Makkah", NameAr: "مكة المكرمة"}, city)
	_, err = s.Catalogue.City(ctx, "atlantis")
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}

func TestReplaceBranches_Result_IsTheNewList(t *testing.T) {
	s := testkit.Store(t)
	olaya := store.Branch{ID: "RUH-01", City: "riyadh", NameEn: "Olaya", NameAr: "العليا", AddressEn: "Olaya Street", AddressAr: "شارع العليا", HoursEn: "9–22", HoursAr: "9–22", Latitude: 24.69, Longitude: 46.68}
	corniche := store.Branch{ID: "JED-01", City: "jeddah", NameEn: "Corniche"}
	require.NoError(t, s.Catalogue.ReplaceBranches(ctx, []store.Branch{olaya, corniche}))
	olaya.HoursEn = "10–23"
	require.NoError(t, s.Catalogue.ReplaceBranches(ctx, []store.Branch{olaya}))

	all, err := s.Catalogue.Branches(ctx, "")
	require.NoError(t, err)
	require.Equal(t, []store.Branch{olaya}, all)
	elsewhere, err := s.Catalogue.Branches(ctx, "jeddah")
	require.NoError(t, err)
	require.Empty(t, elsewhere)
	one, err := s.Catalogue.Branch(ctx, "RUH-01")
	require.NoError(t, err)
	require.Equal(t, olaya, one)
	_, err = s.Catalogue.Branch(ctx, "JED-01")
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	require.ErrorIs(t, s.Catalogue.ReplaceBranches(ctx, nil), storeerrors.ErrConflict, "an empty list is a fault of the courier's")
}

func TestSettings_Unchanged_AreDefaults(t *testing.T) {
	db, s := storetest.Database(t)
	settings, err := s.Settings.Get(ctx)
	require.NoError(t, err)
	require.Equal(t, store.DefaultSettings(), settings)

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

func TestSettings_InvalidValue_NamesTheKey(t *testing.T) {
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
