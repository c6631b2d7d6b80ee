package store_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/testkit"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

func TestSessions_Idle_End(t *testing.T) {
	s, now := testkit.Seeded(t), time.Now()
	user, err := s.Users.ByMobile(ctx, "0570000001")
	require.NoError(t, err)
	token := []byte("hash of a token")
	require.NoError(t, s.Sessions.Open(ctx, store.SessionOpening{
		TokenHash: token, UserID: user.ID, Provider: "otp", Idle: now.Add(30 * time.Minute), Absolute: now.Add(time.Hour),
	}))

	for _, step := range []struct {
		name  string
		after time.Duration
		valid bool
	}{
		{"used at once", 0, true},
		{"used before it is idle too long", 29 * time.Minute, true},
		{"the use has moved the end on", 50 * time.Minute, true},
		{"but never beyond the absolute end", 61 * time.Minute, false},
	} {
		got, err := s.Sessions.Get(ctx, token, now.Add(step.after))
		if !step.valid {
			require.ErrorIs(t, err, storeerrors.ErrNotFound, step.name)
			continue
		}
		require.NoError(t, err, step.name)
		require.WithinDuration(t, time.Now(), got.BegunAt, time.Minute)
		got.BegunAt = time.Time{} // BegunAt is checked above
		require.Equal(t, store.Session{User: user, Provider: "otp"}, got)
	}
}

func TestSessions_Ended_AreNotFound(t *testing.T) {
	s, now := testkit.Seeded(t), time.Now()
	user, err := s.Users.ByMobile(ctx, "0570000001")
	require.NoError(t, err)
	opening := store.SessionOpening{TokenHash: []byte("idle"), UserID: user.ID, Idle: now.Add(time.Minute), Absolute: now.Add(time.Hour)}
	require.NoError(t, s.Sessions.Open(ctx, opening))
	_, err = s.Sessions.Get(ctx, []byte("idle"), now.Add(2*time.Minute))
	require.ErrorIs(t, err, storeerrors.ErrNotFound)

	require.NoError(t, s.Sessions.End(ctx, []byte("idle")))
	for _, token := range []string{"idle", "unknown", ""} {
		_, err = s.Sessions.Get(ctx, []byte(token), now)
		require.ErrorIs(t, err, storeerrors.ErrNotFound)
	}
	_, err = s.Users.ByMobile(ctx, "0570000099")
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}

func TestSessions_SignIn_ReplacesDeviceSession(t *testing.T) {
	s, now := testkit.Seeded(t), time.Now()
	user, err := s.Users.ByMobile(ctx, "0570000001")
	require.NoError(t, err)
	device := storetest.NewID()
	open := func(token, user string, replaces []byte) {
		require.NoError(t, s.Sessions.Open(ctx, store.SessionOpening{
			TokenHash: []byte(token), UserID: user, DeviceID: device, Idle: now.Add(time.Hour), Absolute: now.Add(time.Hour), Replaces: replaces,
		}))
	}
	open("device", "", nil)
	got, err := s.Sessions.Get(ctx, []byte("device"), now)
	require.NoError(t, err)
	require.WithinDuration(t, time.Now(), got.BegunAt, time.Minute)
	got.BegunAt = time.Time{} // BegunAt is checked above
	require.Equal(t, store.Session{User: store.User{Roles: []string{}}, DeviceID: device}, got)

	open("first", user.ID, []byte("device"))
	_, err = s.Sessions.Get(ctx, []byte("device"), now)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	open("second", user.ID, nil)
	require.NoError(t, s.Sessions.EndAllOf(ctx, user.ID, []byte("second")))
	_, err = s.Sessions.Get(ctx, []byte("first"), now)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	_, err = s.Sessions.Get(ctx, []byte("second"), now)
	require.NoError(t, err)

	purged, err := s.Sessions.Purge(ctx, now.Add(2*time.Hour))
	require.NoError(t, err)
	require.Equal(t, 1, purged)
}

