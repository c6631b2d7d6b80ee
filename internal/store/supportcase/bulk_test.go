package supportcase_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	domain "selfcare/internal/domain/supportcase"
	"selfcare/internal/store"
	"selfcare/internal/store/storetest"
)

// begun is a bulk of a member of staff.
func begun(t *testing.T, s *store.Store, name string) contract.Bulk {
	t.Helper()
	return contract.Bulk{
		ID: storetest.NewID(), Note: "the network is back", StartedBy: member(t, s, name), State: contract.BulkRunning, PerMinute: 60, StartedAt: at, Seq: 1,
	}
}

func matching(t *testing.T, s *store.Store) []domain.Case {
	t.Helper()
	found, err := s.Cases.Matching(ctx, contract.BulkFilter{Kind: "purchase", Code: contract.FailNetworkRefused, From: at, Until: at.Add(time.Hour)})
	require.NoError(t, err)
	return found
}

func TestBulk_Repeated_HasItsItemsOnce(t *testing.T) {
	db, s := storetest.Database(t)
	held := hold(t, db, 5)
	b := begun(t, s, "noura")
	require.Len(t, matching(t, s), 5)
	for range 2 {
		require.NoError(t, s.InTx(ctx, func(q *store.Tx) error { return q.Bulks.Open(ctx, b, matching(t, s)) }))
	}
	items, err := s.Bulks.Items(ctx, b.ID, "", 2, 2)
	require.NoError(t, err)
	require.Equal(t, []string{held[2], held[3]}, []string{items[0].CaseID, items[1].CaseID})
	of := contract.BulkItem{BulkID: b.ID, Position: 1}
	require.NoError(t, s.Bulks.Finish(ctx, of, contract.BulkRefused, contract.FailNetworkRefused, at))
	require.NoError(t, s.Bulks.Finish(ctx, of, contract.BulkResumed, "", at.Add(time.Hour)), "a late result changes nothing")
	item, err := s.Bulks.Item(ctx, of)
	require.NoError(t, err)
	require.Equal(t, []any{contract.BulkRefused, contract.FailNetworkRefused}, []any{item.Outcome, item.FailureCode})
	counts, err := s.Bulks.Counts(ctx, b.ID, storetest.NewID())
	require.NoError(t, err)
	require.Len(t, counts, 1)
	require.Equal(t, []int{4, 1}, []int{counts[b.ID].Waiting, counts[b.ID].Refused})
}

func TestBulk_OlderState_IsIgnored(t *testing.T) {
	_, s := storetest.Database(t)
	b := begun(t, s, "noura")
	require.NoError(t, storetest.Win(s.Bulks.Save(ctx, b)))
	stopped := b
	stopped.Seq, stopped.State, stopped.EndedAt = 3, contract.BulkStopped, at.Add(time.Minute)
	storetest.RequireOneWins(t, storetest.ErrLost, func(int) error { return storetest.Win(s.Bulks.Save(ctx, stopped)) })
	paused := b
	paused.Seq, paused.State = 2, contract.BulkPaused
	require.ErrorIs(t, storetest.Win(s.Bulks.Save(ctx, paused)), storetest.ErrLost)
	stored, known, err := s.Bulks.Get(ctx, b.ID)
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, stopped, stored)
	later := begun(t, s, "fahad")
	later.StartedAt = at.Add(time.Hour)
	require.NoError(t, storetest.Win(s.Bulks.Save(ctx, later)))
	page, err := s.Bulks.Page(ctx, 1, 1)
	require.NoError(t, err)
	require.Equal(t, []contract.Bulk{later}, page, "the newest first")
	starters, err := s.Bulks.Starters(ctx, b.ID, later.ID)
	require.NoError(t, err)
	require.Equal(t, map[string]string{b.ID: "noura@selfcare.example", later.ID: "fahad@selfcare.example"}, starters)
}

// Several bulks match the same case. Only one of them acts on this hold of it.
func TestAct_TwoBulks_OneActs(t *testing.T) {
	db, s := storetest.Database(t)
	hold(t, db, 1)
	var items [8]contract.BulkItem
	for n := range items {
		b := begun(t, s, fmt.Sprint("member", n))
		require.NoError(t, s.InTx(ctx, func(q *store.Tx) error { return q.Bulks.Open(ctx, b, matching(t, s)) }))
		items[n] = contract.BulkItem{BulkID: b.ID, Position: 1}
	}
	winner := storetest.RequireOneWins(t, storetest.ErrLost, func(caller int) error {
		return storetest.Win(s.Bulks.Act(ctx, items[caller]))
	})
	require.NoError(t, storetest.Win(s.Bulks.Act(ctx, items[winner])), "a repeated call")

	require.NoError(t, s.Bulks.Finish(ctx, items[winner], contract.BulkResumed, "", at))
	storetest.Exec(t, db, `UPDATE purchases SET state = jsonb_set(state, '{held,since}', to_jsonb('2040-01-01T00:00:00Z'::text))`)
	again, err := s.Bulks.Items(ctx, items[winner].BulkID, "held-again", 1, 10)
	require.NoError(t, err)
	require.Len(t, again, 1)
	require.Equal(t, contract.FailNetworkRefused, again[0].AgainCode)
}
