package figure_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/testkit"
	"selfcare/internal/store/storetest"
)

const age = 30 * time.Second

// readAs is a reading that tells its name.
func readAs(name string) func(context.Context) ([]byte, error) {
	return func(context.Context) ([]byte, error) { return []byte(name), nil }
}

func TestShare_WithinAge_IsReadOnce(t *testing.T) {
	db, s := storetest.Database(t)
	share := func(name string) string {
		levels, err := s.Figures.Share(t.Context(), age, readAs(name))
		require.NoError(t, err)
		return string(levels)
	}
	require.Equal(t, "first", share("first"))
	require.Equal(t, "first", share("second"))
	storetest.Exec(t, db, "UPDATE gauge_reading SET read_at = clock_timestamp() - interval '30 seconds'")
	require.Equal(t, "third", share("third"))
}

func TestShare_ReadElsewhere_IsAwaited(t *testing.T) {
	db, s := storetest.Database(t)
	begun, end := make(chan struct{}), make(chan struct{})
	var processes errgroup.Group
	processes.Go(func() error {
		_, err := s.Figures.Share(t.Context(), age, func(context.Context) ([]byte, error) {
			close(begun)
			<-end
			return []byte("first"), nil
		})
		return err
	})
	<-begun
	var second []byte
	processes.Go(func() (err error) {
		second, err = s.Figures.Share(t.Context(), age, readAs("second"))
		return err
	})
	testkit.RequireLockWait(t, db)
	close(end)
	require.NoError(t, processes.Wait())
	require.Equal(t, "first", string(second))
}

func TestShare_ReadFails_NextReads(t *testing.T) {
	_, s := storetest.Database(t)
	broken := errors.New("no connection")
	_, err := s.Figures.Share(t.Context(), age, func(context.Context) ([]byte, error) { return nil, broken })
	require.ErrorIs(t, err, broken)
	levels, err := s.Figures.Share(t.Context(), age, readAs("second"))
	require.NoError(t, err)
	require.Equal(t, "second", string(levels))
}