func TestKeepWebhook_Event_IsEncryptedOnce(t *testing.T) {
	db, s := storetest.Database(t)
	kept, err := s.Webhooks.IsKept(ctx, "payment", "evt_1")
	require.NoError(t, err)
	require.False(t, kept)
	var all errgroup.Group
	for range 20 {
		all.Go(func() error { return s.Webhooks.Keep(ctx, "payment", "evt_1", []byte(`{"name":"Noura"}`)) })
	}
	require.NoError(t, all.Wait())
	var body []byte
	require.NoError(t, db.NewRaw("SELECT body FROM webhook_events").Scan(ctx, &body))
	require.NotContains(t, string(body), "Noura")

	kept, err = s.Webhooks.IsKept(ctx, "payment", "evt_1")
	require.NoError(t, err)
	require.True(t, kept)
	kept, err = s.Webhooks.IsKept(ctx, "courier", "evt_1")
	require.NoError(t, err)
	require.False(t, kept, "event ids of different systems do not meet")
}

func begin(t *testing.T, s *store.Store, subject, hash string) store.Replay {
	t.Helper()
	replay, err := s.Requests.Begin(ctx, subject, "key-1", []byte(hash), 24*time.Hour)
	require.NoError(t, err)
	return replay
}

func TestRequests_Concurrent_OneRuns(t *testing.T) {
	s := testkit.Store(t)
	var fresh atomic.Int32
	var all errgroup.Group
	for range 50 {
		all.Go(func() error {
			replay, err := s.Requests.Begin(ctx, "client", "key-1", []byte("hash"), 24*time.Hour)
			if replay.State == store.ReplayNew {
				fresh.Add(1)
			}
			return err
		})
	}
	require.NoError(t, all.Wait())
	require.EqualValues(t, 1, fresh.Load())
}

func TestRequests_Repeated_ReplaysFirstAnswer(t *testing.T) {
	db, s := storetest.Database(t)
	require.Equal(t, store.ReplayNew, begin(t, s, "client", "hash").State)
	require.Equal(t, store.ReplayRunning, begin(t, s, "client", "hash").State)
	require.Equal(t, store.ReplayMismatch, begin(t, s, "client", "other body").State)
	require.Equal(t, store.ReplayNew, begin(t, s, "another client", "hash").State)

	require.NoError(t, s.Requests.Finish(ctx, "client", "key-1", 201, []byte(`{"id":"o-1"}`)))
	require.NoError(t, s.Requests.Finish(ctx, "client", "key-1", 500, []byte(`late twin`)), "only the first counts")
	require.Equal(t, store.Replay{State: store.ReplayDone, Status: 201, Body: []byte(`{"id":"o-1"}`)}, begin(t, s, "client", "hash"))
	require.Equal(t, store.ReplayMismatch, begin(t, s, "client", "other body").State)
	require.NoError(t, s.Requests.Drop(ctx, "client", "key-1"), "an answered one stays")
	require.Equal(t, store.ReplayDone, begin(t, s, "client", "hash").State)

	var body []byte
	require.NoError(t, db.NewRaw("SELECT body FROM idempotent_requests WHERE subject = 'client'").Scan(ctx, &body))
	require.NotContains(t, string(body), "o-1")
}

func TestRequests_Dropped_RunsAgain(t *testing.T) {
	s := testkit.Store(t)
	require.Equal(t, store.ReplayNew, begin(t, s, "client", "hash").State)
	require.NoError(t, s.Requests.Drop(ctx, "client", "key-1"))
	require.Equal(t, store.ReplayNew, begin(t, s, "client", "hash").State)
}

func TestRequests_Released_KeepsItsBeginning(t *testing.T) {
	s := testkit.Store(t)
	first := begin(t, s, "client", "hash")
	require.Equal(t, store.ReplayRunning, begin(t, s, "client", "hash").State)
	require.NoError(t, s.Requests.Release(ctx, "client", "key-1"))
	again := begin(t, s, "client", "hash")
	require.Equal(t, store.ReplayNew, again.State)
	require.Equal(t, first.BegunAt, again.BegunAt)
}

