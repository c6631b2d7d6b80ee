package webapp_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/webapp"
)

const index = `<!doctype html><html lang="ar" dir="rtl" data-mantine-color-scheme="light"><head><title>Selfcare</title>` +
	`<script type="module" crossorigin src="/assets/index.js"></script><link rel="modulepreload" crossorigin href="/assets/runtime.js">` +
	`<link rel="stylesheet" crossorigin href="/assets/index.css"></head><body><div id="root"></div></body></html>`

// home is a page as the build writes it.
var home = map[string]any{
	"key": "home", "language": "en", "title": `{{$.Words "home:title" "Hello"}}`, "description": `{{$.Words "home:lead" "There & here"}}`,
	"html": `{{comment "$"}}<ul>{{range .Slides}}<li>{{.Title}} <a href="/{{.Inner}}">{{.Action}}</a></li>{{end}}</ul>{{comment "/$"}}` +
		`<a href="/en/{{$.Address "terms"}}">{{$.Words "home:terms" "Terms"}}</a>` +
		`{{range .MainMenu}}<b>{{.Kind}} {{.Title}}</b>{{end}}{{range .Packages}}<i>{{.Amount}}</i>{{end}}`,
	"modules": []string{"/assets/home.js"}, "filledTexts": []string{"home:next"},
	"fixedAddresses": map[string]string{"home": ""},
}

// someWords has the page of terms, one page below /pages, and one question.
type someWords struct{}

func (someWords) ContentPage(_ context.Context, language, slug string) (gen.ContentPage, bool, error) {
	page := gen.ContentPage{Slug: slug, Title: "About <us>", Lead: "In short", Body: "<p>Come <strong>in</strong></p>"}
	switch slug {
	case "terms":
		page.Url = "/" + language + "/الشروط"
		return page, true, nil
	case "our-story", "قصتنا":
		page.Url = "/en/pages/our-story"
		page.Choices = []gen.ContentChoice{{Key: "a", Title: "A", Body: "<p>First</p>"}}
		return page, true, nil
	default:
		return gen.ContentPage{}, false, nil
	}
}

// refunds holds two questions: one with a picture and a video, one without.
func refunds(language string) []gen.FaqPost {
	return []gen.FaqPost{
		{Id: 1, Topic: "orders", Title: "Refund <when>?", Details: "<p>In <strong>5</strong> days</p>", Slug: "refund", Url: "/" + language + "/faq/refund", Image: pathTo("/pictures/refund.png"), VideoUrl: pathTo("https://films.example/refund")},
		{Id: 2, Topic: "orders", Title: "Where to?", Details: "<p>To your card</p>", Slug: "where", Url: "/" + language + "/faq/where"},
	}
}

func (someWords) Question(_ context.Context, language, slug string) (gen.FaqPost, bool, error) {
	for _, post := range refunds(language) {
		if post.Slug == slug || slug == "استرداد" {
			return post, true, nil
		}
	}
	return gen.FaqPost{}, false, nil
}

func (someWords) Questions(_ context.Context, language, topic string) (answer gen.ListFaqAnswer, err error) {
	answer.Data.Topics = []gen.FaqTopic{{Key: "orders", Title: "Orders & delivery"}}
	answer.Data.Items = refunds(language)
	return answer, err
}

func (someWords) Addresses(context.Context) ([]map[string]string, error) {
	return []map[string]string{{"en": "faq/refund", "ar": "الأسئلة/استرداد"}, {"en": "pages/our-story", "ar": "صفحات/قصتنا"}}, nil
}

type nothingWritten struct{ someWords }

// ofWords is the template that the build writes for all text pages.
var ofWords = map[string]any{
	"key": "content-page", "language": "en", "title": `{{$.Page.Title}}`, "description": `{{$.Page.Lead}}`,
	"html": `<h1>{{$.Page.Title}}</h1><a href="/ar/{{$.Here}}"></a>{{$.Page.Body}}{{range .Page.Choices}}<details><summary>{{.Title}}</summary>{{.Body}}</details>{{end}}`,
}

