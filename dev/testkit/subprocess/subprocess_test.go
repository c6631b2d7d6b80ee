package subprocess_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/subprocess"
)

func TestMain(m *testing.M) {
	subprocess.Main(m, map[string]subprocess.Role{
		"sleeper": func(context.Context, map[string]string) error { select {} },
		"suicide": func(context.Context, map[string]string) error { subprocess.Die(); return nil },
		"failure": func(_ context.Context, variables map[string]string) error { return errors.New(variables["REASON"]) },
	})
}

func TestProcess_Kill_EndsIt(t *testing.T) {
	p := subprocess.Start(t, "sleeper")
	require.NoError(t, p.Kill())
	<-p.Ended()
}

func TestLives_OwnDeath_IsReported(t *testing.T) {
	killed, err := subprocess.Lives(t.Context(), "suicide")
	require.NoError(t, err)
	require.True(t, killed)
}

func TestLives_EndedTest_LeavesIt(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	p, err := subprocess.Begin(ctx, "sleeper")
	require.NoError(t, err)
	stop()
	require.NoError(t, p.Wait())
}

func TestLives_EarlyEnd_ShowsItsOutput(t *testing.T) {
	killed, err := subprocess.Lives(t.Context(), "failure", map[string]string{"REASON": "first"}, map[string]string{"REASON": "the later one"})
	require.ErrorContains(t, err, "the failure of a test ended: the later one")
	require.False(t, killed)
}

func TestLives_UnknownRole_IsRefused(t *testing.T) {
	_, err := subprocess.Lives(t.Context(), "nobody")
	require.ErrorContains(t, err, `no role "nobody"`)
}
