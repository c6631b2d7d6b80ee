package server

import (
	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/adaptor"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/webapp"
)

// routes is every address the server has.
func (s *Server) routes(app *fiber.App, contracted map[string]*middleware.Operation) error {
	app.Use(s.observer.Observe, middleware.Recovered)

	app.Get("/livez", s.live)
	app.Get("/readyz", s.ready)
	app.Get("/metrics", adaptor.HTTPHandler(s.options.Metrics.Handler()))

	gen.RegisterHandlers(
		middleware.Router{Router: app.Group("/api"), Operations: contracted, Chain: s.chain},
		gen.NewStrictHandler(s, nil),
	)
	if err := s.serveDocumentation(app); err != nil { // /api/docs, /api/docs/style.css, /api/openapi.json
		return err
	}
	s.serveCodec(app)                                                    // /codec/login, /codec/*
	return webapp.Serve(app, s.options.Web, s.core, s.BulkConfiguration) // /, /*
}