// asPosts is the template of the two pages that show questions.
const asPosts = `<li>{{.Title}}{{.Details}}{{if .Image}}<img src="{{.Image}}">{{end}}{{if .Video}}<a href="{{.Video}}">Film</a>{{end}}<a href="/{{.Inner}}">Open</a></li>`

var ofQuestion = map[string]any{
	"key": "question", "language": "en", "title": `{{$.Question.Title}}`, "description": `{{$.Question.Short}}`,
	"html": `<i>{{.Group}}/{{.Above}}</i><h1>{{$.Question.Title}}</h1>{{$.Question.Details}}{{range $.Question.Others}}` + asPosts + `{{end}}`,
}

var ofQuestions = map[string]any{
	"key": "faq", "language": "en", "title": "Questions", "description": "What people ask",
	"html": `<h1>Questions</h1>{{range $.Topics}}<h2 id="{{.Key}}">{{.Title}}</h2>{{range .Posts}}` + asPosts + `{{end}}{{end}}`,
}

func pathTo(address string) *string { return &address }

func content() gen.BulkConfiguration {
	bulk := gen.BulkConfiguration{
		Routes: []gen.WebsiteRoute{
			{Key: "home", Template: "home"},
			{Key: "terms", Template: "terms", RewriteUrl: "الشروط"},
			{Key: "pages", Template: "pages", RewriteUrl: "pages"},
			{Key: "faq", Template: "faq", RewriteUrl: "faq"},
			{Key: "order-sim", Template: "order-sim", RewriteUrl: "order-sim"},
			{Key: "dashboard", Template: "dashboard", RewriteUrl: "dashboard", RequiresSignIn: true},
		},
		Translation: gen.Translation{"home:lead": "Our own <lead>"},
		Packages:    []gen.Package{{Id: "a", Price: 123456700}, {Id: "b", Price: 1050}},
	}
	bulk.MainMenu.Items = []gen.MenuItem{{Title: "Home", Path: pathTo("/en/")}, {Title: "Elsewhere", Path: pathTo("https://example.com/")}, {Title: "Nothing"}, {Title: "Help", Children: []gen.MenuItem{{Title: "All questions", Path: pathTo("/en/faq")}}}}
	bulk.Homepage.Sliders = []gen.Slide{{Title: `<script>alert("1")</script>`, Action: "Go", Url: "/en/الشروط"}}
	return bulk
}

type visit struct {
	t   *testing.T
	app *fiber.App
}

// sending serves the web app for a site.
func sending(t *testing.T, bulk gen.BulkConfiguration) visit {
	t.Helper()
	files := fstest.MapFS{
		"index.html":           {Data: []byte(index)},
		"pages/fonts.json":     {Data: []byte(`{"en":["/assets/latin-600.woff2"],"ar":["/assets/arabic-400.woff2"]}`)},
		"pages/addresses.json": {Data: []byte(`{"":["console","console/cases/:kind/:caseId"],"home":["@"],"terms":["@"],"pages":["@/:slug"],"faq":["@","@/:slug"],"dashboard":["@"],"order-sim":["@","@/:slug","@/:orderId/receipt/:note?"]}`)},
	}
	for name, page := range map[string]any{"home": home, "words": ofWords, "question": ofQuestion, "faq": ofQuestions} {
		written, err := json.Marshal(page)
		require.NoError(t, err)
		files["pages/"+name+".en.json"] = &fstest.MapFile{Data: written}
	}
	at := func() time.Time { return time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC) }
	base := &middleware.Core{Now: at, Log: slog.New(slog.DiscardHandler), LocalCache: middleware.NewLocalCache(time.Minute, at)}
	app := fiber.New()
	require.NoError(t, webapp.Serve(app, files, base, "https://selfcare.example", func(context.Context, string) (gen.BulkConfiguration, error) {
		return bulk, nil
	}, someWords{}))
	return visit{t, app}
}

