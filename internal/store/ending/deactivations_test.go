package ending_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/store/storetest"
)

func TestDeactivation_Concurrent_LineHasOne(t *testing.T) {
	_, s := storetest.Database(t)
	user, line := account(t, s, number, storetest.HerID)
	var requests [8]contract.Deactivation
	for n := range requests {
		requests[n] = contract.Deactivation{
			ID: storetest.NewID(), LineID: line, UserID: user, Stage: contract.DeactivationWaiting, RequestedAt: at, UndoUntil: at.AddDate(0, 0, 3), Seq: 1,
		}
	}
	d := requests[storetest.RequireOneWins(t, storetest.ErrLost, func(caller int) error {
		return storetest.Win(s.Deactivations.Open(ctx, requests[caller]))
	})]
	again, err := s.Deactivations.Open(ctx, d)
	require.NoError(t, err)
	require.True(t, again)

	d.Seq, d.Stage, d.UndoneAt = 2, contract.DeactivationUndone, at
	storetest.RequireOneWins(t, storetest.ErrLost, func(int) error { return storetest.Win(s.Deactivations.Save(ctx, d)) })
	older := d
	older.Seq, older.Stage = 1, contract.DeactivationWaiting
	require.ErrorIs(t, storetest.Win(s.Deactivations.Save(ctx, older)), storetest.ErrLost)
	latest, known, err := s.Deactivations.Latest(ctx, line)
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, d, latest)
	next := requests[0]
	next.ID, next.RequestedAt = storetest.NewID(), at.Add(time.Hour)
	require.NoError(t, storetest.Win(s.Deactivations.Open(ctx, next)), "the earlier one is over")
	latest, _, err = s.Deactivations.Latest(ctx, line)
	require.NoError(t, err)
	require.Equal(t, next.ID, latest.ID)
}

func owed(t *testing.T, msisdn, line string) contract.NumberReturn {
	t.Helper()
	return contract.NumberReturn{ID: storetest.NewID(), LineID: line, MSISDN: msisdn, Operator: "stc"}
}

func TestReturns_Take_LeasesEachOnce(t *testing.T) {
	db, s := storetest.Database(t)
	storetest.FillLines(t, db, 1, 20)
	for n := range 20 {
		r := owed(t, fmt.Sprintf("05500000%02d", n), storetest.NthLine(n+1))
		for range 2 {
			require.NoError(t, s.NumberReturns.Owe(ctx, r, at.Add(time.Duration(n)*time.Second)))
		}
	}
	now, until := at.Add(15*time.Second), at.Add(time.Hour)
	taken := make(chan contract.NumberReturn, 100)
	storetest.RequireWins(t, 8, nil, func(int) error {
		due, err := s.NumberReturns.Take(ctx, now, until, 3)
		for _, r := range due {
			taken <- r
		}
		return err
	})
	due, err := s.NumberReturns.Take(ctx, now, until, 100)
	require.NoError(t, err)
	for _, r := range due {
		taken <- r
	}
	close(taken)
	lines := map[string]bool{}
	for r := range taken {
		require.False(t, lines[r.LineID], "it was taken twice")
		require.Equal(t, 1, r.Tries)
		lines[r.LineID] = true
	}
	require.Len(t, lines, 16, "the last four are not due")
	due, err = s.NumberReturns.Take(ctx, until, until.Add(time.Hour), 100)
	require.NoError(t, err)
	require.Len(t, due, 20, "a crashed worker leaves its returns to the next one")
}

func TestReturns_LateResult_IsIgnored(t *testing.T) {
	_, s := storetest.Database(t)
	_, line := account(t, s, number, storetest.HerID)
	require.NoError(t, s.NumberReturns.Owe(ctx, owed(t, "0550000001", line), at))
	state := func() (contract.ReturnState, int) {
		r, known, err := s.NumberReturns.Get(ctx, line)
		require.NoError(t, err)
		require.True(t, known)
		return r.State, r.Tries
	}
	require.ErrorIs(t, storetest.Win(s.NumberReturns.Decide(ctx, line, true, at)), storetest.ErrLost, "it is not held")
	require.NoError(t, s.NumberReturns.Hold(ctx, line, contract.FailNetworkRefused))
	require.NoError(t, s.NumberReturns.NoteDone(ctx, line))
	require.NoError(t, s.NumberReturns.Postpone(ctx, line, at))
	held, _ := state()
	require.Equal(t, contract.ReturnHeld, held)
	storetest.RequireOneWins(t, storetest.ErrLost, func(int) error { return storetest.Win(s.NumberReturns.Decide(ctx, line, false, at)) })
	again, tries := state()
	require.Equal(t, []any{contract.ReturnOwed, 1}, []any{again, tries}, "the next try asks first")
	require.NoError(t, s.NumberReturns.NoteDone(ctx, line))
	require.NoError(t, s.NumberReturns.Hold(ctx, line, contract.FailNetworkRefused))
	done, _ := state()
	require.Equal(t, contract.ReturnDone, done)
}

func TestEndings_ManyLines_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.FillLines(t, db, storetest.FewLines+1, storetest.SomeLines)
	storetest.Fill(t, db,
		`INSERT INTO line_deactivations (id, line_id, user_id, stage, undo_until, seq, state, created_at) SELECT id, id, id, 'ended', now(), 3, '{}', now() FROM lines`,
		`INSERT INTO number_returns (line_id, id, msisdn, operator, state, owed_at) SELECT id, id, msisdn, 'stc', 'returned', now() FROM lines`)
	line := storetest.NthLine(7)
	storetest.RequireIndexed(t, db, map[string]func() error{
		"latest": func() error { return storetest.TakeLastError(s.Deactivations.Latest(ctx, line)) },
		"held":   func() error { return storetest.TakeError(s.Deactivations.ListHeld(ctx)) },
		"take":   func() error { return storetest.TakeError(s.NumberReturns.Take(ctx, at, at, 100)) },
		"facts": func() error {
			leaving, _, err := s.Endings.Line(ctx, line)
			if err != nil {
				return err
			}
			return storetest.TakeError(s.Endings.FactsFor(ctx, leaving, line))
		},
	})
}
