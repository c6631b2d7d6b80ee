package health_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/health"
)

func well(context.Context) error { return nil }

func TestReadiness_IsReadyWhenNoPartComplains(t *testing.T) {
	readiness := health.New(health.Check{Name: "database", Probe: well}, health.Check{Name: "cache", Probe: well})
	require.NoError(t, readiness.Ready(t.Context()))
}

func TestReadiness_NamesThePartThatComplains(t *testing.T) {
	gone := errors.New("gone")
	readiness := health.New(
		health.Check{Name: "database", Probe: well},
		health.Check{Name: "cache", Probe: func(context.Context) error { return gone }},
	)
	err := readiness.Ready(t.Context())
	require.ErrorIs(t, err, gone)
	require.EqualError(t, err, "cache: gone")
	require.NoError(t, readiness.Report(t.Context())[0])
	require.Error(t, readiness.Report(t.Context())[1])
}

func TestReadiness_IsNotReadyWhileDrainingThoughAllIsWell(t *testing.T) {
	readiness := health.New(health.Check{Name: "database", Probe: well})
	readiness.Drain()
	require.ErrorIs(t, readiness.Ready(t.Context()), health.ErrDraining)
}

func TestReadiness_LimitsAProbeThatHangs(t *testing.T) {
	var limited bool
	readiness := health.New(health.Check{Name: "database", Probe: func(ctx context.Context) error {
		_, limited = ctx.Deadline()
		return nil
	}})
	require.NoError(t, readiness.Ready(t.Context()))
	require.True(t, limited)
}
