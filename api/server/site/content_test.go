package site_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/server/middleware"
	"selfcare/api/servertest"
	"selfcare/dev/seed"
	"selfcare/internal/contract"
	"selfcare/internal/store/site"
)

func TestContentPage_AnySlug_HasAskedLanguage(t *testing.T) {
	r := servertest.WithSite(t)
	for _, version := range []string{"", "v2", "v3"} {
		page := servertest.Decoded[gen.GetContentPageAnswer](t, r.Catalogue("/content/pages/terms", servertest.Header{"Accept-Language": "en", "X-Api-Version": version})).Data
		require.Equal(t, "Terms", page.Title)
		require.Equal(t, "In short.", page.Lead)
		require.Equal(t, "<h2>Returns</h2>\n<p>You may <strong>return</strong> it. <a href=\"/en/careers\">Work with us</a>.</p>", page.Body)
		require.Equal(t, []string{"terms", "/en/terms"}, []string{page.Slug, page.Url})
	}
	for _, slug := range []string{"activate-internet-settings", "إعدادات-الإنترنت"} {
		path := "/content/pages/" + url.PathEscape(slug)
		english := servertest.Decoded[gen.GetContentPageAnswer](t, r.Catalogue(path, servertest.Header{"Accept-Language": "en"})).Data
		arabic := servertest.Decoded[gen.GetContentPageAnswer](t, r.Catalogue(path, servertest.Header{"Accept-Language": "ar"})).Data
		require.Equal(t, "/en/pages/activate-internet-settings", english.Url)
		require.Equal(t, []string{"إعدادات-الإنترنت", "/ar/صفحات/إعدادات-الإنترنت"}, []string{arabic.Slug, arabic.Url})
		require.Equal(t, gen.ContentChoice{Key: "android", Title: "Android", Body: "<ol>\n<li>Open <em>Connections</em></li>\n</ol>"}, english.Choices[1])
		require.Empty(t, english.Body)
	}
}

func TestSitemap_Content_ListsPagesAndFAQ(t *testing.T) {
	r := servertest.WithSite(t, func(o *server.Options) {
		o.Web = fstest.MapFS{"index.html": {Data: []byte("<html><head></head></html>")}}
	})
	pages := string(r.Call(http.MethodGet, "/sitemap.xml", "").Body)
	require.Contains(t, pages, "/en/faq/refund-time</loc>")
	require.Contains(t, pages, "/en/pages/activate-internet-settings</loc>")
	require.Equal(t, 1, strings.Count(pages, "/en/careers</loc>"), "the page is listed once, by its route")
	require.NotContains(t, pages, "fingerprint", "the item is for the app only")
	require.NotContains(t, pages, "/en/pages</loc>")
}

func TestContentPage_Unknown_IsNotFound(t *testing.T) {
	r := servertest.WithSite(t)
	for _, path := range []string{
		"nothing", "TERMS", "لا-شيء", "..%2Fterms", "terms%2F..", "terms.html", "%2e%2e", "a%5Cb", "%00", "%FF", strings.Repeat("x", 81),
	} {
		got := r.Call(http.MethodGet, "/api/content/pages/"+path, "", servertest.Header{"Accept-Language": "en"})
		require.Equal(t, http.StatusNotFound, got.StatusCode, path)
		require.Equal(t, string(contract.FailPageNotFound), string(servertest.Decoded[gen.Problem](t, got).MessageKey), path)
	}
	old := r.Call(http.MethodGet, "/api/content/pages/terms", "", servertest.Header{"X-Api-Version": "v1"})
	require.Equal(t, http.StatusBadRequest, old.StatusCode)
}

