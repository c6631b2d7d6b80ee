package logging_test

import (
	"io"
	"log/slog"
	"testing"

	"selfcare/internal/platform/logging"
)

func BenchmarkInfo(b *testing.B) {
	log := logging.New(io.Discard, slog.LevelInfo)
	for b.Loop() {
		log.InfoContext(b.Context(), "answered", "method", "GET", "route", "/api/orders/{id}", "status", 200, "order", "0198c0de-1234-7abc-8def-012345678901")
	}
}
