package middleware

import (
	"errors"
	"io"
	"net"
	"time"

	"github.com/gofiber/fiber/v3"
)

const (
	restPause = 250 * time.Millisecond // a client that says nothing for so long has said all
	restReads = 64                     // of restPiece each: who goes on after them is cut off
	restPiece = 16 << 10
)

// LateError answers what went wrong before the first middleware: a broken or oversized request. The rest of an oversized one is read
// first: a connection that is closed over unread bytes is reset, and a client that is still sending never reads its answer.
func (s *Observer) LateError(c fiber.Ctx, err error) error {
	if errors.Is(err, fiber.ErrRequestEntityTooLarge) || errors.Is(err, fiber.ErrRequestHeaderFieldsTooLarge) {
		readRest(c.RequestCtx().Conn())
	}
	s.secure(c)
	return s.answerError(c, err)
}

func readRest(from net.Conn) {
	for range restReads {
		if err := from.SetReadDeadline(time.Now().Add(restPause)); err != nil {
			return
		}
		if read, err := io.CopyN(io.Discard, from, restPiece); err != nil || read == 0 {
			return
		}
	}
}
