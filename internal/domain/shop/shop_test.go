package shop_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/openinghours"
	"selfcare/internal/domain/shop"
)

var (
	riyadh = shop.City{Key: "riyadh", NameEn: "Riyadh", NameAr: "الرياض"}
	jeddah = shop.City{Key: "jeddah", NameEn: "Jeddah", NameAr: "جدة"}
	sunday = time.Date(2026, 11, 29, 10, 0, 0, 0, calendar.Riyadh)
)

func directory(t *testing.T) *shop.Directory {
	t.Helper()
	morning, err := openinghours.Parse("sun-thu 09:00-12:00")
	require.NoError(t, err)
	evening, err := openinghours.Parse("sun-thu 16:00-22:00")
	require.NoError(t, err)
	store := func(id string, city shop.City, en, ar string, at shop.Place, hours openinghours.Week, services ...string) shop.Store {
		return shop.Store{
			ID: id, City: city, NameEn: en, NameAr: ar, AddressEn: "King Fahd Road", AddressAr: "طريق الملك فهد",
			Place: at, Hours: openinghours.Hours{Year: hours}, Services: services,
		}
	}
	return shop.NewDirectory([]shop.Store{
		store("RUH-1", riyadh, "Olaya", "العليا", shop.Place{Latitude: 24.6949, Longitude: 46.6853}, morning, "sim", "esim"),
		store("RUH-2", riyadh, "Granada Mall", "غرناطة مول", shop.Place{Latitude: 24.7812, Longitude: 46.7302}, evening, "sim"),
		store("JED-1", jeddah, "Al Hamra", "الحمراء", shop.Place{Latitude: 21.5292, Longitude: 39.1611}, morning, "esim", "port-in"),
	})
}

func TestFind_EachFilter_Narrows(t *testing.T) {
	tests := map[string]struct {
		q    shop.Query
		want []string
	}{
		"nothing wanted: as they are listed":   {shop.Query{}, []string{"RUH-1", "RUH-2", "JED-1"}},
		"a city":                               {shop.Query{City: "riyadh"}, []string{"RUH-1", "RUH-2"}},
		"a city without a store":               {shop.Query{City: "abha"}, []string{}},
		"a service":                            {shop.Query{Services: []string{"esim"}}, []string{"RUH-1", "JED-1"}},
		"services are all wanted":              {shop.Query{Services: []string{"esim", "port-in"}}, []string{"JED-1"}},
		"open now":                             {shop.Query{OpenNow: true}, []string{"RUH-1", "JED-1"}},
		"everything at once":                   {shop.Query{OpenNow: true, City: "riyadh", Services: []string{"esim"}, Text: "olaya"}, []string{"RUH-1"}},
		"a name":                               {shop.Query{Text: "olaya"}, []string{"RUH-1"}},
		"a mistyped name":                      {shop.Query{Text: "granda mal"}, []string{"RUH-2"}},
		"a name in Arabic without its article": {shop.Query{Text: "عليا"}, []string{"RUH-1"}},
		"Arabic written otherwise":             {shop.Query{Text: "غرناطه"}, []string{"RUH-2"}},
		"Arabic with its vowels":               {shop.Query{Text: "الحَمْرَاء"}, []string{"JED-1"}},
		"the name of a city":                   {shop.Query{Text: "جده"}, []string{"JED-1"}},
		"a city with a letter of Urdu":         {shop.Query{Text: "جدہ"}, []string{"JED-1"}},
		"a city with a mark in it":             {shop.Query{Text: "جـ\u200cدة\u200f"}, []string{"JED-1"}},
		"an address":                           {shop.Query{Text: "King Fahd"}, []string{"RUH-1", "RUH-2", "JED-1"}},
		"words of nowhere":                     {shop.Query{Text: "Atlantis"}, []string{}},
		"signs alone are no words":             {shop.Query{Text: " ؟!"}, []string{"RUH-1", "RUH-2", "JED-1"}},
		"the nearest first":                    {shop.Query{Near: &shop.Place{Latitude: 24.78, Longitude: 46.73}}, []string{"RUH-2", "RUH-1", "JED-1"}},
		"the nearest of those that are wanted": {shop.Query{Near: &shop.Place{Latitude: 24.78, Longitude: 46.73}, Services: []string{"esim"}}, []string{"RUH-1", "JED-1"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			ids := []string{}
			for _, found := range directory(t).Find(tt.q, sunday) {
				ids = append(ids, found.ID)
				require.Equal(t, tt.q.Near == nil, found.Metres == nil)
			}
			require.Equal(t, tt.want, ids)
		})
	}
}

func TestStore_ByID_HasItsHours(t *testing.T) {
	found, ok := directory(t).Store("RUH-2", sunday)
	require.True(t, ok)
	require.False(t, found.State.Open)
	require.WithinDuration(t, time.Date(2026, 11, 29, 16, 0, 0, 0, calendar.Riyadh), found.State.Change, 0)
	_, ok = directory(t).Store("RUH-9", sunday)
	require.False(t, ok)
}

func TestDirectory_Filters_AreOffered(t *testing.T) {
	require.Equal(t, []shop.InCity{{City: riyadh, Stores: 2}, {City: jeddah, Stores: 1}}, directory(t).Cities())
	require.Equal(t, []string{"sim", "esim", "port-in"}, directory(t).Offered())
}

func TestMetres_StraightLine_IsExact(t *testing.T) {
	kingdomCentre, kaaba := shop.Place{Latitude: 24.7114, Longitude: 46.6744}, shop.Place{Latitude: 21.4225, Longitude: 39.8262}
	require.Zero(t, shop.Metres(kaaba, kaaba))
	require.InDelta(t, 790_000, shop.Metres(kingdomCentre, kaaba), 5_000)
	require.Equal(t, shop.Metres(kaaba, kingdomCentre), shop.Metres(kingdomCentre, kaaba))
	require.InDelta(t, 20_015_000, shop.Metres(shop.Place{}, shop.Place{Longitude: 180}), 1_000)
}
