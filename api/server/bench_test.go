package server_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"
	"github.com/valyala/fasthttp"

	"selfcare/api/server"
	"selfcare/api/servertest"
)

// Each pair shows the cost of the server's layers above a handler that only does the work.

func BenchmarkGetOrder(b *testing.B) {
	r := servertest.New(b, quiet)
	o := r.Start()
	serve(b, r.App, "/api/orders/"+o.ID, map[string]string{"X-Order-Session": o.Session})
}

func BenchmarkBareRow(b *testing.B) {
	r := servertest.New(b, quiet)
	o := r.Start()
	pool, err := pgxpool.New(context.Background(), r.URL)
	require.NoError(b, err)
	b.Cleanup(pool.Close)
	bare := fiber.New()
	bare.Get("/orders/:id", func(c fiber.Ctx) error {
		var state []byte
		if err := pool.QueryRow(c.Context(), "SELECT state FROM orders WHERE id = $1", c.Params("id")).Scan(&state); err != nil {
			return err
		}
		c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
		return c.Send(state)
	})
	serve(b, bare, "/orders/"+o.ID, nil)
}

func BenchmarkCatalogue(b *testing.B) {
	r := servertest.New(b, quiet)
	serve(b, r.App, "/api/lookup/cities", nil)
}

func BenchmarkBareBody(b *testing.B) {
	bare := fiber.New()
	body := []byte(`{"items":[]}`)
	bare.Get("/cities", func(c fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
		return c.Send(body)
	})
	serve(b, bare, "/cities", nil)
}

func quiet(o *server.Options) { o.Log = slog.New(slog.NewJSONHandler(io.Discard, nil)) }

func serve(b *testing.B, app *fiber.App, path string, headers map[string]string) {
	b.Helper()
	handler := app.Handler()
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		var ctx fasthttp.RequestCtx // used again and again, as the server does
		for pb.Next() {
			ctx.Request.Reset()
			ctx.Response.Reset()
			ctx.Request.SetRequestURI(path)
			ctx.Request.Header.SetMethod(http.MethodGet)
			for name, value := range headers {
				ctx.Request.Header.Set(name, value)
			}
			handler(&ctx)
			if ctx.Response.StatusCode() != http.StatusOK {
				b.Errorf("status %d: %s", ctx.Response.StatusCode(), ctx.Response.Body())
				return
			}
		}
	})
}
