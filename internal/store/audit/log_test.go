package audit_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/store/audit"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/user"
)

var ctx = context.Background()

func TestAudit_SameKey_IsWrittenOnce(t *testing.T) {
	s, order := testkit.Store(t), storetest.NewID()
	first := audit.Record{Key: "resolve-1", OrderID: order, Actor: "user-7", Action: "amend", Note: "called the customer", Details: map[string]string{"field": "address"}}
	for range 2 {
		require.NoError(t, s.Audit.Write(ctx, first))
	}
	require.NoError(t, s.Audit.Write(ctx, audit.Record{Actor: "user-7", Action: "skip", Note: "codec"}))
	require.NoError(t, s.Audit.Write(ctx, audit.Record{Actor: "user-7", Action: "skip", Note: "codec"}))

	all, err := s.AuditEntries.Find(ctx, audit.Filter{Area: "support", Limit: 50})
	require.NoError(t, err)
	require.Len(t, all, 3)
	require.Equal(t, "amend", all[2].Action)
	ofOrder, err := s.AuditEntries.Find(ctx, audit.Filter{Area: "support", OrderID: order, Limit: 50})
	require.NoError(t, err)
	require.Len(t, ofOrder, 1)
	require.WithinDuration(t, time.Now(), ofOrder[0].At, time.Minute)
	require.Equal(t, audit.Entry{
		ID: ofOrder[0].ID, Area: audit.Support, OrderID: order, Actor: "user-7", ActorKind: audit.Unknown, Action: "amend", Note: first.Note,
		Details: first.Details, At: ofOrder[0].At,
	}, ofOrder[0])
}

func TestAudit_UnknownAction_IsRefused(t *testing.T) {
	require.ErrorContains(t, testkit.Store(t).Audit.Write(ctx, audit.Record{Actor: "a", Action: "something-else"}), "not an action of the contract")
}

func TestAudit_RepeatedRead_WrittenOnce(t *testing.T) {
	_, s := storetest.Database(t)
	one, other := uuid.NewString(), uuid.NewString()
	for _, read := range []struct {
		actor  string
		orders []string
	}{{"s1", []string{one, other}}, {"s1", []string{one}}, {"s2", []string{one}}, {"s1", nil}} {
		require.NoError(t, s.Audit.WriteReads(ctx, read.actor, read.orders))
	}
	entries, err := s.AuditEntries.Find(ctx, audit.Filter{Area: "support", OrderID: one, Limit: 50})
	require.NoError(t, err)
	require.Len(t, entries, 2)
	require.Equal(t, "s2 order-read", entries[0].Actor+" "+entries[0].Action)
	entries, err = s.AuditEntries.Find(ctx, audit.Filter{Area: "support", Limit: 50})
	require.NoError(t, err)
	require.Len(t, entries, 3)
}

// The log names members of staff. Customers have roles, too, and may share an e-mail that nothing has confirmed.
func TestStaffID_Customer_IsNoMember(t *testing.T) {
	db, s := storetest.Database(t)
	her, him := storetest.OwnerOf(t, s, "0570000001", storetest.HerID), storetest.OwnerOf(t, s, "0570000002", storetest.HisID)
	storetest.Exec(t, db, "UPDATE users SET email = 'family@example.sa', roles = '{customer}'")
	member, err := s.Users.Register(t.Context(), user.User{Email: "support@selfcare.example", EmailConfirmed: true, PasswordHash: "hash", Roles: []string{"support"}}, "")
	require.NoError(t, err)
	for email, want := range map[string]string{"family@example.sa": "", "Support@selfcare.example": member.ID, "none@selfcare.example": ""} {
		id, err := s.AuditEntries.StaffID(t.Context(), email)
		require.NoError(t, err)
		require.Equal(t, want, id, email)
	}
	_, people, err := s.AuditEntries.References(t.Context(), []string{her.ID, him.ID, member.ID})
	require.NoError(t, err)
	require.Equal(t, map[string]string{member.ID: "support@selfcare.example"}, people)
}
