package catalogue_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/store/catalogue"
	storeerrors "selfcare/internal/store/errors"
)

var ctx = context.Background()

func TestCity(t *testing.T) {
	s := testkit.Seeded(t)
	city, err := s.Catalogue.City(ctx, "makkah")
	require.NoError(t, err)
	require.Equal(t, catalogue.City{Key: "makkah", NameEn: "Makkah", NameAr: "مكة المكرمة"}, city)
	_, err = s.Catalogue.City(ctx, "atlantis")
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}

func TestReplaceBranches_Result_IsTheNewList(t *testing.T) {
	s := testkit.Store(t)
	olaya := catalogue.Branch{ID: "RUH-01", City: "riyadh", NameEn: "Olaya", NameAr: "العليا", AddressEn: "Olaya Street", AddressAr: "شارع العليا", HoursEn: "9–22", HoursAr: "9–22", Latitude: 24.69, Longitude: 46.68}
	corniche := catalogue.Branch{ID: "JED-01", City: "jeddah", NameEn: "Corniche"}
	require.NoError(t, s.Catalogue.ReplaceBranches(ctx, []catalogue.Branch{olaya, corniche}))
	olaya.HoursEn = "10–23"
	require.NoError(t, s.Catalogue.ReplaceBranches(ctx, []catalogue.Branch{olaya}))

	all, err := s.Catalogue.Branches(ctx, "")
	require.NoError(t, err)
	require.Equal(t, []catalogue.Branch{olaya}, all)
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