func (v visit) read(path string) (status int, page string) {
	v.t.Helper()
	status, body := v.whole(path)
	page, _, _ = strings.Cut(body, `<script type="application/json"`)
	_, rest, _ := strings.Cut(body, "</head>")
	return status, page + rest
}

// whole returns the page with its data.
func (v visit) whole(path string) (status int, page string) {
	v.t.Helper()
	got, err := v.app.Test(httptest.NewRequest(http.MethodGet, path, nil))
	require.NoError(v.t, err)
	body, err := io.ReadAll(got.Body)
	require.NoError(v.t, err)
	require.NoError(v.t, got.Body.Close())
	return got.StatusCode, string(body)
}

func TestFirstPage_Content_FillsThePage(t *testing.T) {
	status, page := sending(t, content()).read("/en/")
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, page, `<html lang="en" dir="ltr" data-mantine-color-scheme="light">`)
	require.Contains(t, page, "<title>Hello</title>")
	require.Contains(t, page, `<meta name="description" content="Our own &lt;lead&gt;">`)
	require.Contains(t, page, `<link rel="canonical" href="https://selfcare.example/en/">`)
	require.Contains(t, page, `<link rel="alternate" hreflang="ar" href="https://selfcare.example/ar/">`)
	require.Contains(t, page, `<link rel="alternate" hreflang="x-default" href="https://selfcare.example/ar/">`)
	require.Contains(t, page, `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/latin-600.woff2">`)
	require.Contains(t, page, `<div id="root"><!--$--><ul><li>`, "React finds its parts by their comments")
	require.Contains(t, page, `<a href="/en/%d8%a7%d9%84%d8%b4%d8%b1%d9%88%d8%b7">Terms</a>`)
	require.Contains(t, page, "<b>here Home</b><b>outer Elsewhere</b><b>none Help</b><i>1,234,567</i><i>10.50</i>")
	require.NotContains(t, page, "Nothing", "an empty menu entry is left out")
}

func TestFirstPage_Scripts_ComeAfterPaint(t *testing.T) {
	_, page := sending(t, content()).read("/en/")
	sees, later, found := strings.Cut(page, `<template id="scripts">`)
	require.True(t, found)
	require.Equal(t, `<script type="module" crossorigin src="/assets/index.js"></script>`+
		`<link rel="modulepreload" crossorigin href="/assets/runtime.js"><link rel="modulepreload" crossorigin href="/assets/home.js">`+
		`</template></body></html>`, later)
	require.NotContains(t, sees, ".js")
	require.Contains(t, sees, "/assets/index.css")

	_, page = sending(t, content()).read("/en/dashboard")
	require.Contains(t, page, `href="/assets/latin-600.woff2"><script type="module" crossorigin src="/assets/index.js">`, "the page has no content to paint")
	require.NotContains(t, page, "<template")
}

func TestFirstPage_EachPage_PreloadsFontsOfItsLanguage(t *testing.T) {
	const preload = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/`
	site := sending(t, content())
	for _, at := range []string{"/en/", "/en/dashboard", "/en/console"} {
		_, page := site.read(at)
		require.Contains(t, page, preload+`latin-600.woff2">`, at)
		require.NotContains(t, page, "arabic-400", at)
	}
	_, page := site.read("/ar/dashboard")
	require.Contains(t, page, preload+`arabic-400.woff2">`)
}

func TestFirstPage_ScriptInText_Escaped(t *testing.T) {
	_, page := sending(t, content()).read("/en/")
	require.Contains(t, page, `<li>&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt; <a`)
	require.NotContains(t, page, "<script>alert")
}

// Pages are rendered as guests see them. A guest is led to the sign-in from a page for members, so React would throw its HTML away.
func TestFirstPage_ForMembers_LeftToApp(t *testing.T) {
	bulk := content()
	bulk.Routes[1].RequiresSignIn = true
	for _, path := range []string{"/en/%D8%A7%D9%84%D8%B4%D8%B1%D9%88%D8%B7", "/en/dashboard"} {
		status, page := sending(t, bulk).read(path)
		require.Equal(t, http.StatusOK, status)
		require.Contains(t, page, `<div id="root"></div>`, path)
	}
	_, page := sending(t, content()).read("/en/%D8%A7%D9%84%D8%B4%D8%B1%D9%88%D8%B7")
	require.NotContains(t, page, `<div id="root"></div>`, "a page for all has its HTML")
}

