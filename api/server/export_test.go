package server

import (
	"github.com/gofiber/fiber/v3"

	"selfcare/internal/domain/permission"
)

// NewNarrowed is New with the rule of every customers' operation narrowed, so that a test can meet each of them with the
// rules that only operations still to come have.
func NewNarrowed(options Options, narrow func(permission.Rule) permission.Rule) (*fiber.App, error) {
	s, err := newServer(options.withDefaults())
	if err != nil {
		return nil, err
	}
	contracted, err := operations()
	if err != nil {
		return nil, err
	}
	for _, op := range contracted {
		if op.rule.Caller == permission.Customer {
			op.rule = narrow(op.rule)
		}
	}
	app := fiber.New(s.fiberConfig())
	return app, s.routes(app, contracted)
}