func TestSeededPages_Each_IsInTheSpec(t *testing.T) {
	r := servertest.WithSite(t)
	for _, plan := range []string{"hawakom-130", "hawakom-210", "postpaid-200", "postpaid-290"} {
		r.Exec(`INSERT INTO plans (id, external_id, name_en, name_ar, description_en, price, subscription_type, category, validity_days, position)
			VALUES (?0, upper(?0), 'Plan', 'باقة', 'A month', 9000, 'prepaid', 'all', 30, 1)`, plan)
	}
	require.NoError(t, r.Store.Site.Load(t.Context(), site.File{Source: "test", By: "tester", File: seed.SiteFile}))
	r.Redis.FlushAll()
	for _, language := range []string{"en", "ar"} {
		for _, slug := range []string{
			"terms", "services", "rights-and-responsibilities", "disclaimer", "activate-internet-settings", "postpaid", "careers", "about", "business",
		} {
			page := servertest.Decoded[gen.GetContentPageAnswer](t, r.Catalogue("/content/pages/"+slug, servertest.Header{"Accept-Language": language})).Data
			require.NotEmpty(t, page.Title, slug)
			require.NotEmpty(t, page.Lead, slug)
			require.True(t, page.Body != "" || len(page.Choices) > 1, slug)
			require.True(t, strings.HasPrefix(page.Url, "/"+language+"/"), page.Url)
		}
	}
	found := servertest.Decoded[gen.ListFaqAnswer](t, r.Catalogue("/faq?availability=web")).Data
	require.GreaterOrEqual(t, len(found.Items), 25)
	require.NotEmpty(t, servertest.Decoded[gen.ListFeaturedFaqAnswer](t, r.Catalogue("/faq/featured")).Data)
}

func TestFAQ_ByIDOrSlug_HasEachField(t *testing.T) {
	r := servertest.WithSite(t)
	picture, film := "/pictures/refund.svg", "https://films.example/refund"
	want := gen.FaqPost{
		Id: 7, Topic: "money", Title: "When does my refund arrive", Slug: "refund-time", Url: "/en/faq/refund-time", Image: &picture, VideoUrl: &film,
		Details: "<p>Within <strong>seven</strong> days. See <a href=\"/en/terms\">terms</a>.</p>", Feature: true, ShowInMobile: true, ShowInWeb: true,
	}
	for _, name := range []string{"7", "refund-time", url.PathEscape("مدة-الاسترداد")} {
		require.Equal(t, want, servertest.Decoded[gen.GetFaqAnswer](t, r.Catalogue("/faq/"+name, servertest.Header{"Accept-Language": "en"})).Data, name)
	}
	arabic := servertest.Decoded[gen.GetFaqAnswer](t, r.Catalogue("/faq/refund-time", servertest.Header{"Accept-Language": "ar"})).Data
	require.Equal(t, "/ar/الأسئلة/مدة-الاسترداد", arabic.Url)
	ofApp := servertest.Decoded[gen.GetFaqAnswer](t, r.Catalogue("/faq/9")).Data
	require.Equal(t, []bool{true, false}, []bool{ofApp.ShowInMobile, ofApp.ShowInWeb})
	for _, name := range []string{"8", "nothing", "0"} {
		got := r.Call(http.MethodGet, "/api/faq/"+name, "")
		require.Equal(t, string(contract.FailFAQNotFound), string(servertest.Decoded[gen.Problem](t, got).MessageKey))
	}
}

func TestFAQ_Filters_NarrowTheList(t *testing.T) {
	r := servertest.WithSite(t)
	listed := func(query string) (ids []int, topics []string) {
		data := servertest.Decoded[gen.ListFaqAnswer](t, r.Catalogue("/faq"+query, servertest.Header{"Accept-Language": "en"})).Data
		for _, item := range data.Items {
			ids = append(ids, item.Id)
		}
		for _, topic := range data.Topics {
			topics = append(topics, topic.Title)
		}
		return ids, topics
	}
	for query, want := range map[string][]any{
		"":                            {[]int{9, 7}, []string{"The app", "Money"}},
		"?availability=web":           {[]int{7}, []string{"Money"}},
		"?availability=app":           {[]int{9, 7}, []string{"The app", "Money"}},
		"?topic=money":                {[]int{7}, []string{"Money"}},
		"?topic=nothing":              {[]int(nil), []string(nil)},
		"?topic=app&availability=web": {[]int(nil), []string(nil)},
	} {
		ids, topics := listed(query)
		require.Equal(t, want, []any{ids, topics}, query)
	}
	featured := servertest.Decoded[gen.ListFeaturedFaqAnswer](t, r.Catalogue("/faq/featured")).Data
	require.Len(t, featured, 1)
	require.Equal(t, 7, featured[0].Id)
}

