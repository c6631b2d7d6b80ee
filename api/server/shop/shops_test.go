package shop_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/dev/seed"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/shop"
)

// storesRig has the seeded stores and a clock that stands at a time in Riyadh.
func storesRig(t *testing.T, at time.Time, changes ...func(*server.Options)) *servertest.Rig {
	t.Helper()
	r := servertest.New(t, append(changes, func(o *server.Options) { o.Now = func() time.Time { return at } })...)
	for _, kind := range []string{"cities", "stores", "holidays"} {
		list, err := seed.Lists.ReadFile("lists/" + kind + ".csv")
		require.NoError(t, err)
		r.Import(kind, string(list))
	}
	return r
}

func inRiyadh(year int, month time.Month, day, hour int) time.Time {
	return time.Date(year, month, day, hour, 0, 0, 0, calendar.Riyadh)
}

func stores(r *servertest.Rig, query string, headers ...servertest.Header) gen.ListStoresAnswer {
	r.T.Helper()
	return servertest.Decoded[gen.ListStoresAnswer](r.T, r.Catalogue("/stores"+query, headers...))
}

func storeIDs(page gen.ListStoresAnswer) string {
	ids := make([]string, len(page.Items))
	for i, store := range page.Items {
		ids[i] = store.Id
	}
	return strings.Join(ids, " ")
}

func TestStores_List_HasTenAPage(t *testing.T) {
	r := storesRig(t, inRiyadh(2026, 11, 29, 11))
	first := stores(r, "")
	require.Greater(t, first.Total, 200)
	require.Equal(t, []int{1, 10, 10}, []int{first.Page, first.PerPage, len(first.Items)})
	require.GreaterOrEqual(t, len(first.Cities), 25)
	require.Nil(t, first.Places)
	seen := map[string]bool{}
	for page := 1; len(seen) < first.Total; page++ {
		for _, store := range stores(r, "?per_page=50&page="+string(rune('0'+page))).Items {
			require.False(t, seen[store.Id], store.Id)
			seen[store.Id] = true
			require.NotEmpty(t, store.Name+store.Address+store.Phone)
			require.Len(t, store.Hours, 7)
		}
	}
	require.Empty(t, stores(r, "?page=1000").Items)
	r.Exec("INSERT INTO settings (key, value) VALUES ('storesPerPage', '7')")
	fewer := storesRigAgain(r)
	require.Len(t, stores(fewer, "").Items, 7, "the setting decides the page size")
}

// storesRigAgain is a second server process with an empty cache.
func storesRigAgain(r *servertest.Rig) *servertest.Rig {
	again := servertest.On(r.T, r.URL, servertest.Ring(r.T), func(o *server.Options) { o.Now = r.Options.Now })
	return again
}

func TestStores_Filters_NarrowTheList(t *testing.T) {
	r := storesRig(t, inRiyadh(2026, 11, 29, 11))
	for query, want := range map[string]string{
		"?q=olaya&city=riyadh":                          "RUH-001",
		"?q=%D8%B9%D9%84%D9%8A%D8%A7&city=riyadh":       "RUH-001", // العليا without its article
		"?city=bisha":                                   "BHH-001 BHH-002 BHH-003",
		"?city=bisha&services=devices":                  "BHH-001",
		"?city=bisha&services=port-in,bill-payment":     "BHH-001 BHH-003",
		"?city=atlantis":                                "",
		"?q=Atlantis":                                   "",
		"?near=24.7114,46.6744&per_page=2":              "RUH-003 RUH-027",
		"?near=24.7114,46.6744&city=bisha&services=sim": "BHH-003 BHH-001 BHH-002",
	} {
		require.Equal(t, want, storeIDs(stores(r, query)), query)
	}
	english, arabic := stores(r, "?city=bisha", servertest.Header{"Accept-Language": "en"}).Items[0], stores(r, "?city=bisha", servertest.Header{"Accept-Language": "ar"}).Items[0]
	require.Equal(t, []string{"Al Rawshan", "Bisha", "King Faisal Road, Al Rawshan", "0172345624"}, []string{english.Name, english.CityName, english.Address, english.Phone})
	require.Equal(t, []string{"الروشن", "بيشة", "طريق الملك فيصل، حي الروشن"}, []string{arabic.Name, arabic.CityName, arabic.Address})
	near := stores(r, "?near=24.7114,46.6744&per_page=1&places=true")
	require.Zero(t, *near.Items[0].Distance)
	require.Len(t, *near.Places, near.Total, "a map shows all that match")
}