func TestRequests_Expired_BeginsAgain(t *testing.T) {
	db, s := storetest.Database(t)
	within := func() store.Replay {
		replay, err := s.Requests.Begin(ctx, "client", "key-1", []byte("hash"), time.Minute)
		require.NoError(t, err)
		return replay
	}
	first := within()
	storetest.Exec(t, db, "UPDATE idempotent_requests SET begun_at = now() - interval '61 seconds'")
	require.Equal(t, store.ReplayRunning, within().State, "its server is still at work")
	require.NoError(t, s.Requests.Finish(ctx, "client", "key-1", 200, []byte("{}")))
	next := within()
	require.Equal(t, store.ReplayNew, next.State)
	require.NotEqual(t, first.BegunAt, next.BegunAt)
	require.NoError(t, s.Requests.Finish(ctx, "client", "key-1", 200, []byte("{}")))
	require.Equal(t, store.ReplayDone, within().State)
}

func TestRequests_Age(t *testing.T) {
	db, s := storetest.Database(t)
	age := func(interval string) {
		storetest.Exec(t, db, "UPDATE idempotent_requests SET claimed_at = now() - ?::interval", interval)
	}
	require.Equal(t, store.ReplayNew, begin(t, s, "client", "hash").State)
	age("1 second") // far below ten, so that a slow machine does not reach ten in between
	require.Equal(t, store.ReplayRunning, begin(t, s, "client", "hash").State)
	age("11 seconds")
	require.NoError(t, s.Requests.Renew(ctx, "client", "key-1"))
	require.Equal(t, store.ReplayRunning, begin(t, s, "client", "hash").State, "its server is still at work")
	age("11 seconds")
	require.Equal(t, store.ReplayMismatch, begin(t, s, "client", "other body").State)
	require.Equal(t, store.ReplayNew, begin(t, s, "client", "hash").State, "its server has crashed")
	require.NoError(t, s.Requests.Finish(ctx, "client", "key-1", 200, nil))
	age("25 hours")
	storetest.Exec(t, db, "UPDATE idempotent_requests SET begun_at = claimed_at")
	require.Equal(t, store.ReplayNew, begin(t, s, "client", "other body").State, "forgotten after a day")

	age("25 hours")
	purged, err := s.Requests.Purge(ctx, time.Now().Add(-24*time.Hour))
	require.NoError(t, err)
	require.Equal(t, 1, purged)

	require.Equal(t, store.ReplayNew, begin(t, s, "client", "hash").State)
	age("2 hours")
	purged, err = s.Requests.Purge(ctx, time.Now().Add(-24*time.Hour))
	require.NoError(t, err)
	require.Equal(t, 1, purged, "an abandoned claim")
}

func TestPurgeRequests_Many_InBatches(t *testing.T) {
	db, s := storetest.Database(t)
	storetest.Exec(t, db, `INSERT INTO idempotent_requests (subject, key, hash, status, claimed_at)
		SELECT 'client', n::text, '', 200, now() - interval '2 days' FROM generate_series(1, 12000) AS n`)
	purged, err := s.Requests.Purge(ctx, time.Now().Add(-24*time.Hour))
	require.NoError(t, err)
	require.Equal(t, 12000, purged)
}

func TestAudit_SameKey_IsWrittenOnce(t *testing.T) {
	s, order := testkit.Store(t), storetest.NewID()
	first := store.AuditEntry{Key: "resolve-1", OrderID: order, Actor: "user-7", Action: "amend", Note: "called the customer", Details: map[string]string{"field": "address"}}
	for range 2 {
		require.NoError(t, s.Audit.Write(ctx, first))
	}
	require.NoError(t, s.Audit.Write(ctx, store.AuditEntry{Actor: "user-7", Action: "skip", Note: "codec"}))
	require.NoError(t, s.Audit.Write(ctx, store.AuditEntry{Actor: "user-7", Action: "skip", Note: "codec"}))

	all, err := s.AuditEntries.Find(ctx, audit.Filter{Area: "support", Limit: 50})
	require.NoError(t, err)
	require.Len(t, all, 3)
	require.Equal(t, "amend", all[2].Action)
	ofOrder, err := s.AuditEntries.Find(ctx, audit.Filter{Area: "support", OrderID: order, Limit: 50})
	require.NoError(t, err)
	require.Len(t, ofOrder, 1)
	require.WithinDuration(t, time.Now(), ofOrder[0].At, time.Minute)
	require.Equal(t, audit.Entry{
		ID: ofOrder[0].ID, Area: store.AuditSupport, OrderID: order, Actor: "user-7", ActorKind: audit.Unknown, Action: "amend", Note: first.Note,
		Details: first.Details, At: ofOrder[0].At,
	}, ofOrder[0])
}

