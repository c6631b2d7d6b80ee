package shutdown_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/shutdown"
)

func TestSequence_Stop_NewestFirstOnce(t *testing.T) {
	var order []string
	var sequence shutdown.Sequence
	for _, name := range []string{"database", "server", "worker"} {
		sequence.Add(name, func(context.Context) error {
			order = append(order, name)
			return nil
		})
	}
	require.NoError(t, sequence.Run(t.Context()))
	require.NoError(t, sequence.Run(t.Context()))
	require.Equal(t, []string{"worker", "server", "database"}, order)
}

func TestSequence_Failure_GoesOnAndNamesIt(t *testing.T) {
	broken := errors.New("broken")
	stopped := false
	var sequence shutdown.Sequence
	sequence.Add("database", func(context.Context) error { stopped = true; return nil })
	sequence.Add("server", func(context.Context) error { return broken })
	err := sequence.Run(t.Context())
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "stop server")
	require.True(t, stopped)
}
