package middleware

import (
	"errors"
	"net"
	"time"

	"github.com/gofiber/fiber/v3"
)

const (
	restPause  = 250 * time.Millisecond // a client that says nothing for so long has said all
	restWithin = 2 * time.Second        // who goes on for longer is cut off
)

// LateError answers what went wrong before the first middleware: a broken or oversized request. The rest of an oversized one is read
// first: a connection that is closed over unread bytes is reset, and a client that is still sending never reads its answer.
// Who has asked nothing in time gets none: clients and proxies keep connections at hand, and would take it for that of their next
// request.
func (s *Observer) LateError(c fiber.Ctx, err error) error {
	if errors.Is(err, fiber.ErrRequestTimeout) && len(c.Request().Header.RawHeaders()) == 0 {
		return c.RequestCtx().Conn().Close()
	}
	if errors.Is(err, fiber.ErrRequestEntityTooLarge) || errors.Is(err, fiber.ErrRequestHeaderFieldsTooLarge) {
		readRest(c.RequestCtx().Conn())
	}
	s.secure(c)
	return s.answerError(c, err)
}

func readRest(from net.Conn) {
	piece := make([]byte, 16<<10)
	for until := time.Now().Add(restWithin); time.Now().Before(until); {
		if err := from.SetReadDeadline(time.Now().Add(restPause)); err != nil {
			return
		}
		if _, err := from.Read(piece); err != nil {
			return
		}
	}
}
