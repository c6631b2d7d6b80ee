package account_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/domain/line"
)

func TestDashboard_Concerns_ShowMostUrgent(t *testing.T) {
	r := servertest.NewSeeded(t)
	r.Exec("UPDATE users SET password_hash = ?", "hash of "+servertest.Password)
	token, id := r.SignIn("0570000001"), r.LineID("0570000001")
	require.Nil(t, r.Dashboard(token).Alert, "a line without trouble")

	until := time.Now().Add(24 * time.Hour).UTC().Truncate(time.Second)
	r.Exec(`INSERT INTO line_deactivations (id, line_id, user_id, stage, undo_until, seq, state, created_at)
		SELECT gen_random_uuid(), ?0, s.user_id, 'waiting', ?1, 1, '{}', now() FROM subscriptions AS s WHERE s.line_id = ?0`, id, until)
	ending := r.Dashboard(token).Alert
	require.EqualValues(t, "ending", ending.What)
	require.True(t, until.Equal(*ending.Until))
	r.Exec("UPDATE line_deactivations SET stage = 'ending'")
	require.Nil(t, r.Dashboard(token).Alert.Until, "the deactivation has begun")

	r.Exec("UPDATE lines SET suspended_since = ? WHERE id = ?", until.Add(-48*time.Hour), id)
	suspended := r.Dashboard(token).Alert
	require.EqualValues(t, "suspended", suspended.What)
	require.True(t, until.Add(-48*time.Hour).Equal(*suspended.Since))

	r.Exec("UPDATE lines SET status = 'blocked' WHERE id = ?", id)
	require.EqualValues(t, "blocked", r.Dashboard(token).Alert.What)

	r.Exec(`INSERT INTO port_outs (reference, line_id, recipient, stage, asked_at, cut_over_at, seq, state)
		VALUES ('PO-1234', ?, 'stc', 'agreed', now(), ?, 1, '{}')`, id, until)
	leaving := r.Dashboard(token).Alert
	require.EqualValues(t, "leaving", leaving.What)
	require.Equal(t, "PO-1234", *leaving.Reference)
	require.True(t, until.Equal(*leaving.Until))
}

func TestConcerns_BillOverdue_HasAmountAndDay(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.BilledLine, "postpaid")
	r.AddBill()
	id := r.LineID(servertest.BilledLine)
	now, err := r.Store.Lines.Concerns(t.Context(), id, time.Now())
	require.NoError(t, err)
	require.Empty(t, now.Alert(), "not due yet")
	later, err := r.Store.Lines.Concerns(t.Context(), id, time.Now().AddDate(0, 2, 0))
	require.NoError(t, err)
	require.Equal(t, line.AlertOverdue, later.Alert())
	require.Positive(t, later.Overdue)
	require.False(t, later.DueAt.IsZero())
}
