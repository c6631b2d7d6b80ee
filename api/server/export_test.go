package server

import (
	"github.com/gofiber/fiber/v3"

	"selfcare/api/server/middleware"
	"selfcare/internal/domain/permission"
)

// NewNarrowed is New with the rule of every customers' operation narrowed, so that a test can meet each of them with the
// rules that only operations still to come have.
func NewNarrowed(options Options, narrow func(permission.Rule) permission.Rule) (*fiber.App, error) {
	s, err := newServer(options.withDefaults())
	if err != nil {
		return nil, err
	}
	contracted, err := middleware.Operations()
	if err != nil {
		return nil, err
	}
	narrowed := map[string]*middleware.Operation{}
	for name, op := range contracted {
		own := *op // the contract's operations are shared
		if own.Rule.Caller == permission.Customer {
			own.Rule = narrow(own.Rule)
		}
		narrowed[name] = &own
	}
	app := fiber.New(s.fiberConfig())
	return app, s.routes(app, narrowed)
}
