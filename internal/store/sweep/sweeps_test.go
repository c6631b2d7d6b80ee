package sweep_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/store/sweep"
)

var ctx = context.Background()

func TestSweeps_EachProcess_CanBeRead(t *testing.T) {
	_, s := testkit.Databases(t)
	for _, p := range sweep.Processes {
		t.Run(p.Name, func(t *testing.T) {
			ids, last, err := s.Sweeps.Open(ctx, p, "", 10)
			require.NoError(t, err)
			require.Empty(t, ids)
			require.Empty(t, last)
			_, _, err = s.Sweeps.Open(ctx, p, uuid.NewString(), 10)
			require.NoError(t, err)
			some := []string{p.Prefix + uuid.NewString(), p.Prefix + "o'clock"}
			for name, ask := range map[string]func(context.Context, sweep.Process, []string) ([]string, error){
				"open": s.Sweeps.StillOpen, "late": s.Sweeps.StillLate, "known": s.Sweeps.ListKnown,
			} {
				found, err := ask(ctx, p, some)
				require.NoError(t, err, name)
				require.Empty(t, found, name)
			}
			late, err := s.Sweeps.Late(ctx, p, 10)
			require.NoError(t, err)
			require.Empty(t, late)
			require.NoError(t, s.Sweeps.Wake(ctx, p, some))
		})
	}
}

func TestSweeps_Place_IsTheLastEnd(t *testing.T) {
	_, s := testkit.Databases(t)
	p := sweep.Processes[0]
	at, err := s.Sweeps.Place(ctx, p)
	require.NoError(t, err)
	require.Empty(t, at.RowKey)
	since, err := s.Sweeps.Since(ctx)
	require.NoError(t, err)
	require.Zero(t, since)
	for _, place := range []sweep.Place{{RowKey: uuid.NewString(), Page: []byte("next")}, {}} {
		require.NoError(t, s.Sweeps.Keep(ctx, p, place))
		at, err = s.Sweeps.Place(ctx, p)
		require.NoError(t, err)
		require.Equal(t, place.RowKey, at.RowKey)
		require.Equal(t, string(place.Page), string(at.Page))
	}
}
