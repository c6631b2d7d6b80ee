package site_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/site"
)

// written is the small site with pages and questions. Its first line of pages is 28.
const written = `pages:
  - slug: about
    slugAr: من-نحن
    title: { en: About, ar: عنا }
    lead: { en: In short, ar: باختصار }
    body: { en: "Read [more](route:home).", ar: "اقرأ [المزيد](route:home)." }
  - slug: settings
    title: { en: Settings, ar: الإعدادات }
    lead: { en: In short, ar: باختصار }
    choices:
      - { key: iphone, title: { en: iPhone, ar: آيفون }, body: { en: Open it, ar: افتحه } }
faq:
  topics:
    - { key: orders, title: { en: Orders, ar: الطلبات } }
  posts:
    - { id: 1, topic: orders, slug: refund, slugAr: استرداد, title: { en: Refunds, ar: الاسترداد }, details: { en: "Within **days**.", ar: "خلال **أيام**." } }
    - { id: 2, topic: orders, slug: fingerprint, only: app, title: { en: Fingerprint, ar: البصمة }, details: { en: In the app, ar: في التطبيق } }
`

// withRoutes has a route for the page about, one for all other pages, and one for questions.
var withRoutes = strings.Replace(small, "  - { key: login,", `  - { key: about, template: content-page, path: about-us, pathAr: عنا }
  - { key: pages, template: pages, path: pages, pathAr: صفحات }
  - { key: faq, template: faq, path: faq, pathAr: الأسئلة }
  - { key: login,`, 1) + written

func TestPage_EitherSlug_IsFound(t *testing.T) {
	s, err := site.Parse(withRoutes)
	require.NoError(t, err)
	for _, slug := range []string{"about", "من-نحن"} {
		page, there := s.Page(slug)
		require.True(t, there)
		require.Equal(t, []string{"/en/about-us", "/ar/عنا"}, []string{s.PageURL(page, "en"), s.PageURL(page, "ar")})
	}
	settings, _ := s.Page("settings")
	require.Equal(t, []string{"/en/pages/settings", "/ar/صفحات/settings"}, []string{s.PageURL(settings, "en"), s.PageURL(settings, "ar")})
	for _, slug := range []string{"", "About", "nothing"} {
		_, there := s.Page(slug)
		require.False(t, there, slug)
	}
	bare, err := site.Parse(small + written)
	require.NoError(t, err)
	about, _ := bare.Page("about")
	require.Empty(t, bare.PageURL(about, "en"), "the site has no place for it")
}

func TestShown_RouteLink_IsInLanguage(t *testing.T) {
	s, err := site.Parse(withRoutes)
	require.NoError(t, err)
	about, _ := s.Page("about")
	require.Equal(t, `<p>Read <a href="/en/">more</a>.</p>`, s.Shown(about.Body, "en"))
	require.Equal(t, `<p>اقرأ <a href="/ar/">المزيد</a>.</p>`, s.Shown(about.Body, "ar"))
}

func TestQuestion_IDOrSlug_IsFound(t *testing.T) {
	s, err := site.Parse(withRoutes)
	require.NoError(t, err)
	for _, name := range []string{"1", "refund", "استرداد"} {
		question, there := s.FAQ.Question(name)
		require.True(t, there, name)
		require.Equal(t, []string{"/en/faq/refund", "/ar/الأسئلة/استرداد"}, []string{s.QuestionURL(question, "en"), s.QuestionURL(question, "ar")})
	}
	for _, name := range []string{"", "0", "-1", "3", "Refund"} {
		_, there := s.FAQ.Question(name)
		require.False(t, there, name)
	}
	app, _ := s.FAQ.Question("2")
	require.Equal(t, []bool{true, true, false}, []bool{app.ShownOn(""), app.ShownOn(site.OnlyApp), app.ShownOn(site.OnlyWeb)})
}

func TestSearchable_AppOnlyQuestion_IsHidden(t *testing.T) {
	s, err := site.Parse(withRoutes)
	require.NoError(t, err)
	known := s.Searchable()
	for query, want := range map[string][]string{
		"iphone": {"Settings"}, "الاسترداد": {"Refunds"}, "days": {"Refunds"}, "fingerprint": {}, "more": {"About"},
	} {
		require.Equal(t, want, titles(known.Find(query, everything)), query)
	}
	found := known.Find("days", everything)
	require.Equal(t, "Within days.", found.Excerpt(found.Finds[0], "en"), "without its marks")
}

func TestParse_PageMistake_IsNamed(t *testing.T) {
	tests := map[string]struct{ instead, of, want string }{
		"a script in a page":          {`body: { en: "<script>alert(1)</script>"`, `body: { en: "Read [more](route:home)."`, "pages[0].body.en: has HTML in it, which no page shows"},
		"a script in an answer":       {`<img src=x onerror=alert(1)>`, "Within **days**.", "faq.posts[0].details.en: has HTML in it, which no page shows"},
		"a link that runs":            {"[x](javascript:alert(1))", "Within **days**.", "faq.posts[0].details.en: has a link that does not begin with"},
		"a link to an unknown route":  {"[more](route:gone)", "[more](route:home)", "pages[0].body.en: leads to an unknown route: gone"},
		"a path as a slug":            {"slug: about/us", "slug: about", "pages[0].slug: must be small letters, digits and - after a letter"},
		"a number as a slug":          {"slug: '7'", "slug: refund", "faq.posts[0].slug: must be small letters"},
		"an Arabic slug with a path":  {"slugAr: من/نحن", "slugAr: من-نحن", "pages[0].slugAr: must be letters, digits, - and _"},
		"a slug twice":                {"slug: about\n    title: { en: Settings", "slug: settings\n    title: { en: Settings", "pages[1].slug: is there twice: about"},
		"a page without words":        {"lead: { en: In short, ar: باختصار }\n", `lead: { en: In short, ar: باختصار }` + "\n    body: { en: \"Read [more](route:home).\", ar: \"اقرأ [المزيد](route:home).\" }\n", "pages[0].body.en: is missing"},
		"words in one language":       {`ar: "" }`, `ar: "اقرأ [المزيد](route:home)." }`, "pages[0].body.ar: is missing"},
		"a route without its page":    {"slug: aboutus", "slug: about", "there is no page about"},
		"an id twice":                 {"id: 1, topic: orders, slug: fingerprint", "id: 2, topic: orders, slug: fingerprint", "faq.posts[1].id: is there twice: 1"},
		"no id":                       {"id: 0", "id: 1", "faq.posts[0].id: must be a number above 0"},
		"an unknown topic":            {"topic: money, slug: refund", "topic: orders, slug: refund", "faq.posts[0].topic: there is no such topic: money"},
		"another channel":             {"only: tv", "only: app", "faq.posts[1].only: must be web or app"},
		"a film of no secure address": {"video: 'http://x.example', only: app", "only: app", "faq.posts[1].video: must begin with https://"},
		"an image from elsewhere":     {"image: //evil.example/x.png, only: app", "only: app", "faq.posts[1].image: must be a path on this site"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, withRoutes, tt.of)
			_, err := site.Parse(strings.Replace(withRoutes, tt.of, tt.instead, 1))
			require.ErrorContains(t, err, tt.want)
		})
	}
}