func TestAudit_UnknownAction_IsRefused(t *testing.T) {
	require.ErrorContains(t, testkit.Store(t).Audit.Write(ctx, store.AuditEntry{Actor: "a", Action: "something-else"}), "not an action of the contract")
}

func TestAudit_Change_IsAtomicAndFinal(t *testing.T) {
	db, s := storetest.Database(t)
	her := ownerOf(t, s, "0570000001", herID)
	entry := store.AuditEntry{Area: store.AuditAccount, Actor: her.ID, Action: "password-changed"}
	change := func(q *store.Tx) error { return q.Users.SetPassword(ctx, her.ID, "other hash", nil) }
	require.NoError(t, s.Audit.Change(ctx, entry, change))
	require.ErrorIs(t, s.Audit.Change(ctx, entry, func(*store.Tx) error { return storeerrors.ErrTooMany }), storeerrors.ErrTooMany)
	entry.Area = "elsewhere"
	entry.Action = "password-reset"
	require.ErrorIs(t, s.Audit.Change(ctx, entry, func(q *store.Tx) error { return q.Users.SetPassword(ctx, her.ID, "lost", nil) }), storeerrors.ErrConflict)

	entries, err := s.AuditEntries.Find(ctx, audit.Filter{Area: "account", Limit: 50})
	require.NoError(t, err)
	require.Len(t, entries, 1)
	user, err := s.Users.Get(ctx, her.ID)
	require.NoError(t, err)
	require.Equal(t, "other hash", user.PasswordHash)
	support, err := s.AuditEntries.Find(ctx, audit.Filter{Area: "support", Limit: 50})
	require.NoError(t, err)
	require.Empty(t, support)
	for _, statement := range []string{"UPDATE audit_log SET actor = 'x'", "DELETE FROM audit_log", "TRUNCATE audit_log"} {
		_, err := db.NewRaw(statement).Exec(ctx)
		require.Error(t, err, statement)
	}
}

func TestFailedSignIns_SameHour_ShareARow(t *testing.T) {
	db, s := storetest.Database(t)
	guess := func(account, network, trace string) {
		require.NoError(t, s.FailedSignIns.Count(ctx, store.FailedSignIn{Account: account, Provider: "password", Network: network, TraceID: trace}))
	}
	require.NoError(t, s.Audit.Write(ctx, store.AuditEntry{Area: store.AuditAccount, Actor: "u0", Action: "signed-in"}))
	for range 3 {
		guess("u1", "198.51.100.0/24", "t1")
	}
	guess("u1", "203.0.113.0/24", "t2")
	guess("unknown", "198.51.100.0/24", "t3")
	_, err := db.NewRaw("UPDATE failed_sign_ins SET hour = hour - interval '1 hour' WHERE account = 'unknown'").Exec(ctx)
	require.NoError(t, err)
	guess("unknown", "198.51.100.0/24", "t4")

	entries, err := s.AuditEntries.Find(ctx, audit.Filter{Area: "account", Limit: 50})
	require.NoError(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, strings.Join([]string{e.Actor, e.Action, e.Details["client"], e.Details["attempts"], e.Details["traceId"]}, " "))
	}
	require.Equal(t, []string{
		"unknown sign-in-failed 198.51.100.0/24 1 t4", "unknown sign-in-failed 198.51.100.0/24 1 t3",
		"u1 sign-in-failed 203.0.113.0/24 1 t2", "u1 sign-in-failed 198.51.100.0/24 3 t1", "u0 signed-in   ",
	}, got)
}

func TestAudit_RepeatedRead_IsWrittenOnce(t *testing.T) {
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
