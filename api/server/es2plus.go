package server

import (
	"context"

	"github.com/gofiber/fiber/v3"

	"selfcare/api/server/middleware"
	"selfcare/internal/gateway/callback"
)

// ES2Plus says how an SM-DP+ reports downloads (GSMA SGP.22, ES2+). The standard fixes the address and the answer, so the contract does
// not hold them.
type ES2Plus struct {
	Path     string // of handleDownloadProgressInfo
	Protocol string // our version of SGP.22, in the header X-Admin-Protocol of each answer
	Receiver callback.Receiver
}

// NewES2Plus puts the listener for the reports of an SM-DP+ together. The listener must demand a client certificate. The
// returned app does not listen yet.
func NewES2Plus(options Options, reports ES2Plus) (*fiber.App, error) {
	s, err := newServer(options.withDefaults())
	if err != nil {
		return nil, err
	}
	s.observer.Unproxied = true
	app := fiber.New(s.fiberConfig())
	app.Hooks().OnPreShutdown(func() error { s.stop(); return nil })
	app.Use(s.observer.Observe, middleware.Recovered)
	app.Post(reports.Path, func(c fiber.Ctx) error {
		c.Set("X-Admin-Protocol", reports.Protocol)
		ctx, cancel := context.WithTimeout(c.Context(), middleware.HandleWithin)
		defer cancel()
		if err := s.Take(ctx, "esim", reports.Receiver, s.core.CallBackOf(c)); err != nil {
			return err
		}
		return c.SendStatus(fiber.StatusNoContent)
	})
	return app, nil
}
