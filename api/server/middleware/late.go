package middleware

import (
	"errors"
	"net"
	"time"

	"github.com/gofiber/fiber/v3"
)

const (
	restPause  = 250 * time.Millisecond // a client silent for so long has finished
	restWithin = 2 * time.Second        // a client that sends for longer is cut off
)

// LateError answers failures before the first middleware: a broken or oversized request. It reads the rest of an
// oversized request first: closing over unread bytes resets the connection, and a client that still sends never reads
// its answer. A connection that timed out without a request gets no answer: clients and proxies keep connections open,
// and would take the answer for that of their next request.
func (s *Observer) LateError(c fiber.Ctx, err error) error {
	if errors.Is(err, fiber.ErrRequestTimeout) && len(c.Request().Header.RawHeaders()) == 0 {
		return c.RequestCtx().Conn().Close()
	}
	if errors.Is(err, fiber.ErrRequestEntityTooLarge) || errors.Is(err, fiber.ErrRequestHeaderFieldsTooLarge) {
		readRest(c.RequestCtx().Conn())
	}
	s.setHeaders(c)
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
