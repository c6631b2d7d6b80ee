// Package logging makes the one logger: JSON lines with the ids of the current request and without personal data.
package logging

import (
	"io"
	"log/slog"
	"sync"

	sdklog "go.temporal.io/sdk/log"
)

// New returns a logger that writes to w. The ids come from the context of the *Context methods (see WithOrderID).
func New(w io.Writer, level slog.Leveler) *slog.Logger {
	one := &oneAtATime{w: w}
	searched := slog.NewJSONHandler(one, &slog.HandlerOptions{Level: level, ReplaceAttr: redact})
	return slog.New(contextHandler{Handler: searched, own: slog.NewJSONHandler(one, &slog.HandlerOptions{Level: level})})
}

// Own returns the same logger without redaction, which costs more than the line itself. Use it only for lines whose every part
// is ours, such as the route and status of a request, never for data from outside.
func Own(log *slog.Logger) *slog.Logger {
	if known, is := log.Handler().(contextHandler); is {
		return slog.New(contextHandler{Handler: known.own, own: known.own})
	}
	return log
}

// oneAtATime keeps the lines of two handlers apart.
type oneAtATime struct {
	mu sync.Mutex
	w  io.Writer
}

func (o *oneAtATime) Write(line []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w.Write(line)
}

// ForTemporal lets the Temporal SDK write through our logger, with its level and redaction.
func ForTemporal(logger *slog.Logger) sdklog.Logger {
	return sdklog.NewStructuredLogger(logger.With("component", "temporal"))
}
