package store_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

func TestAudit_Change_IsAtomicAndFinal(t *testing.T) {
	db, s := storetest.Database(t)
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	entry := audit.Record{Area: audit.Account, Actor: her.ID, Action: "password-changed"}
	change := func(q *store.Tx) error { return q.Users.SetPassword(t.Context(), her.ID, "other hash", nil) }
	require.NoError(t, s.Audit.Change(t.Context(), entry, change))
	require.ErrorIs(t, s.Audit.Change(t.Context(), entry, func(*store.Tx) error { return storeerrors.ErrTooMany }), storeerrors.ErrTooMany)
	entry.Area = "elsewhere"
	entry.Action = "password-reset"
	require.ErrorIs(t, s.Audit.Change(t.Context(), entry, func(q *store.Tx) error { return q.Users.SetPassword(t.Context(), her.ID, "lost", nil) }), storeerrors.ErrConflict)

	entries, err := s.AuditEntries.Find(t.Context(), audit.Filter{Area: "account", Limit: 50})
	require.NoError(t, err)
	require.Len(t, entries, 1)
	user, err := s.Users.Get(t.Context(), her.ID)
	require.NoError(t, err)
	require.Equal(t, "other hash", user.PasswordHash)
	support, err := s.AuditEntries.Find(t.Context(), audit.Filter{Area: "support", Limit: 50})
	require.NoError(t, err)
	require.Empty(t, support)
	for _, statement := range []string{"UPDATE audit_log SET actor = 'x'", "DELETE FROM audit_log", "TRUNCATE audit_log"} {
		_, err := db.NewRaw(statement).Exec(t.Context())
		require.Error(t, err, statement)
	}
}
