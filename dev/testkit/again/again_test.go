package again_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/again"
)

func TestMain(m *testing.M) {
	again.Main(m, map[string]again.Role{
		"sleeper": func(context.Context, map[string]string) error { select {} },
		"suicide": func(context.Context, map[string]string) error { again.Die(); return nil },
		"failure": func(_ context.Context, variables map[string]string) error { return errors.New(variables["REASON"]) },
	})
}

func TestProcess_IsKilledFromOutside(t *testing.T) {
	p := again.Start(t, "sleeper")
	require.NoError(t, p.Kill())
	<-p.Ended()
}

func TestLives_TellsWhoKilledItself(t *testing.T) {
	killed, err := again.Lives(t.Context(), "suicide")
	require.NoError(t, err)
	require.True(t, killed)
}

func TestLives_IsNotAskedToDieByATestThatIsOver(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	p, err := again.Begin(ctx, "sleeper")
	require.NoError(t, err)
	stop()
	require.NoError(t, p.Wait())
}

func TestLives_SaysWhatAProcessSaidThatEndedByItself(t *testing.T) {
	killed, err := again.Lives(t.Context(), "failure", map[string]string{"REASON": "first"}, map[string]string{"REASON": "the later one"})
	require.ErrorContains(t, err, "the failure of a test ended: the later one")
	require.False(t, killed)
}

func TestLives_RefusesARoleThatNobodyHas(t *testing.T) {
	_, err := again.Lives(t.Context(), "nobody")
	require.ErrorContains(t, err, `no role "nobody"`)
}
