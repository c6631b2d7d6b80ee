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
	"selfcare/api/servertest"
	"selfcare/internal/store/site"
)

func withPages(o *server.Options) {
	page := `<!doctype html><html lang="ar" dir="rtl"><head><title>Selfcare</title></head><body></body></html>`
	o.Web = fstest.MapFS{"index.html": {Data: []byte(page)}}
}

var configurationBlock = regexp.MustCompile(`<script type="application/json" id="configuration" lang="(..)">([^<]*)</script></head>`)

// carried returns the configuration in a page and its language.
func carried(t *testing.T, page []byte) (language, configuration string) {
	t.Helper()
	found := configurationBlock.FindAllSubmatch(page, -1)
	require.Len(t, found, 1, string(page))
	return string(found[0][1]), string(found[0][2])
}

func TestFirstPage_Language_HasItsSettings(t *testing.T) {
	r := servertest.WithSite(t, withPages)
	for path, want := range map[string]string{
		"/en/": "en", "/ar/terms": "ar", "/terms/en": "en", "/terms-arabic": "ar", "/terms-english/x": "en", "/en/terms-ar": "en",
	} {
		got := r.Call(http.MethodGet, path, "", servertest.Header{"Accept-Language": "ar"})
		require.Equal(t, http.StatusOK, got.StatusCode, path)
		language, configuration := carried(t, got.Body)
		require.Equal(t, want, language, path)
		direction := map[string]string{"ar": "rtl", "en": "ltr"}[want]
		require.Contains(t, string(got.Body), `<html lang="`+want+`" dir="`+direction+`">`, path)
		asked, err := json.Marshal(r.Bulk(want))
		require.NoError(t, err)
		require.JSONEq(t, string(asked), configuration, path)
	}
	got := r.Call(http.MethodGet, "/terms", "", servertest.Header{"Accept-Language": "en-GB"})
	language, _ := carried(t, got.Body)
	require.Equal(t, "en", language, "an address without a language uses the browser's")
	require.Contains(t, got.Header.Get("Vary"), "Accept-Language")
}

func TestFirstPage_HostileText_StaysInData(t *testing.T) {
	r := servertest.WithSite(t, withPages)
	_, configuration := carried(t, r.Call(http.MethodGet, "/en/", "").Body)
	var bulk gen.BulkConfiguration
	require.NoError(t, json.Unmarshal([]byte(configuration), &bulk))
	require.Equal(t, "Hello </script><b>", bulk.Homepage.Sliders[0].Title)
}

func TestFirstPage_SameETag_Returns304(t *testing.T) {
	r := servertest.WithSite(t, withPages, servertest.DisableCache)
	first := r.Call(http.MethodGet, "/en/", "")
	require.Equal(t, "no-cache", first.Header.Get("Cache-Control"))
	known := servertest.Header{"If-None-Match": first.Header.Get("ETag")}
	require.Equal(t, http.StatusNotModified, r.Call(http.MethodGet, "/en/terms", "", known).StatusCode)
	require.NotEqual(t, first.Header.Get("ETag"), r.Call(http.MethodGet, "/ar/", "").Header.Get("ETag"))

	require.NoError(t, r.Store.Site.Load(t.Context(), site.File{Source: "test", By: "tester", File: strings.ReplaceAll(servertest.SiteFile, "Good day", "Good night")}))
	require.NoError(t, r.Cache.DropSite(t.Context()))
	changed := r.Call(http.MethodGet, "/en/", "", known, servertest.Header{"Accept-Encoding": "br"})
	require.Equal(t, http.StatusOK, changed.StatusCode)
	page, err := io.ReadAll(brotli.NewReader(strings.NewReader(string(changed.Body))))
	require.NoError(t, err)
	require.Contains(t, string(page), "Good night")
}

func TestFirstPage_NoConfiguration_IsServed(t *testing.T) {
	r := servertest.New(t, withPages)
	got := r.Call(http.MethodGet, "/en/", "")
	require.Equal(t, http.StatusOK, got.StatusCode)
	require.Contains(t, string(got.Body), "<title>Selfcare</title>")
	require.NotContains(t, string(got.Body), "configuration")
}

func BenchmarkConfiguration(b *testing.B) {
	r := servertest.New(b, quiet)
	require.NoError(b, r.Store.Site.Load(b.Context(), site.File{Source: "test", By: "tester", File: withoutPackages()}))
	serve(b, r.App, "/api/configuration/bulk-initialize", nil)
}

func BenchmarkPage(b *testing.B) {
	r := servertest.New(b, quiet, withPages)
	require.NoError(b, r.Store.Site.Load(b.Context(), site.File{Source: "test", By: "tester", File: withoutPackages()}))
	serve(b, r.App, "/en/", nil)
}

// withoutPackages is content that needs no plan on sale.
func withoutPackages() string {
	return regexp.MustCompile(`(?m)^  - \{ plan: .*\n`).ReplaceAllString(servertest.SiteFile, "")
}
