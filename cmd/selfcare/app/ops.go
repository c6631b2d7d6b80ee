package app

import (
	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/adaptor"

	"selfcare/internal/platform/health"
)

// buildOps answers what an orchestrator and those who watch over the product ask. Figures tell how the business goes, so
// they are not at the customers' address.
func (p *parts) buildOps(readiness *health.Readiness) (*fiber.App, error) {
	app := fiber.New(fiber.Config{AppName: "selfcare operations"})
	app.Get("/livez", func(c fiber.Ctx) error { return c.SendStatus(fiber.StatusOK) })
	app.Get("/readyz", func(c fiber.Ctx) error {
		if _, err := readiness.Ready(c.Context()); err != nil {
			p.log.WarnContext(c.Context(), "not ready", "error", err)
			return c.SendStatus(fiber.StatusServiceUnavailable)
		}
		return c.SendStatus(fiber.StatusOK)
	})
	app.Get("/metrics", adaptor.HTTPHandler(p.metrics.Handler()))
	return app, nil
}
