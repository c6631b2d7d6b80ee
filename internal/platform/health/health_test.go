package health_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/health"
)

func well(context.Context) error { return nil }

func TestReadiness_AllWell_IsReady(t *testing.T) {
	readiness := health.New(health.Check{Name: "database", Probe: well}, health.Check{Name: "cache", Probe: well})
	degraded, err := readiness.Ready(t.Context())
	require.NoError(t, err)
	require.NoError(t, degraded)
}

func TestReadiness_PartFails_IsNamed(t *testing.T) {
	gone := errors.New("gone")
	readiness := health.New(
		health.Check{Name: "database", Probe: well},
		health.Check{Name: "cache", Probe: func(context.Context) error { return gone }},
	)
	_, err := readiness.Ready(t.Context())
	require.ErrorIs(t, err, gone)
	require.EqualError(t, err, "cache: gone")
	require.NoError(t, readiness.Report(t.Context())[0])
	require.Error(t, readiness.Report(t.Context())[1])
}

func TestReadiness_OptionalPartFails_IsNamed(t *testing.T) {
	gone := errors.New("gone")
	readiness := health.New(
		health.Check{Name: "database", Probe: well},
		health.Check{Name: "Redis", Probe: func(context.Context) error { return gone }, Spare: true},
	)
	degraded, err := readiness.Ready(t.Context())
	require.NoError(t, err)
	require.EqualError(t, degraded, "Redis: gone")
}

func TestReadiness_Draining_IsNotReady(t *testing.T) {
	readiness := health.New(health.Check{Name: "database", Probe: well})
	readiness.Drain()
	_, err := readiness.Ready(t.Context())
	require.ErrorIs(t, err, health.ErrDraining)
}

func TestReadiness_ProbeHangs_IsLimited(t *testing.T) {
	var limited bool
	readiness := health.New(health.Check{Name: "database", Probe: func(ctx context.Context) error {
		_, limited = ctx.Deadline()
		return nil
	}})
	degraded, err := readiness.Ready(t.Context())
	require.NoError(t, err)
	require.NoError(t, degraded)
	require.True(t, limited)
}

func TestReady_NotListening_IsNotReady(t *testing.T) {
	r := health.New()
	started := r.Start()
	_, err := r.Ready(t.Context())
	require.ErrorIs(t, err, health.ErrStarting)
	started()
	_, err = r.Ready(t.Context())
	require.NoError(t, err)
}