func TestFAQ_VotesAgain_LastVoteCounts(t *testing.T) {
	r := servertest.WithSite(t)
	say := func(token, question, body string) servertest.Answer {
		return r.Call(http.MethodPut, "/api/faq/"+question+"/helpful", body, servertest.Header{"Authorization": "Bearer " + token})
	}
	here, there := r.Device(), r.FreshDevice()
	for _, said := range [][2]string{{here, "true"}, {here, "true"}, {here, "false"}, {there, "true"}} {
		require.Equal(t, http.StatusNoContent, say(said[0], "refund-time", `{"helpful": `+said[1]+`}`).StatusCode)
	}
	listed, err := r.Store.Site.Helpfulness(t.Context())
	require.NoError(t, err)
	require.Equal(t, []site.Helpfulness{{Question: 7, Helped: 1, Not: 1}}, listed)
	require.Equal(t, string(contract.FailFAQNotFound), string(servertest.Decoded[gen.Problem](t, say(here, "8", `{"helpful": true}`)).MessageKey))
	require.Equal(t, http.StatusUnauthorized, say("nobody", "7", `{"helpful": true}`).StatusCode)
	require.Equal(t, http.StatusUnprocessableEntity, say(here, "7", `{}`).StatusCode)
}

func TestPreview_Link_ShowsUntilExpiry(t *testing.T) {
	var later atomic.Int64
	r := servertest.WithSite(t, func(o *server.Options) {
		o.Now = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	})
	token, hash := middleware.NewToken()
	next := strings.NewReplacer("You may **return** it", "You may **keep** it", "When does my refund arrive", "When is my money back", "Good day", "Good night").Replace(servertest.SiteFile)
	file := site.File{Source: "next.yaml", By: "Sara", File: next}
	require.NoError(t, r.Store.Site.Preview(t.Context(), file, hash, time.Now(), time.Now().Add(time.Hour)))

	english := servertest.Header{"Accept-Language": "en"}
	for _, path := range []string{"/content/pages/terms", "/faq", "/faq/7", "/faq/featured", "/configuration/bulk-initialize", "/content/search?query=terms"} {
		mark := "?"
		if strings.Contains(path, "?") {
			mark = "&"
		}
		inForce, preview := r.Catalogue(path, english), r.Catalogue(path+mark+"preview="+token, english)
		if path != "/content/search?query=terms" {
			require.NotEqual(t, string(inForce.Body), string(preview.Body), path)
		}
		require.Equal(t, string(inForce.Body), string(r.Catalogue(path, english).Body), "nothing of it is in force: "+path)
		for _, wrong := range []string{strings.Repeat("x", 43), "not-a-secret-at-all-!"} {
			got := r.Call(http.MethodGet, "/api"+path+mark+"preview="+url.QueryEscape(wrong), "", english)
			require.Contains(t, []int{http.StatusGone, http.StatusUnprocessableEntity}, got.StatusCode, path)
		}
	}
	page := servertest.Decoded[gen.GetContentPageAnswer](t, r.Catalogue("/content/pages/terms?preview="+token, english)).Data
	require.Contains(t, page.Body, "<strong>keep</strong>")

	later.Store(int64(2 * time.Hour))
	over := r.Call(http.MethodGet, "/api/content/pages/terms?preview="+token, "", english)
	require.Equal(t, string(contract.FailPreviewOver), string(servertest.Decoded[gen.Problem](t, over).MessageKey))
}
