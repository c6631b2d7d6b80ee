package server_test

import (
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/internal/store"
)

func withPages(o *server.Options) {
	page := `<!doctype html><html lang="ar" dir="rtl"><head><title>Selfcare</title></head><body></body></html>`
	o.Web = fstest.MapFS{"index.html": {Data: []byte(page)}}
}

var configurationBlock = regexp.MustCompile(`<script type="application/json" id="configuration" lang="(..)">([^<]*)</script></head>`)

// carried is the configuration in a page, with its language.
func carried(t *testing.T, page []byte) (language, configuration string) {
	t.Helper()
	found := configurationBlock.FindAllSubmatch(page, -1)
	require.Len(t, found, 1, string(page))
	return string(found[0][1]), string(found[0][2])
}

func TestEveryPageCarriesTheConfigurationOfItsLanguage(t *testing.T) {
	r := withSite(t, withPages)
	for path, want := range map[string]string{
		"/en/": "en", "/ar/terms": "ar", "/terms/en": "en", "/terms-arabic": "ar", "/terms-english/x": "en", "/en/terms-ar": "en",
	} {
		got := r.call(http.MethodGet, path, "", header{"Accept-Language": "ar"})
		require.Equal(t, http.StatusOK, got.StatusCode, path)
		language, configuration := carried(t, got.body)
		require.Equal(t, want, language, path)
		direction := map[string]string{"ar": "rtl", "en": "ltr"}[want]
		require.Contains(t, string(got.body), `<html lang="`+want+`" dir="`+direction+`">`, path)
		asked, err := json.Marshal(r.bulk(want))
		require.NoError(t, err)
		require.JSONEq(t, string(asked), configuration, path)
	}
	got := r.call(http.MethodGet, "/terms", "", header{"Accept-Language": "en-GB"})
	language, _ := carried(t, got.body)
	require.Equal(t, "en", language, "where the address names none, the browser's counts")
	require.Contains(t, got.Header.Get("Vary"), "Accept-Language")
}

func TestNoTextCanEndTheConfigurationInAPage(t *testing.T) {
	r := withSite(t, withPages)
	_, configuration := carried(t, r.call(http.MethodGet, "/en/", "").body)
	var bulk gen.BulkConfiguration
	require.NoError(t, json.Unmarshal([]byte(configuration), &bulk))
	require.Equal(t, "Hello </script><b>", bulk.Homepage.Sliders[0].Title)
}

func TestAPageMayBeKeptUntilTheConfigurationChanges(t *testing.T) {
	r := withSite(t, withPages, forgetful)
	first := r.call(http.MethodGet, "/en/", "")
	require.Equal(t, "no-cache", first.Header.Get("Cache-Control"))
	known := header{"If-None-Match": first.Header.Get("ETag")}
	require.Equal(t, http.StatusNotModified, r.call(http.MethodGet, "/en/terms", "", known).StatusCode)
	require.NotEqual(t, first.Header.Get("ETag"), r.call(http.MethodGet, "/ar/", "").Header.Get("ETag"))

	require.NoError(t, r.store.Site.Load(t.Context(), store.SiteFile{Source: "test", By: "tester", File: strings.ReplaceAll(siteFile, "Good day", "Good night")}))
	require.NoError(t, r.cache.DropSite(t.Context()))
	changed := r.call(http.MethodGet, "/en/", "", known, header{"Accept-Encoding": "br"})
	require.Equal(t, http.StatusOK, changed.StatusCode)
	page, err := io.ReadAll(brotli.NewReader(strings.NewReader(string(changed.body))))
	require.NoError(t, err)
	require.Contains(t, string(page), "Good night")
}

func TestWithoutAnyConfigurationThePageGoesOutAlone(t *testing.T) {
	r := newRig(t, withPages)
	got := r.call(http.MethodGet, "/en/", "")
	require.Equal(t, http.StatusOK, got.StatusCode)
	require.Contains(t, string(got.body), "<title>Selfcare</title>")
	require.NotContains(t, string(got.body), "configuration")
}

func BenchmarkConfiguration(b *testing.B) {
	r := newRig(b, quiet)
	require.NoError(b, r.store.Site.Load(b.Context(), store.SiteFile{Source: "test", By: "tester", File: withoutPackages()}))
	serve(b, r.app, "/api/configuration/bulk-initialize", nil)
}

func BenchmarkPage(b *testing.B) {
	r := newRig(b, quiet, withPages)
	require.NoError(b, r.store.Site.Load(b.Context(), store.SiteFile{Source: "test", By: "tester", File: withoutPackages()}))
	serve(b, r.app, "/en/", nil)
}

// withoutPackages needs no plan on sale.
func withoutPackages() string {
	return regexp.MustCompile(`(?m)^  - \{ plan: .*\n`).ReplaceAllString(siteFile, "")
}
