package server_test

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/internal/contract"
	"selfcare/internal/domain/site"
	"selfcare/internal/store"
)

//go:embed testdata/site.yaml
var siteFile string

// forgetful remembers nothing within the process, so that a test sees what Redis and Postgres say.
func forgetful(o *server.Options) { o.CacheFor = time.Nanosecond }

// withSite has two plans on sale and the content of the file in force.
func withSite(t *testing.T, changes ...func(*server.Options)) *rig {
	t.Helper()
	r := newRig(t, changes...)
	r.exec("INSERT INTO plan_categories (key, name_en, name_ar, position) VALUES ('all', 'All', 'الكل', 0)")
	for _, plan := range []string{"hawakom-90", "basic-25"} {
		r.exec(`
			INSERT INTO plans (id, external_id, name_en, name_ar, description_en, price, subscription_type, category, validity_days, position)
			VALUES (?0, upper(?0), 'Plan', 'باقة', 'A month', 9000, 'prepaid', 'all', 30, 1)`, plan)
	}
	require.NoError(t, r.store.Site.Load(t.Context(), store.SiteFile{Source: "test", By: "tester", File: siteFile}))
	return r
}

func (r *rig) bulk(language string) gen.BulkConfiguration {
	r.t.Helper()
	got := r.call(http.MethodGet, "/api/configuration/bulk-initialize", "", header{"Accept-Language": language})
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[gen.BulkConfiguration](r.t, got)
}

func TestBulkInitialize_HasAllThatTheSiteNeedsInItsLanguage(t *testing.T) {
	r := withSite(t)
	start := time.Date(2026, 11, 20, 22, 0, 0, 0, time.UTC)
	require.NoError(t, r.store.Site.SetMaintenance(t.Context(), &site.Window{Start: start, End: start.Add(time.Hour)}))
	english, arabic := r.bulk("en"), r.bulk("ar")

	require.Equal(t, "Terms", english.MainMenu.Items[0].Title)
	require.Equal(t, "/en/terms", *english.MainMenu.Items[0].Path)
	require.Equal(t, "الشروط", arabic.MainMenu.Items[0].Title)
	require.Equal(t, "/ar/الشروط", *arabic.MainMenu.Items[0].Path)
	require.Equal(t, "roaming", *english.MainMenu.Items[1].Permission, "as the table of permissions says")
	require.Nil(t, english.MainMenu.Items[1].Path)
	require.Equal(t, "https://roaming.example/", *english.MainMenu.Items[1].Children[0].Path)
	require.Empty(t, english.FooterMenu.Items)
	require.Equal(t, "footer-last", english.FooterLast.Slug)

	require.Equal(t, gen.Translation{"home:title": "Good day"}, english.Translation)
	require.Equal(t, gen.Translation{"home:title": "طاب يومك"}, arabic.Translation)
	require.Equal(t, "/ar/الشروط", arabic.Homepage.Sliders[0].Url)
	require.Equal(t, "/slides/welcome.svg", *arabic.Homepage.Sliders[0].Image)
	require.Equal(t, "Plans", english.Homepage.Sections[0].Title)
	image := "/packages/90.svg"
	require.Equal(t, []gen.Package{
		{Id: "hawakom-90", DesktopImage: &image, Url: "/en/?package=hawakom-90", Title: "Plan", Details: "A month", Price: 9000},
		{Id: "basic-25", Url: "https://offers.example/", Title: "Plan", Details: "A month", Price: 9000},
	}, english.Packages)

	require.Equal(t, &gen.MaintenanceSchedule{StartDate: start, EndDate: start.Add(time.Hour), Title: "Back soon", Text: "We are at work"}, english.MaintenanceSchedule)
	require.Equal(t, "نعود قريبًا", arabic.MaintenanceSchedule.Title)
	require.Equal(t, "Happy Eid", english.PopupNotification.Title)
	require.Equal(t, time.Date(2026, 10, 31, 21, 0, 0, 0, time.UTC), english.PopupNotification.StartDate)
	require.Equal(t, "2.1.0 1.4.0", english.Updates.Optional+" "+english.Updates.Forced)
	require.Equal(t, "/ar/terms", arabic.Settings.TermsUrl)
}

// APP-1: clients read the keys whether or not there is something to say.
func TestBulkInitialize_NamesWhatIsNotSetToo(t *testing.T) {
	r := withSite(t)
	before, rest, _ := strings.Cut(siteFile, "popup:")
	_, after, _ := strings.Cut(rest, "updates:")
	require.NoError(t, r.store.Site.Load(t.Context(), store.SiteFile{Source: "test", By: "tester", File: before + "updates:" + after}))
	parts := decoded[map[string]json.RawMessage](t, r.call(http.MethodGet, "/api/configuration/bulk-initialize", ""))
	require.Equal(t, "null", string(parts["maintenanceSchedule"]))
	require.Equal(t, "null", string(parts["popupNotification"]))
	for _, part := range []string{"routes", "settings", "translation", "packages", "mainMenu", "footerMenu", "footerLast", "homepage"} {
		require.NotEqual(t, "null", string(parts[part]), part)
	}
}

