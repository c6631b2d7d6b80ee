package server

import (
	"context"
	"fmt"
	"time"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/domain/permission"
)

// handleWithin bounds everything but open streams. It is longer than flow waits, so that flow says what it waited for.
const handleWithin = 30 * time.Second

// chain runs before each handler of the contract: signature, contract, owner, repeat, in this order.
func (s *Server) chain(op *operation) fiber.Handler {
	steps := s.checks(op)
	if op.catalogue {
		return s.cachedAnswer(op, steps)
	}
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
		if op.idempotent {
			return s.idempotent(c)
		}
		return c.Next()
	}
}

func (s *Server) checks(op *operation) []func(fiber.Ctx) error {
	check := func(c fiber.Ctx) error {
		if err := op.checkVersion(c); err != nil {
			return err
		}
		return op.check(c)
	}
	switch op.rule.Caller {
	case permission.System:
		return []func(fiber.Ctx) error{s.checkSignature, check}
	case permission.OrderOwner:
		if op.rule.WithSession {
			return []func(fiber.Ctx) error{check, s.requireOwner, s.requireSession}
		}
		return []func(fiber.Ctx) error{check, s.requireOwner}
	case permission.Support:
		return []func(fiber.Ctx) error{check, s.requireSupport}
	case permission.Device:
		return []func(fiber.Ctx) error{check, s.requireSession}
	case permission.Customer:
		return []func(fiber.Ctx) error{check, s.requireSession, s.requireLine(op.rule)}
	case permission.Visitor:
		return []func(fiber.Ctx) error{check, s.optionalSession}
	case permission.Anybody:
		return []func(fiber.Ctx) error{check}
	default:
		panic(fmt.Sprintf("operation %s is for nobody", op.id)) // at the start of the program, never later
	}
}
