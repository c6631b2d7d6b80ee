package server

import (
	"github.com/gofiber/fiber/v3"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/webapp"
)

// routes is every address of the server. Metrics are not among them: operators have their own port (OPS_ADDR).
func (s *Server) routes(app *fiber.App, contracted map[string]*middleware.Operation) error {
	app.Use(s.observer.Observe, middleware.Recovered, middleware.ReadPaths(contracted))

	app.Get("/livez", s.live)
	app.Get("/readyz", s.ready)

	operations := &middleware.Router{Router: app.Group("/api"), Operations: contracted, Chain: s.chain}
	gen.RegisterHandlers(operations, gen.NewStrictHandler(s, nil))
	operations.Mount()
	if err := s.serveDocumentation(app); err != nil { // /api/docs, /api/docs/style.css, /api/openapi.json
		return err
	}
	s.serveSecurityContact(app)                                                                               // /.well-known/security.txt, /security.txt
	s.serveCodec(app)                                                                                         // /codec/login, /codec/*
	return webapp.Serve(app, s.options.Web, s.core, s.options.PublicURL, s.BulkConfiguration, s.WordHandlers) // /, /robots.txt, /sitemap.xml, /:language/social/:provider, /*
}
