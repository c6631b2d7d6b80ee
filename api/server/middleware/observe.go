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
	Lines   *slog.Logger // a line for each request, with only our own words
	Metrics Metrics
	Headers FixedHeaders
	Proxies Proxies
}

// Observe is the outermost layer: every answer gets the headers, the common shape and a line in the log.
func (s *Observer) Observe(c fiber.Ctx) error {
	started := time.Now()
	current := s.beginRequest(c)
	s.secure(c)
	c.Set(headerTraceID, current.TraceID)
	err := oneLength(c)
	if err == nil {
		err = c.Next()
	}
	if err != nil {
		err = s.answerError(c, err)
	}
	s.record(c, current, time.Since(started))
	return err
}

// oneLength refuses a request whose body length readers may disagree on: a proxy in front may have used another
// length, and the rest would become the next customer's request. So the connection ends, too.
func oneLength(c fiber.Ctx) error {
	if hasOneLength(c.Request().Header.RawHeaders()) { // the raw headers: the server has already merged the lengths
		return nil
	}
	c.RequestCtx().SetConnectionClose()
	return contract.Refuse(contract.FailNotJSON)
}

// hasOneLength tells whether headers are well formed and state the body's length once, in digits (RFC 9112, 5.1 and
// 6). Chunked bodies are refused: the server skips text after the digits of a chunk's size, and a proxy may read
// another size.
func hasOneLength(sent []byte) bool {
	lengths := 0
	for line := range bytes.Lines(sent) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			continue
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		switch {
		case len(name) == len(line), len(name) == 0, bytes.ContainsAny(name, " \t\r\v\f\x00"): // also a folded line
			return false
		case bytes.EqualFold(name, []byte(fiber.HeaderTransferEncoding)):
			return false
		case bytes.EqualFold(name, []byte(fiber.HeaderContentLength)):
			lengths++
			value = bytes.Trim(value, " \t")
			if lengths > 1 || len(value) == 0 || len(bytes.Trim(value, "0123456789")) > 0 {
				return false
			}
		}
	}
	return true
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
