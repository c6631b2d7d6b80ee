package server

import (
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/recover"
)

const headerTraceID = "X-Trace-Id"

// observe is the outermost layer: whatever happens inside, the answer has the headers, one shape and a line in the log.
func (s *Server) observe(c fiber.Ctx) error {
	started := time.Now()
	current, err := beginRequest(c)
	s.secure(c)
	c.Set(headerTraceID, current.traceID)
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
func (s *Server) answerError(c fiber.Ctx, err error) error {
	answerErr := answerProblem(c, err)
	if status := c.Response().StatusCode(); status >= fiber.StatusInternalServerError {
		s.Log.ErrorContext(c.Context(), "request failed", "error", err, "status", status, "route", c.Route().Path)
	}
	return answerErr
}

func (s *Server) record(c fiber.Ctx, current *request, took time.Duration) {
	status, route := c.Response().StatusCode(), c.Route().Path
	s.Metrics.Request(c.Method(), route, status, took)
	s.Log.InfoContext(c.Context(), "request", "method", c.Method(), "route", route, "status", status,
		"ms", took.Milliseconds(), "userId", current.user.ID)
}

// recovered turns a panic into an error, so that one request cannot end the program.
var recovered = recover.New()
