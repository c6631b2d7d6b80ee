package middleware

import (
	"bytes"
	"log/slog"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/recover"

	"selfcare/internal/contract"
	"selfcare/internal/platform/tracing"
)

const headerTraceID = "X-Trace-Id"

// Observer logs and counts each request, and gives each answer its headers.
type Observer struct {
	*Core
	Lines   *slog.Logger // one for each request, of which all is ours
	Metrics Metrics
	Headers FixedHeaders
	Proxies Proxies
}

// Observe is the outermost layer: whatever happens inside, the answer has the headers, one shape and a line in the log.
func (s *Observer) Observe(c fiber.Ctx) error {
	started := time.Now()
	current, err := s.beginRequest(c)
	s.secure(c)
	c.Set(headerTraceID, current.TraceID)
	if err == nil {
		err = oneLength(c)
	}
	if err == nil {
		err = c.Next()
	}
	if err != nil {
		err = s.answerError(c, err)
	}
	s.record(c, current, time.Since(started))
	return err
}

// oneLength refuses a body with two lengths: a proxy in front of us may have believed the other one, and what is left over
// would be somebody's next request. So the connection ends, too.
func oneLength(c fiber.Ctx) error {
	asSent := c.Request().Header.RawHeaders() // by now the server has made one length of them
	if !hasHeader(asSent, transferEncoding) || !hasHeader(asSent, contentLength) {
		return nil
	}
	c.RequestCtx().SetConnectionClose()
	return contract.Refuse(contract.FailValidation)
}

var transferEncoding, contentLength = []byte("Transfer-Encoding:"), []byte("Content-Length:")

func hasHeader(sent, name []byte) bool {
	for line := range bytes.Lines(sent) {
		if len(line) >= len(name) && bytes.EqualFold(line[:len(name)], name) {
			return true
		}
	}
	return false
}

// answerError words an error for the caller and keeps its cause for the log.
func (s *Core) answerError(c fiber.Ctx, err error) error {
	answerErr := answerProblem(c, err)
	if status := c.Response().StatusCode(); status >= fiber.StatusInternalServerError {
		s.Log.ErrorContext(c.Context(), "request failed", "error", err, "status", status, "route", c.Route().Path)
	}
	return answerErr
}

func (s *Observer) record(c fiber.Ctx, current *Request, took time.Duration) {
	status, route := c.Response().StatusCode(), c.Route().Path
	s.Metrics.Request(c.Method(), route, status, took)
	tracing.Answered(current.span, asContracted(current.Operation), c.Method(), route, status)
	level := slog.LevelInfo
	if current.FromMemory && status < fiber.StatusBadRequest {
		level = slog.LevelDebug // counted, and as often asked for as a picture: nothing happened that anybody would look for
	}
	s.Lines.LogAttrs(c.Context(), level, "request", slog.String("method", c.Method()), slog.String("route", route), slog.Int("status", status),
		slog.Int64("ms", took.Milliseconds()), slog.String("userId", current.User.ID), slog.String("client", current.Network()))
}

// Recovered turns a panic into an error, so that one request cannot end the program.
var Recovered = recover.New()

// Metrics takes a figure for each answer.
type Metrics interface {
	Request(method, route string, status int, took time.Duration)
}
