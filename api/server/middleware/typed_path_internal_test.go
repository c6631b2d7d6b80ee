package middleware

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"
)

func TestReadPaths_CopiedReference_Read(t *testing.T) {
	operations, err := Operations()
	require.NoError(t, err)
	app := fiber.New()
	var reached string
	app.Use(ReadPaths(operations))
	app.Get("/api/invitations/:code", func(c fiber.Ctx) error { reached = "code " + c.Params("code"); return nil })
	app.Get("/api/support/bills/:number", func(c fiber.Ctx) error { reached = "bill " + c.Params("number"); return nil })
	app.Get("/api/support/bills/:number/bill.pdf", func(c fiber.Ctx) error { reached = "pdf " + c.Params("number"); return nil })
	app.Get("/api/port-outs/:reference/objection", func(c fiber.Ctx) error { reached = "port-out " + c.Params("reference"); return nil })
	app.Get("/*", func(c fiber.Ctx) error { reached = "other " + c.Params("*"); return nil })
	for _, each := range []struct{ address, want string }{
		{"/api/invitations/" + url.PathEscape("ab١٢cd34."), "code AB12CD34"},
		{"/api/invitations/AB12CD34", "code AB12CD34"},
		{"/api/support/bills/" + url.PathEscape("\u2068inv2026–00000001\u2069"), "bill INV2026-00000001"},
		{"/api/support/bills/INV202600000001/bill.pdf", "pdf INV2026-00000001"},
		{"/api/support/bills/not-a-bill", "bill not-a-bill"},
		{"/api/port-outs/" + url.PathEscape("PO–1234\u200e") + "/objection", "port-out PO-1234"},
		{"/en/%E2%81%A8plans", "other en/%E2%81%A8plans"},
	} {
		answer, err := app.Test(httptest.NewRequestWithContext(t.Context(), http.MethodGet, each.address, nil))
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, each.want, reached)
	}
}
