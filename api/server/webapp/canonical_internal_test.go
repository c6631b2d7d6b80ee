package webapp

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/api/server/assets"
)

// site is a web app of two pages.
func site() *fiber.App {
	page := assets.New("index.html", []byte("<html></html>"))
	pages := map[string]bool{"en/plans": true, "ar/plans": true, "en/stores/RUH-1": true}
	app := fiber.New()
	web := webApp{index: page, assets: map[string]*assets.Asset{"/logo.png": page}, page: func(_ context.Context, language, path string) (*assets.Asset, bool) {
		address, readable := withoutLanguage(path)
		return page, !readable || !pages[language+"/"+address]
	}}
	app.Get("/*", web.serve)
	return app
}

func asks(t *testing.T, app *fiber.App, address, accept string) *http.Response {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	request.Header.Set("Accept", accept)
	answer, err := app.Test(request)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	return answer
}

func TestServe_UntidyAddress_Redirects(t *testing.T) {
	app := site()
	for address, want := range map[string]string{
		"/en//plans": "/en/plans", "//en///plans": "/en/plans", "/en/PLANS": "/en/plans", "/EN/Plans": "/en/plans", "/en/plans.html": "/en/plans",
		"/en/plans/index.HTM": "/en/plans", "/ar/plans.": "/ar/plans", "/ar/plans%E2%80%8E": "/ar/plans", "/en/plans%20": "/en/plans", "/en/plans),": "/en/plans",
		"/en//plans?utm_source=a&b=//": "/en/plans?utm_source=a&b=//", "/en/stores//RUH-1": "/en/stores/RUH-1",
	} {
		answer := asks(t, app, address, "text/html,*/*;q=0.8")
		require.Equal(t, http.StatusPermanentRedirect, answer.StatusCode, address)
		require.Equal(t, want, answer.Header.Get("Location"), address)
	}
	for address, want := range map[string]int{
		"/en/plans": http.StatusOK, "/en/plans/": http.StatusOK, "/en/stores/RUH-1": http.StatusOK, "/en/none": http.StatusNotFound, "/en//none": http.StatusNotFound,
	} {
		require.Equal(t, want, asks(t, app, address, "text/html").StatusCode, address)
	}
}

func TestServe_MissingFile_IsAPageForPeople(t *testing.T) {
	for accept, want := range map[string]string{"text/html,*/*;q=0.8": "text/html; charset=utf-8", "*/*": "text/plain; charset=utf-8", "image/avif,*/*": "text/plain; charset=utf-8"} {
		answer := asks(t, site(), "/en/none.pdf", accept)
		require.Equal(t, http.StatusNotFound, answer.StatusCode)
		require.Equal(t, want, answer.Header.Get("Content-Type"), accept)
	}
}

func TestTidy_AnyAddress_IsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		address := "/" + strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"/", "en", "plans", ".html", ".", " ", "\u200e", "/index.htm", "?", "A", "،", "\\"})).Draw(t, "parts"), "")
		tidied := tidy(address)
		require.Equal(t, tidied, tidy(tidied))
		require.True(t, strings.HasPrefix(tidied, "/") && !strings.HasPrefix(tidied, "//"), tidied)
	})
}