func TestRoutes_HaveTheLayoutAndThePermissionOfTheirKey(t *testing.T) {
	english := withSite(t).bulk("en")
	routes := map[string]gen.WebsiteRoute{}
	for _, route := range english.Routes {
		routes[route.Key] = route
	}
	require.Len(t, routes, 14)
	require.Equal(t, gen.WebsiteRoute{Key: "home", Template: "home", Layout: "default"}, routes["home"])
	require.Equal(t, "maintenence", routes["maintenance"].RewriteUrl)
	require.EqualValues(t, "dashboard", routes["dashboard"].Layout)
	require.True(t, routes["dashboard"].RequiresSignIn)
	require.EqualValues(t, "footer-only", routes["payinvoice"].Layout)
	require.EqualValues(t, "plain", routes["hawakom-faq"].Layout)
	require.Equal(t, "credit_transfer", *routes["transfer"].Permission, "as the table of permissions says")
	require.Equal(t, "history", *routes["orders"].Permission, "as the file says")
	require.Nil(t, routes["login"].Permission)
}

// The specification's constants (§9), and what else the pages go by.
func TestSettings_AreTheFiguresOfTheSpecificationUntilChanged(t *testing.T) {
	r := withSite(t, forgetful)
	got := r.bulk("en").Settings
	require.Equal(t, []int{50, 10, 10, 10, 10, 10, 5}, []int{
		got.HistoryTransactionsPerPage, got.PlansPerPage, got.BundlesPerPage, got.OffersPerPage, got.SearchPerPage, got.StoresPerPage, got.VasPerPage,
	})
	require.Equal(t, []int{60_000, 5_000, 120_000, 250}, []int{got.MaintenanceCheckMs, got.CarouselMs, got.ChunkLoadTimeoutMs, got.OutboundLinkFallbackMs})
	require.Equal(t, []int{50, 250, 10, 3, 5, 30, 15, 5}, []int{
		got.CreditTransferMaxPercent, got.DataTransferMinMb, got.RechargesForBonus, got.PortInWorkingDays, got.PlanSwitchMinutes,
		got.BundleValidityDays, got.VatPercent, got.MaxSubAccounts,
	})
	require.Equal(t, []int64{100, 2500, 1000}, []int64{got.CreditTransferMin, got.ReferralReward, got.MultisimMonthlyFee})
	require.Equal(t, []string{"057", ""}, []string{got.OperatorPrefix, got.SupportPhone}, "no number of support is made up")

	change := map[string]json.RawMessage{"max_allowed_multisim": []byte("2"), "maintenanceCheck": []byte(`"15s"`), "supportPhone": []byte(`"920000000"`), "cardCheck": []byte("200")}
	require.NoError(t, r.store.Settings.Change(t.Context(), change))
	changed := r.bulk("en").Settings
	require.Equal(t, 2, changed.MaxAllowedMultisim)
	require.Equal(t, 15_000, changed.MaintenanceCheckMs)
	require.Equal(t, "920000000", changed.SupportPhone)
	require.EqualValues(t, 200, changed.CardCheck)
	require.Equal(t, []gen.PayWay{"card", "saved-card", "apple-pay", "stc-pay"}, changed.PayWays)
	app := r.call(http.MethodGet, "/api/configuration/app", "")
	require.Equal(t, changed, decoded[gen.AppConfiguration](t, app))
}

// The browser starts without menus and pages at the code -15 alone (specification §8).
func TestBulkConfiguration_NoContent_SaysCode15(t *testing.T) {
	r := newRig(t)
	got := r.call(http.MethodGet, "/api/configuration/bulk-initialize", "")
	requireRefused(t, got, contract.FailSiteContentAway)
	require.Equal(t, -15, int(decoded[gen.Problem](t, got).Code))

	broken := withSite(t)
	broken.exec("UPDATE site_contents SET file = '{'")
	requireRefused(t, broken.call(http.MethodGet, "/api/configuration/bulk-initialize", ""), contract.FailSiteContentAway)
}

func TestSettings_ThatCannotBeMeantAreNoAnswer(t *testing.T) {
	r := withSite(t)
	_, err := r.db.NewRaw(`INSERT INTO settings (key, value) VALUES ('vasPerPage', '0')`).Exec(t.Context())
	require.NoError(t, err)
	requireRefused(t, r.call(http.MethodGet, "/api/configuration/bulk-initialize", ""), contract.FailInternal)
	requireRefused(t, r.call(http.MethodGet, "/api/configuration/app", ""), contract.FailInternal)
}

// sitePaths are all calls for the content of the site; a browser may keep each answer as long as it is still the same.
var sitePaths = []string{
	"/api/configuration/bulk-initialize", "/api/configuration/app", "/api/configuration/translation",
	"/api/configuration/website_routes", "/api/content/menu/main-menu", "/api/content/slider/homepage",
}