func TestFirstPage_OtherSite_LeftToApp(t *testing.T) {
	empty := `<body><div id="root"></div>`
	for name, change := range map[string]func(*gen.BulkConfiguration){
		"a linked page is missing":          func(b *gen.BulkConfiguration) { b.Routes = b.Routes[:1] },
		"a changed text with placeholders":  func(b *gen.BulkConfiguration) { b.Translation["home:next"] = "On to {{at}}" },
		"an address unknown to the web app": func(b *gen.BulkConfiguration) { b.Routes[0].RewriteUrl = "start" },
		"maintenance is under way": func(b *gen.BulkConfiguration) {
			b.MaintenanceSchedule = &gen.MaintenanceSchedule{StartDate: time.Unix(0, 0), EndDate: time.Unix(1<<40, 0)}
		},
	} {
		t.Run(name, func(t *testing.T) {
			bulk := content()
			change(&bulk)
			_, page := sending(t, bulk).read("/en/" + bulk.Routes[0].RewriteUrl)
			require.Contains(t, page, empty)
			require.Contains(t, page, "<title>Selfcare</title>")
		})
	}
	_, page := sending(t, content()).read("/ar/")
	require.Contains(t, page, empty, "the build has this text in English only")
}

func TestFirstPage_UnknownAddress_Is404(t *testing.T) {
	visit := sending(t, content())
	for path, want := range map[string]int{
		"/en/nothing": http.StatusNotFound, "/en/dashboard/more": http.StatusNotFound, "/nothing": http.StatusNotFound,
		"/en/order-sim/a/b/c": http.StatusNotFound, "/en/%ff": http.StatusNotFound, "/pages/home.en.json": http.StatusNotFound,
		"/en/dashboard": http.StatusOK, "/en/order-sim/x": http.StatusOK, "/en/order-sim/x/receipt": http.StatusOK,
		"/en/order-sim/x/receipt/y": http.StatusOK, "/order-sim-english": http.StatusOK, "/dashboard/ar": http.StatusOK,
		"/en/%D8%A7%D9%84%D8%B4%D8%B1%D9%88%D8%B7": http.StatusOK,
		"/ar/console": http.StatusOK, "/en/console/cases/order/x": http.StatusOK, "/en/console/nothing": http.StatusNotFound,
	} {
		status, page := visit.read(path)
		require.Equal(t, want, status, path)
		if want == http.StatusNotFound && strings.HasPrefix(path, "/en/") {
			require.Contains(t, page, `<meta name="robots" content="noindex">`, path)
			require.Contains(t, page, `lang="en"`, path)
		}
	}
}

func TestTextPages_HTML_HasDataAndNoScript(t *testing.T) {
	v := sending(t, content())
	for path, asked := range map[string]string{"/en/الشروط": "terms", "/en/pages/our-story": "our-story"} {
		status, page := v.whole(path)
		require.Equal(t, http.StatusOK, status)
		require.Contains(t, page, "<h1>About &lt;us&gt;</h1>", path)
		require.Contains(t, page, "<p>Come <strong>in</strong></p>", "sanitised HTML stays as it is")
		require.Contains(t, page, "<title>About &lt;us&gt;</title>")
		require.Contains(t, page, `<script type="application/json" id="answers" lang="en">{"page `+asked+`":{`)
		require.NotContains(t, page, `"body":"<p>`, "no text can end the script element")
	}
	_, story := v.read("/en/pages/our-story")
	require.Contains(t, story, `<a href="/ar/pages/our-story">`)
	require.Contains(t, story, `<link rel="canonical" href="https://selfcare.example/en/pages/our-story">`)
	require.NotContains(t, story, "noindex")
	require.Contains(t, story, "<details><summary>A</summary><p>First</p></details>")
}

