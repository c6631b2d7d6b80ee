package state_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/activities/internal/state"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

var rows = state.Rows[contract.Deactivation]{
	Seq: func(d *contract.Deactivation) *int64 { return &d.Seq },
	Get: func(ctx context.Context, q *store.Tx, of contract.Deactivation) (contract.Deactivation, error) {
		saved, _, err := q.Deactivations.Get(ctx, of.ID)
		return saved, err
	},
	Save: func(ctx context.Context, q *store.Tx, next contract.Deactivation) (bool, error) {
		return q.Deactivations.Save(ctx, next)
	},
}

// requested is a deactivation of a line, and its row.
func requested(t *testing.T, s *store.Store) contract.Deactivation {
	t.Helper()
	d := contract.Deactivation{
		ID: storetest.NewID(), LineID: storetest.Metered(t, s, "0570000001"), UserID: storetest.NewID(), Stage: contract.DeactivationWaiting,
		RequestedAt: storetest.Today, UndoUntil: storetest.Today.AddDate(0, 0, 3), Seq: 1,
	}
	require.NoError(t, storetest.Win(s.Deactivations.Open(ctx, d)))
	return d
}

// undoes is a change with an effect of its own, a message.
func undoes(before contract.Deactivation, key string) func(q *store.Tx) (contract.Deactivation, error) {
	return func(q *store.Tx) (contract.Deactivation, error) {
		next := before
		next.Stage, next.UndoneAt = contract.DeactivationUndone, storetest.Today.Add(time.Hour)
		return next, q.Outbox.Queue(ctx, contract.Notice{OrderID: before.ID, Key: key, Template: "deactivation-undone"})
	}
}

func told(t *testing.T, s *store.Store, id string) int {
	t.Helper()
	messages, err := s.Outbox.Of(ctx, id)
	require.NoError(t, err)
	return len(messages)
}

func TestChange_LaterState_UndoesEffects(t *testing.T) {
	s := testkit.Store(t)
	before := requested(t, s)
	next, err := rows.Change(ctx, s, "undo", before, undoes(before, "first"))
	require.NoError(t, err)
	require.Equal(t, []any{int64(2), contract.DeactivationUndone}, []any{next.Seq, next.Stage})

	_, err = rows.Change(ctx, s, "undo", before, undoes(before, "again"))
	var ahead *temporal.ApplicationError
	require.ErrorAs(t, err, &ahead)
	require.Equal(t, contract.ErrorSavedAhead, ahead.Type())
	var saved contract.Deactivation
	require.NoError(t, ahead.Details(&saved))
	require.Equal(t, next, saved, "the workflow goes on from there")
	require.Equal(t, 1, told(t, s, before.ID))
	require.NoError(t, rows.FindAhead(ctx, s, next))
}

func TestChange_Refused_UndoesEffects(t *testing.T) {
	s := testkit.Store(t)
	before := requested(t, s)
	_, err := rows.Change(ctx, s, "undo", before, func(q *store.Tx) (contract.Deactivation, error) {
		_, err := undoes(before, "first")(q)
		require.NoError(t, err)
		return before, contract.Refuse(contract.FailNumberAbsent)
	})
	var refused *temporal.ApplicationError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, string(contract.FailNumberAbsent), refused.Type())
	require.True(t, refused.NonRetryable())
	require.Zero(t, told(t, s, before.ID))
	saved, _, err := s.Deactivations.Get(ctx, before.ID)
	require.NoError(t, err)
	require.Equal(t, before, saved)
}

// A state that is neither the next nor behind is no answer: the activity is tried again.
func TestChange_UnknownRow_IsRetried(t *testing.T) {
	s := testkit.Store(t)
	before := requested(t, s)
	before.ID, before.Seq = storetest.NewID(), 7
	_, err := rows.Change(ctx, s, "undo", before, undoes(before, "first"))
	require.ErrorIs(t, err, storeerrors.ErrStale)
	var retried *temporal.ApplicationError
	require.ErrorAs(t, err, &retried)
	require.False(t, retried.NonRetryable())
	require.Zero(t, told(t, s, before.ID))
}