func TestStores_OpenNow_UsesRiyadhTime(t *testing.T) {
	for name, tt := range map[string]struct {
		at      time.Time
		open    bool
		change  time.Time
		ramadan bool
		holiday string
	}{
		"a morning":          {inRiyadh(2026, 11, 29, 11), true, inRiyadh(2026, 11, 29, 12), false, ""},
		"at noon it closes":  {inRiyadh(2026, 11, 29, 12), false, inRiyadh(2026, 11, 29, 16), false, ""},
		"Friday morning":     {inRiyadh(2026, 11, 27, 11), false, inRiyadh(2026, 11, 27, 16).Add(30 * time.Minute), false, ""},
		"a night of Ramadan": {inRiyadh(2027, 2, 17, 1), true, inRiyadh(2027, 2, 17, 1).Add(30 * time.Minute), true, ""},
		"the first of Eid":   {inRiyadh(2027, 3, 9, 17), true, inRiyadh(2027, 3, 9, 22), false, "Eid al-Fitr"},
	} {
		t.Run(name, func(t *testing.T) {
			r := storesRig(t, tt.at.UTC())
			store := servertest.Decoded[gen.GetStoreAnswer](t, r.Catalogue("/stores/BHH-002")).Data
			require.Equal(t, tt.open, store.Open)
			require.WithinDuration(t, tt.change, *store.ChangesAt, 0)
			page := stores(r, "?city=bisha&open_now=true")
			require.Equal(t, tt.open, strings.Contains(storeIDs(page), "BHH-002"))
			require.Equal(t, tt.ramadan, page.Ramadan)
			require.Equal(t, tt.holiday, value(page.Holiday))
			airport := servertest.Decoded[gen.GetStoreAnswer](t, r.Catalogue("/stores/DMM-015")).Data
			require.True(t, airport.Open)
			require.Nil(t, airport.ChangesAt, "the shop is always open")
		})
	}
}

func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

func TestStores_SameETag_Returns304(t *testing.T) {
	r := storesRig(t, inRiyadh(2026, 11, 29, 11))
	first := r.Catalogue("/stores?city=abha")
	require.Equal(t, http.StatusNotModified, r.Call(http.MethodGet, "/api/stores?city=abha", "", servertest.Header{"If-None-Match": first.Header.Get("ETag")}).StatusCode)
}

func TestStores_BadFilter_IsRefused(t *testing.T) {
	r := storesRig(t, inRiyadh(2026, 11, 29, 11))
	for _, query := range []string{
		"page=0", "page=1001", "page=x", "per_page=0", "per_page=51", "city=../riyadh", "services=haircut", "open_now=perhaps", "near=24.7", "near=91,46",
		"near=24.7,181", "near=NaN,46", "q=" + strings.Repeat("a", 101), "places=2", "sort=x",
	} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/stores?"+query, ""), contract.FailValidation)
	}
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/stores/RUH-999", ""), contract.FailStoreUnknown)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/stores/a%20b", ""), contract.FailValidation)
	far := servertest.Decoded[gen.GetStoreAnswer](t, r.Catalogue("/stores/BHH-001?near=20.0050,42.6000")).Data
	require.Zero(t, *far.Distance)
}

func TestStores_Seed_LiesInItsCity(t *testing.T) {
	r := storesRig(t, inRiyadh(2026, 11, 29, 11))
	all, err := r.Store.Stores.All(t.Context())
	require.NoError(t, err)
	for _, store := range all {
		require.NotNil(t, store.City.Middle, store.City.Key)
		require.Less(t, shop.Metres(*store.City.Middle, store.Place), 45_000, store.ID)
		require.Regexp(t, `^(01[1-7]\d{7}|9200\d{5})$`, store.Phone)
	}
}
