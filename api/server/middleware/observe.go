package middleware

import (
	"log/slog"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/recover"

	"selfcare/internal/platform/tracing"
)

const headerTraceID = "X-Trace-Id"

// Observer logs and counts each request, and gives each answer its headers.
type Observer struct {
	*Core
	Lines   *slog.Logger // a line for each request, with only our own words
	Metrics Metrics
	Headers FixedHeaders
	Proxies Proxies
	// Unproxied says that no proxy stands before us, so that a body may come in chunks.
	Unproxied bool
}

// Observe is the outermost layer: every answer gets the headers, the common shape and a line in the log.
func (s *Observer) Observe(c fiber.Ctx) error {
	started := time.Now()
	current := s.beginRequest(c)
	s.setHeaders(c)
	c.Set(headerTraceID, current.TraceID)
	var err error
	if !s.Unproxied {
		err = validateFraming(c)
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
		level = slog.LevelDebug // routine and frequent: not worth a line in the log
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
