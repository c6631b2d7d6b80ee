package app

import (
	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/adaptor"

	"selfcare/internal/platform/health"
)

// buildOps answers orchestrators and monitoring. Figures reveal the business, so they are not at the customers'
// address.
func (p *parts) buildOps(readiness *health.Readiness) (*fiber.App, error) {
	app := fiber.New(fiber.Config{AppName: "selfcare operations"})
	app.Get("/livez", func(c fiber.Ctx) error { return c.SendStatus(fiber.StatusOK) })
	app.Get("/readyz", func(c fiber.Ctx) error {
		degraded, err := readiness.Ready(c.Context())
		switch {
		case err != nil:
			p.log.WarnContext(c.Context(), "not ready", "error", err)
			return c.Status(fiber.StatusServiceUnavailable).SendString("not ready\n")
		case degraded != nil:
			p.log.WarnContext(c.Context(), "ready, but degraded", "error", degraded)
			return c.SendString("ready, but degraded\n")
		}
		return c.SendString("ready\n")
	})
	app.Get("/metrics", adaptor.HTTPHandler(p.metrics.Handler()))
	return app, nil
}
