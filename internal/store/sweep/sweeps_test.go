package sweep_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/store/storetest"
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

// named returns the process of a name.
func named(name string) sweep.Process {
	return sweep.Processes[slices.IndexFunc(sweep.Processes, func(p sweep.Process) bool { return p.Name == name })]
}

// Tens of thousands of purchases and deactivations wait for their day. A sweep reads those that are past it.
func TestLate_ManyWaiting_UsesAnIndex(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.FillLines(t, db, storetest.FewLines+1, storetest.SomeLines)
	storetest.Fill(t, db, `
		INSERT INTO purchases (id, number, kind, stage, user_id, payer_line, line_id, total, seq, state, created_at)
		SELECT id, 'PU' || right(msisdn, 4), 'bundle', 'scheduled', id, id, id, 100, 1, jsonb_build_object('effectiveAt', to_char(
		    CASE WHEN msisdn < '0570000004' THEN now() - interval '2 hours' - right(msisdn, 1)::int * interval '1 minute' ELSE now() + interval '1 day' END AT TIME ZONE 'UTC',
		    'YYYY-MM-DD"T"HH24:MI:SS"Z"')), now() FROM lines`,
		`INSERT INTO line_deactivations (id, line_id, user_id, stage, undo_until, seq, state, created_at)
		SELECT id, id, id, 'waiting', CASE WHEN msisdn < '0570000004' THEN now() - interval '2 hours' ELSE now() + interval '1 day' END, 1, '{}', now() FROM lines`)
	late, err := s.Sweeps.Late(ctx, named("purchase"), 2)
	require.NoError(t, err)
	require.Equal(t, []string{contract.PurchaseWorkflowID("PU0003"), contract.PurchaseWorkflowID("PU0002")}, late, "the longest waiting first")
	some := []string{contract.PurchaseWorkflowID("PU0003"), contract.PurchaseWorkflowID("PU0004")}
	still, err := s.Sweeps.StillLate(ctx, named("purchase"), some)
	require.NoError(t, err)
	require.Equal(t, some[:1], still)
	storetest.RequireIndexed(t, db, map[string]func() error{
		"purchases":     func() error { return storetest.TakeError(s.Sweeps.Late(ctx, named("purchase"), 1000)) },
		"deactivations": func() error { return storetest.TakeError(s.Sweeps.Late(ctx, named("deactivation"), 1000)) },
		"one purchase":  func() error { return storetest.TakeError(s.Sweeps.StillLate(ctx, named("purchase"), some)) },
	})
}
