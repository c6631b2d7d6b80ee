package site_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/site"
	sitestore "selfcare/internal/store/site"
)

func TestBulkInitialize_Site_HasAllItNeeds(t *testing.T) {
	r := servertest.WithSite(t)
	start := time.Date(2026, 11, 20, 22, 0, 0, 0, time.UTC)
	require.NoError(t, r.Store.Site.SetMaintenance(t.Context(), &site.Window{Start: start, End: start.Add(time.Hour)}))
	english, arabic := r.Bulk("en"), r.Bulk("ar")

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
	require.Equal(t, "/slides/welcome.svg", *arabic.Homepage.Sliders[0].DesktopImage)
	require.Equal(t, "/slides/welcome.svg", *arabic.Homepage.Sliders[0].PhoneImage, "phones show the picture for wide screens")
	require.Equal(t, "Plans", english.Homepage.Sections[0].Title)
	image := "/packages/90.svg"
	data := int64(1_024)
	onSale := gen.Package{
		Title: "Plan", Details: "A month", Price: 9000, Period: "every 30 days", SubscriptionType: "prepaid",
		Items: []gen.PlanItem{{Type: "data", Unit: "MB", Amount: &data, Label: "A gigabyte"}},
	}
	first, second := onSale, onSale
	first.Id, first.DesktopImage, first.Url = "hawakom-90", &image, "/en/?package=hawakom-90"
	second.Id, second.Url = "basic-25", "https://offers.example/"
	require.Equal(t, []gen.Package{first, second}, english.Packages)
	require.Equal(t, "جيجابايت", arabic.Packages[0].Items[0].Label)

	require.Equal(t, &gen.MaintenanceSchedule{StartDate: start, EndDate: start.Add(time.Hour), Title: "Back soon", Text: "We are at work"}, english.MaintenanceSchedule)
	require.Equal(t, "نعود قريبًا", arabic.MaintenanceSchedule.Title)
	require.Equal(t, "Happy Eid", english.PopupNotification.Title)
	require.Equal(t, time.Date(2026, 10, 31, 21, 0, 0, 0, time.UTC), english.PopupNotification.StartDate)
	require.Equal(t, "2.1.0 1.4.0", english.Updates.Optional+" "+english.Updates.Forced)
	require.Equal(t, "/ar/terms", arabic.Settings.TermsUrl)
}

// APP-1: clients read each key, so an unset value is still named.
func TestBulkInitialize_UnsetField_IsNamed(t *testing.T) {
	r := servertest.WithSite(t)
	before, rest, _ := strings.Cut(servertest.SiteFile, "popup:")
	_, after, _ := strings.Cut(rest, "updates:")
	require.NoError(t, r.Store.Site.Load(t.Context(), sitestore.File{Source: "test", By: "tester", File: before + "updates:" + after}))
	parts := servertest.Decoded[map[string]json.RawMessage](t, r.Call(http.MethodGet, "/api/configuration/bulk-initialize", ""))
	require.Equal(t, "null", string(parts["maintenanceSchedule"]))
	require.Equal(t, "null", string(parts["popupNotification"]))
	for _, part := range []string{"routes", "settings", "translation", "packages", "mainMenu", "footerMenu", "footerLast", "homepage"} {
		require.NotEqual(t, "null", string(parts[part]), part)
	}
}

