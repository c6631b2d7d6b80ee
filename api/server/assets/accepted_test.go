package assets_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"selfcare/api/server/assets"
)

func TestSend_AnyAcceptEncoding_Obeyed(t *testing.T) {
	script := assets.New("a.js", []byte(strings.Repeat("let a = 1;\n", 1000)))
	app := fiber.New()
	app.Get("/", func(c fiber.Ctx) error { return script.Send(c, "no-cache") })
	ask := func(header, value string) *http.Response {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		request.Header.Set(header, value)
		response, err := app.Test(request)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		return response
	}
	for accepts, want := range map[string]string{
		"gzip, deflate, br, zstd": "br", "GZIP": "gzip", "br;q=0, gzip": "gzip", "gzip;q=0": "", "identity": "", "x-library": "", "br;q=0.5": "br",
	} {
		require.Equal(t, want, ask("Accept-Encoding", accepts).Header.Get("Content-Encoding"), accepts)
	}
	for tags, want := range map[string]int{
		script.Etag: http.StatusNotModified, "W/" + script.Etag: http.StatusNotModified, `"old", ` + script.Etag: http.StatusNotModified, "*": http.StatusNotModified,
		`"old"`: http.StatusOK, strings.Trim(script.Etag, `"`): http.StatusOK,
	} {
		require.Equal(t, want, ask("If-None-Match", tags).StatusCode, tags)
	}
}
