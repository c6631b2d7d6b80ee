package server

import (
	"context"
	"time"

	"github.com/gofiber/fiber/v3"
)

// handleWithin bounds everything but open streams. It is longer than flow waits, so that flow says what it waited for.
const handleWithin = 30 * time.Second

// guard stands before each handler of the contract: signature, contract, owner, repeat, in this order.
func (s *Server) guard(op *operation) fiber.Handler {
	if op.catalogue {
		return s.remembered(op)
	}
	steps := s.guardSteps(op)
	return func(c fiber.Ctx) error {
		c.Set(fiber.HeaderCacheControl, "no-store") // orders are nobody else's business, free numbers change
		if !op.streams {
			ctx, cancel := context.WithTimeout(c.Context(), handleWithin)
			defer cancel()
			c.SetContext(ctx)
		}
		for _, step := range steps {
			if err := step(c); err != nil {
				return err
			}
		}
		if op.once {
			return s.once(c)
		}
		return c.Next()
	}
}

func (s *Server) guardSteps(op *operation) []func(fiber.Ctx) error {
	steps := make([]func(fiber.Ctx) error, 0, 3)
	if op.signed {
		steps = append(steps, s.checkSignature)
	}
	steps = append(steps, op.check)
	if op.ofOrder {
		steps = append(steps, s.requireOwner)
	}
	if op.forSupport {
		steps = append(steps, s.requireSupport)
	}
	return steps
}