func TestRoutes_Each_HasLayoutAndPermission(t *testing.T) {
	english := servertest.WithSite(t).Bulk("en")
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

// The constants of the specification (§9) and the other figures that pages use.
func TestSettings_Unchanged_AreTheSpec(t *testing.T) {
	r := servertest.WithSite(t, servertest.DisableCache)
	got := r.Bulk("en").Settings
	require.Equal(t, []int{50, 10, 10, 10, 10, 10, 5}, []int{
		got.HistoryTransactionsPerPage, got.PlansPerPage, got.BundlesPerPage, got.OffersPerPage, got.SearchPerPage, got.StoresPerPage, got.VasPerPage,
	})
	require.Equal(t, []int{60_000, 5_000, 120_000, 250}, []int{got.MaintenanceCheckMs, got.CarouselMs, got.ChunkLoadTimeoutMs, got.OutboundLinkFallbackMs})
	require.Equal(t, []int{50, 250, 10, 3, 5, 30, 15, 5}, []int{
		got.CreditTransferMaxPercent, got.DataTransferMinMb, got.RechargesForBonus, got.PortInWorkingDays, got.PlanSwitchMinutes,
		got.BundleValidityDays, got.VatPercent, got.MaxSubAccounts,
	})
	require.Equal(t, []int64{100, 2500, 1000}, []int64{got.CreditTransferMin, got.ReferralReward, got.MultisimMonthlyFee})
	require.Equal(t, []string{"057", ""}, []string{got.OperatorPrefix, got.SupportPhone}, "an unset hotline stays empty")

	change := map[string]json.RawMessage{"max_allowed_multisim": []byte("2"), "maintenanceCheck": []byte(`"15s"`), "supportPhone": []byte(`"920000000"`), "cardCheck": []byte("200")}
	require.NoError(t, r.Store.Settings.Change(t.Context(), change))
	changed := r.Bulk("en").Settings
	require.Equal(t, 2, changed.MaxAllowedMultisim)
	require.Equal(t, 15_000, changed.MaintenanceCheckMs)
	require.Equal(t, "920000000", changed.SupportPhone)
	require.EqualValues(t, 200, changed.CardCheck)
	require.Equal(t, []gen.PaymentMethod{"card", "saved-card", "apple-pay", "stc-pay"}, changed.PayWays)
	app := r.Call(http.MethodGet, "/api/configuration/app", "")
	require.Equal(t, changed, servertest.Decoded[gen.AppConfiguration](t, app))
}

// The browser starts without menus and pages only if it gets the code -15 (specification §8).
func TestBulkConfiguration_NoContent_SaysCode15(t *testing.T) {
	r := servertest.New(t)
	got := r.Call(http.MethodGet, "/api/configuration/bulk-initialize", "")
	servertest.RequireRefused(t, got, contract.FailSiteContentAway)
	require.Equal(t, -15, int(servertest.Decoded[gen.Problem](t, got).Code))

	broken := servertest.WithSite(t)
	broken.Exec("UPDATE site_contents SET file = '{'")
	servertest.RequireRefused(t, broken.Call(http.MethodGet, "/api/configuration/bulk-initialize", ""), contract.FailSiteContentAway)
}

func TestSettings_BadValue_IsNotAnswered(t *testing.T) {
	r := servertest.WithSite(t)
	_, err := r.DB.NewRaw(`INSERT INTO settings (key, value) VALUES ('vasPerPage', '0')`).Exec(t.Context())
	require.NoError(t, err)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/configuration/bulk-initialize", ""), contract.FailInternal)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/configuration/app", ""), contract.FailInternal)
}

// sitePaths lists all calls for site content; a browser may keep each answer until it changes.
var sitePaths = []string{
	"/api/configuration/bulk-initialize", "/api/configuration/app", "/api/configuration/translation",
	"/api/configuration/website_routes", "/api/content/menu/main-menu", "/api/content/slider/homepage",
}

func TestConfiguration_SinglePart_EqualsTheBulk(t *testing.T) {
	r := servertest.WithSite(t)
	for _, language := range []string{"en", "ar"} {
		bulk := r.Bulk(language)
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
			require.JSONEq(t, string(part), string(r.Call(http.MethodGet, path, "", servertest.Header{"Accept-Language": language}).Body), path)
			require.JSONEq(t, string(part), string(r.Call(http.MethodGet, path+"?language="+language, "", servertest.Header{"Accept-Language": "ur"}).Body), path)
		}
	}
	require.JSONEq(t, `{"slug":"footer-menu","items":[]}`, string(r.Call(http.MethodGet, "/api/content/menu/footer-menu", "").Body))
}

