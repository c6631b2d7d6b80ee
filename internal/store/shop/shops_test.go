package shop_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func TestAll_Order_IsThatOfTheCities(t *testing.T) {
	db, s := storetest.Database(t)
	storetest.Exec(t, db, `INSERT INTO cities (key, name_en, name_ar, position, latitude, longitude) VALUES
		('abha', 'Abha', 'أبها', 2, 18.2, 42.5), ('riyadh', 'Riyadh', 'الرياض', 1, NULL, NULL)
		ON CONFLICT (key) DO UPDATE SET position = EXCLUDED.position, latitude = EXCLUDED.latitude, longitude = EXCLUDED.longitude`)
	storetest.Exec(t, db, `INSERT INTO stores (id, city, name_en, name_ar, address_en, address_ar, phone, hours, ramadan_hours, latitude, longitude, services)
		SELECT id, city, id, id, 'x', 'x', '920000000', '{}', '{}', latitude, longitude, '{esim}' FROM (VALUES
		('s-2', 'riyadh', 24.7, 46.7), ('s-1', 'abha', 18.2, 42.5), ('s-0', 'riyadh', 24.6, 46.7)) AS s (id, city, latitude, longitude)`)
	all, err := s.Stores.All(ctx)
	require.NoError(t, err)
	var ids []string
	for _, store := range all {
		ids = append(ids, store.ID)
	}
	require.Equal(t, []string{"s-0", "s-2", "s-1"}, ids)
	require.Nil(t, all[0].City.Middle, "a city without a known middle")
	require.InDelta(t, 18.2, all[2].City.Middle.Latitude, 0.001)
	require.Equal(t, []string{"esim"}, all[0].Services)
}

func TestHoliday_Moment_IsDayInRiyadh(t *testing.T) {
	db, s := storetest.Database(t)
	storetest.Exec(t, db, "INSERT INTO holidays (day, name_en, name_ar) VALUES ('2026-11-20', 'Feast', 'عيد')")
	for name, tt := range map[string]struct {
		at   time.Time
		want string
	}{
		"the last second before": {time.Date(2026, 11, 19, 20, 59, 59, 0, time.UTC), ""},
		"midnight in Riyadh":     {time.Date(2026, 11, 19, 21, 0, 0, 0, time.UTC), "Feast"},
		"its last second":        {time.Date(2026, 11, 20, 20, 59, 59, 0, time.UTC), "Feast"},
		"the next midnight":      {time.Date(2026, 11, 20, 21, 0, 0, 0, time.UTC), ""},
	} {
		t.Run(name, func(t *testing.T) {
			en, _, err := s.Stores.Holiday(ctx, tt.at)
			require.NoError(t, err)
			require.Equal(t, tt.want, en)
		})
	}
}