func TestTextPages_Alternates_MatchTheSitemap(t *testing.T) {
	v := sending(t, content())
	for path, own := range map[string]string{"/en/faq/refund": "/en/faq/refund", "/en/pages/our-story": "/en/pages/our-story", "/en/pages/%D9%82%D8%B5%D8%AA%D9%86%D8%A7": "/en/pages/our-story"} {
		_, page := v.read(path)
		require.Contains(t, page, `<link rel="canonical" href="https://selfcare.example`+own+`">`, path)
		require.Contains(t, page, `<link rel="alternate" hreflang="en" href="https://selfcare.example`+own+`">`, path)
		require.Contains(t, page, `<link rel="alternate" hreflang="ar" href="https://selfcare.example/ar/%D8%`, path)
	}
	_, order := v.read("/en/order-sim/one")
	require.NotContains(t, order, "hreflang", "only text pages list alternates")
}

func TestTextPages_UnknownSlug_Is404(t *testing.T) {
	v := sending(t, content())
	for path, want := range map[string]int{
		"/en/pages/nothing": http.StatusNotFound, "/en/pages": http.StatusNotFound, "/en/pages/our-story/more": http.StatusNotFound, "/en/pages/%D9%82%D8%B5%D8%AA%D9%86%D8%A7": http.StatusOK,
		"/en/faq/nothing": http.StatusNotFound, "/en/faq/refund/more": http.StatusNotFound,
	} {
		status, page := v.read(path)
		require.Equal(t, want, status, path)
		require.NotContains(t, page, "<h1>", "the web app says the rest: "+path)
	}
}

func TestQuestions_HTML_HasDataAndNoScript(t *testing.T) {
	v := sending(t, content())
	film := `<img src="/pictures/refund.png"><a href="https://films.example/refund">Film</a>`
	for path, wanted := range map[string][]string{
		"/en/faq": {
			`<title>Questions</title>`, `<h2 id="orders">Orders &amp; delivery</h2>`,
			`<li>Refund &lt;when&gt;?<p>In <strong>5</strong> days</p>` + film + `<a href="/en/faq/refund">Open</a></li>`,
			`<li>Where to?<p>To your card</p><a href="/en/faq/where">Open</a></li>`,
			`id="answers" lang="en">{"questions ":{"data":{"items":[{"details":"\u003cp`,
		},
		"/en/faq/refund": {
			`<i>Help/All questions</i><h1>Refund &lt;when&gt;?</h1><p>In <strong>5</strong> days</p><li>Where to?`, `<title>Refund &lt;when&gt;?</title>`,
			`<meta name="description" content="In 5 days">`, `{"question refund":{"data":{`, `"questions orders":{"data":{`,
		},
	} {
		status, page := v.whole(path)
		require.Equal(t, http.StatusOK, status)
		for _, part := range wanted {
			require.Contains(t, page, part, path)
		}
	}
}

func TestQuestions_OtherSlug_LeavesToApp(t *testing.T) {
	_, page := sending(t, content()).whole("/en/faq/%D8%A7%D8%B3%D8%AA%D8%B1%D8%AF%D8%A7%D8%AF")
	require.NotContains(t, page, "<h1>")
	require.Contains(t, page, `<link rel="canonical" href="https://selfcare.example/en/faq/refund">`)
	require.Contains(t, page, `{"question استرداد":{`, "the page has the data under the requested slug")
}

func TestPreview_Page_IsUnlistedAndBare(t *testing.T) {
	v := sending(t, content())
	got, err := v.app.Test(httptest.NewRequest(http.MethodGet, "/en/?preview=some-secret-of-a-link", nil))
	require.NoError(t, err)
	body, err := io.ReadAll(got.Body)
	require.NoError(t, err)
	require.NoError(t, got.Body.Close())
	require.Equal(t, []string{"noindex", "no-store"}, []string{got.Header.Get("X-Robots-Tag"), got.Header.Get("Cache-Control")})
	require.NotContains(t, string(body), "configuration")
	require.Contains(t, string(body), `lang="en" dir="ltr"`)
}
