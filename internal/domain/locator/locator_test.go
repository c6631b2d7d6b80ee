package locator_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/locator"
	"selfcare/internal/domain/opening"
)

var (
	riyadh = locator.City{Key: "riyadh", NameEn: "Riyadh", NameAr: "الرياض"}
	jeddah = locator.City{Key: "jeddah", NameEn: "Jeddah", NameAr: "جدة"}
	sunday = time.Date(2026, 11, 29, 10, 0, 0, 0, calendar.Riyadh)
)

func directory(t *testing.T) *locator.Directory {
	t.Helper()
	morning, err := opening.Parse("sun-thu 09:00-12:00")
	require.NoError(t, err)
	evening, err := opening.Parse("sun-thu 16:00-22:00")
	require.NoError(t, err)
	store := func(id string, city locator.City, en, ar string, at locator.Place, hours opening.Week, services ...string) locator.Store {
		return locator.Store{
			ID: id, City: city, NameEn: en, NameAr: ar, AddressEn: "King Fahd Road", AddressAr: "طريق الملك فهد",
			Place: at, Hours: opening.Hours{Year: hours}, Services: services,
		}
	}
	return locator.NewDirectory([]locator.Store{
		store("RUH-1", riyadh, "Olaya", "العليا", locator.Place{Latitude: 24.6949, Longitude: 46.6853}, morning, "sim", "esim"),
		store("RUH-2", riyadh, "Granada Mall", "غرناطة مول", locator.Place{Latitude: 24.7812, Longitude: 46.7302}, evening, "sim"),
		store("JED-1", jeddah, "Al Hamra", "الحمراء", locator.Place{Latitude: 21.5292, Longitude: 39.1611}, morning, "esim", "port-in"),
	})
}

func TestFind_NarrowsByEachFilter(t *testing.T) {
	tests := map[string]struct {
		q    locator.Query
		want []string
	}{
		"nothing wanted: as they are listed":   {locator.Query{}, []string{"RUH-1", "RUH-2", "JED-1"}},
		"a city":                               {locator.Query{City: "riyadh"}, []string{"RUH-1", "RUH-2"}},
		"a city without a store":               {locator.Query{City: "abha"}, []string{}},
		"a service":                            {locator.Query{Services: []string{"esim"}}, []string{"RUH-1", "JED-1"}},
		"services are all wanted":              {locator.Query{Services: []string{"esim", "port-in"}}, []string{"JED-1"}},
		"open now":                             {locator.Query{OpenNow: true}, []string{"RUH-1", "JED-1"}},
		"everything at once":                   {locator.Query{OpenNow: true, City: "riyadh", Services: []string{"esim"}, Text: "olaya"}, []string{"RUH-1"}},
		"a name":                               {locator.Query{Text: "olaya"}, []string{"RUH-1"}},
		"a name that is mistyped":              {locator.Query{Text: "granda mal"}, []string{"RUH-2"}},
		"a name in Arabic without its article": {locator.Query{Text: "عليا"}, []string{"RUH-1"}},
		"Arabic written otherwise":             {locator.Query{Text: "غرناطه"}, []string{"RUH-2"}},
		"Arabic with its vowels":               {locator.Query{Text: "الحَمْرَاء"}, []string{"JED-1"}},
		"the name of a city":                   {locator.Query{Text: "جده"}, []string{"JED-1"}},
		"a city with a letter of Urdu":         {locator.Query{Text: "جدہ"}, []string{"JED-1"}},
		"a city with a mark in it":             {locator.Query{Text: "جـ\u200cدة\u200f"}, []string{"JED-1"}},
		"an address":                           {locator.Query{Text: "King Fahd"}, []string{"RUH-1", "RUH-2", "JED-1"}},
		"words of nowhere":                     {locator.Query{Text: "Atlantis"}, []string{}},
		"signs alone are no words":             {locator.Query{Text: " ؟!"}, []string{"RUH-1", "RUH-2", "JED-1"}},
		"the nearest first":                    {locator.Query{Near: &locator.Place{Latitude: 24.78, Longitude: 46.73}}, []string{"RUH-2", "RUH-1", "JED-1"}},
		"the nearest of those that are wanted": {locator.Query{Near: &locator.Place{Latitude: 24.78, Longitude: 46.73}, Services: []string{"esim"}}, []string{"RUH-1", "JED-1"}},
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

func TestStore_IsFoundByItsIdWithItsHours(t *testing.T) {
	found, ok := directory(t).Store("RUH-2", sunday)
	require.True(t, ok)
	require.False(t, found.State.Open)
	require.WithinDuration(t, time.Date(2026, 11, 29, 16, 0, 0, 0, calendar.Riyadh), found.State.Change, 0)
	_, ok = directory(t).Store("RUH-9", sunday)
	require.False(t, ok)
}

func TestDirectory_KnowsWhatToNarrowBy(t *testing.T) {
	require.Equal(t, []locator.InCity{{City: riyadh, Stores: 2}, {City: jeddah, Stores: 1}}, directory(t).Cities())
	require.Equal(t, []string{"sim", "esim", "port-in"}, directory(t).Offered())
}

func TestMetres_AreThoseOfABird(t *testing.T) {
	kingdomCentre, kaaba := locator.Place{Latitude: 24.7114, Longitude: 46.6744}, locator.Place{Latitude: 21.4225, Longitude: 39.8262}
	require.Zero(t, locator.Metres(kaaba, kaaba))
	require.InDelta(t, 790_000, locator.Metres(kingdomCentre, kaaba), 5_000)
	require.Equal(t, locator.Metres(kaaba, kingdomCentre), locator.Metres(kingdomCentre, kaaba))
	require.InDelta(t, 20_015_000, locator.Metres(locator.Place{}, locator.Place{Longitude: 180}), 1_000)
}
