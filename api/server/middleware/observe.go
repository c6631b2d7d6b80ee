package middleware

import (
	"net/http"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/recover"
)

const headerTraceID = "X-Trace-Id"

// Observer logs and counts each request, and gives each answer its headers.
type Observer struct {
	*Core
	Metrics Metrics
	Headers []FixedHeader
}

// Observe is the outermost layer: whatever happens inside, the answer has the headers, one shape and a line in the log.
func (s *Observer) Observe(c fiber.Ctx) error {
	started := time.Now()
	current, err := beginRequest(c)
	s.secure(c)
	c.Set(headerTraceID, current.TraceID)
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
	s.Log.InfoContext(c.Context(), "request", "method", c.Method(), "route", route, "status", status,
		"ms", took.Milliseconds(), "userId", current.User.ID)
}

// Recovered turns a panic into an error, so that one request cannot end the program.
var Recovered = recover.New()

// Metrics takes a figure for each answer and shows all figures.
type Metrics interface {
	Request(method, route string, status int, took time.Duration)
	Handler() http.Handler
}

// LateError answers what went wrong before the first middleware: a broken or oversized request.
func (s *Observer) LateError(c fiber.Ctx, err error) error {
	s.secure(c)
	return s.answerError(c, err)
}