func TestEachPartAlone_IsTheSameAsInBulk(t *testing.T) {
	r := withSite(t)
	for _, language := range []string{"en", "ar"} {
		bulk := r.bulk(language)
		want := map[string]any{
			"/api/configuration/bulk-initialize": bulk,
			"/api/configuration/app":             bulk.Settings,
			"/api/configuration/translation":     bulk.Translation,
			"/api/configuration/website_routes":  gen.WebsiteRoutes{Items: bulk.Routes},
			"/api/content/menu/main-menu":        bulk.MainMenu,
			"/api/content/slider/homepage":       gen.Slider{Name: "homepage", Items: bulk.Homepage.Sliders},
		}
		for _, path := range sitePaths {
			part, err := json.Marshal(want[path])
			require.NoError(t, err)
			require.JSONEq(t, string(part), string(r.call(http.MethodGet, path, "", header{"Accept-Language": language}).body), path)
			require.JSONEq(t, string(part), string(r.call(http.MethodGet, path+"?language="+language, "", header{"Accept-Language": "ur"}).body), path)
		}
	}
	require.JSONEq(t, `{"slug":"footer-menu","items":[]}`, string(r.call(http.MethodGet, "/api/content/menu/footer-menu", "").body))
}

func TestContentOfTheSite_MayBeKeptUntilItChanges(t *testing.T) {
	r := withSite(t)
	for _, path := range sitePaths {
		first := r.call(http.MethodGet, path, "")
		require.Equal(t, "no-cache", first.Header.Get("Cache-Control"), path)
		require.Contains(t, first.Header.Get("Vary"), "Accept-Language", path)
		again := r.call(http.MethodGet, path, "", header{"If-None-Match": first.Header.Get("ETag")})
		require.Equal(t, http.StatusNotModified, again.StatusCode, path)
		require.Empty(t, again.body, path)
	}
}

func TestContentOfTheSite_RefusesWhatIsNotThere(t *testing.T) {
	r := withSite(t)
	for _, path := range []string{"/api/content/menu/side-menu", "/api/content/menu/Main%20Menu", "/api/content/slider/summer", "/api/content/slider/..%2F"} {
		requireRefused(t, r.call(http.MethodGet, path, ""), contract.FailNotFound)
	}
	for _, path := range sitePaths {
		requireRefused(t, r.call(http.MethodGet, path+"?language=ur", ""), contract.FailValidation)
		requireRefused(t, r.call(http.MethodGet, path, "", header{"X-Api-Version": "v9"}), contract.FailVersion)
	}
}

func TestContentOfTheSite_IsReadFromRedisUntilItIsDropped(t *testing.T) {
	r := withSite(t, forgetful)
	require.Equal(t, "Good day", r.bulk("en").Translation["home:title"])
	require.NoError(t, r.store.Site.Load(t.Context(), store.SiteFile{Source: "test", By: "tester", File: strings.ReplaceAll(siteFile, "Good day", "Good night")}))
	require.Equal(t, "Good day", r.bulk("en").Translation["home:title"])
	require.NoError(t, r.cache.DropSite(t.Context()))
	require.Equal(t, "Good night", r.bulk("en").Translation["home:title"])

	_, err := r.db.NewRaw("DELETE FROM site_contents").Exec(t.Context())
	require.NoError(t, err)
	require.Equal(t, "Good night", r.bulk("en").Translation["home:title"], "kept in Redis")
}

func TestContentOfTheSite_IsThereWithoutRedis(t *testing.T) {
	r := withSite(t, forgetful)
	r.redis.Close()
	require.Equal(t, "Good day", r.bulk("en").Translation["home:title"])
	require.NoError(t, r.store.Site.Load(t.Context(), store.SiteFile{Source: "test", By: "tester", File: strings.ReplaceAll(siteFile, "Good day", "Good night")}))
	require.Equal(t, "Good night", r.bulk("en").Translation["home:title"])
}

func TestContentOfTheSite_ABrokenCopyInRedisIsNotBelieved(t *testing.T) {
	r := withSite(t, forgetful)
	require.NoError(t, r.redis.Set("site:0", "{"))
	require.Equal(t, "Good day", r.bulk("en").Translation["home:title"])
}

func TestAPlanNoLongerOnSale_IsNoLongerOffered(t *testing.T) {
	r := withSite(t)
	_, err := r.db.NewRaw("UPDATE plans SET on_sale = false WHERE id = 'hawakom-90'").Exec(t.Context())
	require.NoError(t, err)
	packages := r.bulk("en").Packages
	require.Len(t, packages, 1)
	require.Equal(t, "basic-25", packages[0].Id)
}

func TestBeforeAnyContentIsLoaded_CallersAreToldToComeBack(t *testing.T) {
	r := newRig(t)
	for _, path := range sitePaths {
		if path == "/api/configuration/app" {
			continue // settings have defaults
		}
		want := contract.FailUnavailable
		if path == "/api/configuration/bulk-initialize" {
			want = contract.FailSiteContentAway
		}
		got := r.call(http.MethodGet, path, "")
		requireRefused(t, got, want)
		require.NotEmpty(t, got.Header.Get("Retry-After"))
	}
}
