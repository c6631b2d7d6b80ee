package webapp_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/webapp"
)

func site(_ context.Context, language string) (gen.BulkConfiguration, error) {
	terms := map[string]string{"en": "terms", "ar": "الشروط"}[language]
	return gen.BulkConfiguration{Routes: []gen.WebsiteRoute{
		{Key: "terms", RewriteUrl: terms},
		{Key: "dashboard", RewriteUrl: "dashboard", RequiresSignIn: true},
		{Key: "maintenance", RewriteUrl: "maintenence"},
		{Key: "service-request", RewriteUrl: "service-request"},
		{Key: "payinvoice", RewriteUrl: "pay-invoice"},
		{Key: "customer-complaints-app", RewriteUrl: "customer-complaints-app"},
	}}, nil
}

// D16 of the review: both answered JSON 404.
func TestCrawlers_RobotsAndSitemap_ListPages(t *testing.T) {
	app := fiber.New()
	require.NoError(t, webapp.Serve(app, fstest.MapFS{}, &middleware.Core{}, "https://selfcare.example", site, nothingWritten{}))
	read := func(path string) string {
		got, err := app.Test(httptest.NewRequest(http.MethodGet, path, nil))
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, got.StatusCode)
		body, err := io.ReadAll(got.Body)
		require.NoError(t, err)
		require.NoError(t, got.Body.Close())
		return string(body)
	}
	require.Contains(t, read("/robots.txt"), "Sitemap: https://selfcare.example/sitemap.xml\n")
	pages := read("/sitemap.xml")
	require.Contains(t, pages, "<loc>https://selfcare.example/en/terms</loc>")
	require.Contains(t, pages, `hreflang="ar" href="https://selfcare.example/ar/%D8%A7%D9%84%D8%B4%D8%B1%D9%88%D8%B7"`)
	require.Contains(t, pages, "<loc>https://selfcare.example/en/faq/refund</loc>")
	require.Contains(t, pages, `hreflang="ar" href="https://selfcare.example/ar/%D8%A7%D9%84%D8%A3%D8%B3%D8%A6%D9%84%D8%A9/%D8%A7%D8%B3%D8%AA%D8%B1%D8%AF%D8%A7%D8%AF"`)
	require.NotContains(t, pages, "dashboard", "search engines must not list a page behind a sign-in")
	require.NotContains(t, pages, "maintenence")
	require.NotContains(t, pages, "service-request", "an order page needs its number")
	require.NotContains(t, pages, "pay-invoice", "it needs the link of a bill")
	require.NotContains(t, pages, "complaints-app", "it is a page of the app")
}