func TestSiteContent_Unchanged_Returns304(t *testing.T) {
	r := servertest.WithSite(t)
	for _, path := range sitePaths {
		first := r.Call(http.MethodGet, path, "")
		require.Equal(t, "no-cache", first.Header.Get("Cache-Control"), path)
		require.Contains(t, first.Header.Get("Vary"), "Accept-Language", path)
		again := r.Call(http.MethodGet, path, "", servertest.Header{"If-None-Match": first.Header.Get("ETag")})
		require.Equal(t, http.StatusNotModified, again.StatusCode, path)
		require.Empty(t, again.Body, path)
	}
}

func TestSiteContent_Unknown_IsNotFound(t *testing.T) {
	r := servertest.WithSite(t)
	for _, path := range []string{"/api/content/menu/side-menu", "/api/content/menu/Main%20Menu", "/api/content/slider/summer", "/api/content/slider/..%2F"} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, path, ""), contract.FailNotFound)
	}
	for _, path := range sitePaths {
		servertest.RequireRefused(t, r.Call(http.MethodGet, path+"?language=ur", ""), contract.FailValidation)
		servertest.RequireRefused(t, r.Call(http.MethodGet, path, "", servertest.Header{"X-Api-Version": "v9"}), contract.FailVersion)
	}
}

func TestSiteContent_Cached_IsReadFromRedis(t *testing.T) {
	r := servertest.WithSite(t, servertest.DisableCache)
	require.Equal(t, "Good day", r.Bulk("en").Translation["home:title"])
	require.NoError(t, r.Store.Site.Load(t.Context(), sitestore.File{Source: "test", By: "tester", File: strings.ReplaceAll(servertest.SiteFile, "Good day", "Good night")}))
	require.Equal(t, "Good day", r.Bulk("en").Translation["home:title"])
	require.NoError(t, r.Cache.DropSite(t.Context()))
	require.Equal(t, "Good night", r.Bulk("en").Translation["home:title"])

	_, err := r.DB.NewRaw("DELETE FROM site_contents").Exec(t.Context())
	require.NoError(t, err)
	require.Equal(t, "Good night", r.Bulk("en").Translation["home:title"], "kept in Redis")
}

func TestSiteContent_NoRedis_IsServed(t *testing.T) {
	r := servertest.WithSite(t, servertest.DisableCache)
	r.Redis.Close()
	require.Equal(t, "Good day", r.Bulk("en").Translation["home:title"])
	require.NoError(t, r.Store.Site.Load(t.Context(), sitestore.File{Source: "test", By: "tester", File: strings.ReplaceAll(servertest.SiteFile, "Good day", "Good night")}))
	require.Equal(t, "Good night", r.Bulk("en").Translation["home:title"])
}

func TestSiteContent_BrokenCache_IsIgnored(t *testing.T) {
	r := servertest.WithSite(t, servertest.DisableCache)
	require.NoError(t, r.Redis.Set("site:0", "{"))
	require.Equal(t, "Good day", r.Bulk("en").Translation["home:title"])
}

func TestPlansOnSale_Withdrawn_IsNotOffered(t *testing.T) {
	r := servertest.WithSite(t)
	_, err := r.DB.NewRaw("UPDATE plans SET on_sale = false WHERE id = 'hawakom-90'").Exec(t.Context())
	require.NoError(t, err)
	packages := r.Bulk("en").Packages
	require.Len(t, packages, 1)
	require.Equal(t, "basic-25", packages[0].Id)
}

func TestSiteContent_NotLoaded_SaysRetryLater(t *testing.T) {
	r := servertest.New(t)
	for _, path := range sitePaths {
		if path == "/api/configuration/app" {
			continue // settings have defaults
		}
		want := contract.FailUnavailable
		if path == "/api/configuration/bulk-initialize" {
			want = contract.FailSiteContentAway
		}
		got := r.Call(http.MethodGet, path, "")
		servertest.RequireRefused(t, got, want)
		require.NotEmpty(t, got.Header.Get("Retry-After"))
	}
}
