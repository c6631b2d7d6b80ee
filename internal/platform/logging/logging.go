// Package logging makes the one logger: JSON lines with the ids of the request at hand and without personal data.
package logging

import (
	"io"
	"log/slog"

	sdklog "go.temporal.io/sdk/log"
)

// New writes to w. Ids come from the context given to the *Context methods (see WithOrderID and its kin).
func New(w io.Writer, level slog.Leveler) *slog.Logger {
	lines := slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level, ReplaceAttr: redact})
	return slog.New(contextHandler{lines})
}

// ForTemporal lets the Temporal SDK write through our logger, at its level and with its redaction.
func ForTemporal(logger *slog.Logger) sdklog.Logger {
	return sdklog.NewStructuredLogger(logger.With("component", "temporal"))
}
