package middleware

import (
	"context"
	"fmt"
	"time"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/domain/permission"
	"selfcare/internal/store/audit"
)

// HandleWithin bounds everything but open streams. It is longer than the waits of flow, so that flow can report its
// own timeout.
const HandleWithin = 30 * time.Second

// Chain runs before each handler of the contract: signature, contract, owner, repeat, in this order.
type Chain struct {
	*Core
	Sessions       *Sessions
	Orders         orderOwners
	Requests       requestStore
	Reads          readLog
	Entries        stepLog
	WebhookSecrets map[string]string // by partner system
	ClaimBeat      time.Duration     // heartbeat of a request with an idempotency key
}

type stepLog interface {
	Write(ctx context.Context, e audit.Record) error
}

// before returns the chain of one operation.
func (s *Chain) before(op *Operation) fiber.Handler {
	steps := s.checks(op)
	if op.catalogue {
		cached := s.cachedAnswer(steps)
		return func(c fiber.Ctx) error {
			RequestOf(c.Context()).Operation = op.id
			return cached(c)
		}
	}
	return func(c fiber.Ctx) error {
		RequestOf(c.Context()).Operation = op.id
		c.Set(fiber.HeaderCacheControl, "no-store") // orders are private, and free numbers change
		if !op.streams {
			ctx, cancel := context.WithTimeout(c.Context(), HandleWithin)
			defer cancel()
			c.SetContext(ctx)
		}
		for _, step := range steps {
			if err := step(c); err != nil {
				return err
			}
		}
		switch {
		case op.idempotent:
			return s.idempotent(c)
		case op.revalidated:
			return revalidated(c)
		default:
			return c.Next()
		}
	}
}

func (s *Chain) checks(op *Operation) []func(fiber.Ctx) error {
	check := func(c fiber.Ctx) error {
		if err := op.validateVersion(c); err != nil {
			return err
		}
		return op.validate(c)
	}
	if op.catalogue {
		check = s.checkedOnce(op, check)
	}
	check = op.reading(check)
	session := s.Sessions.requireFor(op.Rule)
	switch op.Rule.Caller {
	case permission.System:
		return []func(fiber.Ctx) error{s.validateSignature, check}
	case permission.Partner:
		return []func(fiber.Ctx) error{check, s.noteCallBack}
	case permission.OrderOwner:
		if op.Rule.WithSession {
			return []func(fiber.Ctx) error{check, s.requireOwner(op.Rule), session}
		}
		if op.Rule.SessionSeen {
			return []func(fiber.Ctx) error{check, s.requireOwner(op.Rule), s.Sessions.optional}
		}
		return []func(fiber.Ctx) error{check, s.requireOwner(op.Rule)}
	case permission.Support:
		return []func(fiber.Ctx) error{check, session, requireSupport, s.noteRead(op)}
	case permission.Staff:
		return []func(fiber.Ctx) error{check, session, requireStaff}
	case permission.Device:
		return []func(fiber.Ctx) error{check, session}
	case permission.Customer:
		return []func(fiber.Ctx) error{check, session, requireLine(op.Rule)}
	case permission.Visitor:
		return []func(fiber.Ctx) error{check, s.Sessions.seen(op.Rule), requireOpen(op.Rule)}
	case permission.Public:
		return []func(fiber.Ctx) error{check}
	default:
		panic(fmt.Sprintf("operation %s has no access rule", op.id)) // only at the start of the program
	}
}
