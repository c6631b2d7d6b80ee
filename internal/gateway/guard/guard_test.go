package guard_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway/guard"
)

func TestDo_EachPolicy_HasTimeLeft(t *testing.T) {
	quiet := slog.New(slog.DiscardHandler)
	// Time-outs of one try of an activity: a notice, a message that a person waits for, a cut-over, any other call.
	for _, try := range []time.Duration{5 * time.Second, 8 * time.Second, 10 * time.Second, 15 * time.Second} {
		slow := guard.New(guard.Config{System: "test", Timeout: time.Minute}, nil, quiet)
		ctx, cancel := context.WithTimeout(t.Context(), try)
		require.LessOrEqual(t, guard.Within(ctx, slow), try-time.Second, try)
		cancel()
	}
	quick := guard.New(guard.Config{System: "test", Timeout: time.Second}, nil, quiet)
	require.Equal(t, time.Second, guard.Within(t.Context(), quick), "its own limit without a deadline")
}
