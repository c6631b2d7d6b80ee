// Package logging makes the one logger: JSON lines with the ids of the request at hand and without personal data.
package logging

import (
	"io"
	"log/slog"
	"sync"

	sdklog "go.temporal.io/sdk/log"
)

// New writes to w. Ids come from the context given to the *Context methods (see WithOrderID and its kin).
func New(w io.Writer, level slog.Leveler) *slog.Logger {
	one := &oneAtATime{w: w}
	searched := slog.NewJSONHandler(one, &slog.HandlerOptions{Level: level, ReplaceAttr: redact})
	return slog.New(contextHandler{Handler: searched, own: slog.NewJSONHandler(one, &slog.HandlerOptions{Level: level})})
}

// Own writes the same log without a search for personal data in it, which costs more than the line: for lines of which each part is ours,
// such as the route and status of a request, never what somebody sent.
func Own(log *slog.Logger) *slog.Logger {
	if known, is := log.Handler().(contextHandler); is {
		return slog.New(contextHandler{Handler: known.own, own: known.own})
	}
	return log
}

// oneAtATime keeps lines of two handlers apart.
type oneAtATime struct {
	mu sync.Mutex
	w  io.Writer
}

func (o *oneAtATime) Write(line []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.w.Write(line)
}

// ForTemporal lets the Temporal SDK write through our logger, at its level and with its redaction.
func ForTemporal(logger *slog.Logger) sdklog.Logger {
	return sdklog.NewStructuredLogger(logger.With("component", "temporal"))
}
