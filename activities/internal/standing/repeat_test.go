package standing_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/worker"

	"selfcare/activities/internal/standing"
)

// repeats runs turns as an activity, whose worker stops when stop is closed.
func repeats(ctx context.Context, stop chan struct{}, turn func(n int) (time.Duration, error)) (turns int, err error) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestActivityEnvironment()
	env.SetWorkerOptions(worker.Options{BackgroundActivityContext: ctx})
	env.SetWorkerStopChannel(stop)
	work := func(ctx context.Context) error {
		return standing.Repeat(ctx, func(context.Context) (time.Duration, error) {
			turns++
			return turn(turns)
		})
	}
	env.RegisterActivity(work)
	_, err = env.ExecuteActivity(work)
	return turns, err
}

func TestRepeat_FailedTurn_EndsActivity(t *testing.T) {
	turns, err := repeats(t.Context(), nil, func(n int) (time.Duration, error) {
		if n == 3 {
			return 0, errors.New("the database is away")
		}
		return time.Microsecond, nil
	})
	require.ErrorContains(t, err, "the database is away")
	require.Equal(t, 3, turns)
}

// A worker that stops lets the turn end, and takes no further one, although the pause is long.
func TestRepeat_WorkerStops_EndsWithoutError(t *testing.T) {
	stop := make(chan struct{})
	turns, err := repeats(t.Context(), stop, func(n int) (time.Duration, error) {
		if n == 2 {
			close(stop)
			return time.Hour, nil
		}
		return 0, nil
	})
	require.NoError(t, err)
	require.Equal(t, 2, turns)
}

func TestRepeat_Cancelled_IsAnError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	turns, err := repeats(ctx, nil, func(int) (time.Duration, error) {
		cancel()
		return time.Hour, nil
	})
	require.ErrorContains(t, err, context.Canceled.Error())
	require.Equal(t, 1, turns)
}
