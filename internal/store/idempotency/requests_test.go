package idempotency_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/testkit"
	"selfcare/internal/store"
	"selfcare/internal/store/idempotency"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func begin(t *testing.T, s *store.Store, subject, hash string) idempotency.Replay {
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
			if replay.State == idempotency.ReplayNew {
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
	require.Equal(t, idempotency.ReplayNew, begin(t, s, "client", "hash").State)
	require.Equal(t, idempotency.ReplayRunning, begin(t, s, "client", "hash").State)
	require.Equal(t, idempotency.ReplayMismatch, begin(t, s, "client", "other body").State)
	require.Equal(t, idempotency.ReplayNew, begin(t, s, "another client", "hash").State)

	require.NoError(t, s.Requests.Finish(ctx, "client", "key-1", 201, []byte(`{"id":"o-1"}`)))
	require.NoError(t, s.Requests.Finish(ctx, "client", "key-1", 500, []byte(`late twin`)), "only the first counts")
	require.Equal(t, idempotency.Replay{State: idempotency.ReplayDone, Status: 201, Body: []byte(`{"id":"o-1"}`)}, begin(t, s, "client", "hash"))
	require.Equal(t, idempotency.ReplayMismatch, begin(t, s, "client", "other body").State)
	require.NoError(t, s.Requests.Drop(ctx, "client", "key-1"), "an answered one stays")
	require.Equal(t, idempotency.ReplayDone, begin(t, s, "client", "hash").State)

	var body []byte
	require.NoError(t, db.NewRaw("SELECT body FROM idempotent_requests WHERE subject = 'client'").Scan(ctx, &body))
	require.NotContains(t, string(body), "o-1")
}

func TestRequests_Dropped_RunsAgain(t *testing.T) {
	s := testkit.Store(t)
	require.Equal(t, idempotency.ReplayNew, begin(t, s, "client", "hash").State)
	require.NoError(t, s.Requests.Drop(ctx, "client", "key-1"))
	require.Equal(t, idempotency.ReplayNew, begin(t, s, "client", "hash").State)
}

func TestRequests_Released_KeepsItsBeginning(t *testing.T) {
	s := testkit.Store(t)
	first := begin(t, s, "client", "hash")
	require.Equal(t, idempotency.ReplayRunning, begin(t, s, "client", "hash").State)
	require.NoError(t, s.Requests.Release(ctx, "client", "key-1"))
	again := begin(t, s, "client", "hash")
	require.Equal(t, idempotency.ReplayNew, again.State)
	require.Equal(t, first.BegunAt, again.BegunAt)
}

func TestRequests_Expired_BeginsAgain(t *testing.T) {
	db, s := storetest.Database(t)
	within := func() idempotency.Replay {
		replay, err := s.Requests.Begin(ctx, "client", "key-1", []byte("hash"), time.Minute)
		require.NoError(t, err)
		return replay
	}
	first := within()
	storetest.Exec(t, db, "UPDATE idempotent_requests SET begun_at = now() - interval '61 seconds'")
	require.Equal(t, idempotency.ReplayRunning, within().State, "its server is still at work")
	require.NoError(t, s.Requests.Finish(ctx, "client", "key-1", 200, []byte("{}")))
	next := within()
	require.Equal(t, idempotency.ReplayNew, next.State)
	require.NotEqual(t, first.BegunAt, next.BegunAt)
	require.NoError(t, s.Requests.Finish(ctx, "client", "key-1", 200, []byte("{}")))
	require.Equal(t, idempotency.ReplayDone, within().State)
}

func TestRequests_Age(t *testing.T) {
	db, s := storetest.Database(t)
	age := func(interval string) {
		storetest.Exec(t, db, "UPDATE idempotent_requests SET claimed_at = now() - ?::interval", interval)
	}
	require.Equal(t, idempotency.ReplayNew, begin(t, s, "client", "hash").State)
	age("1 second") // far below ten, so that a slow machine does not reach ten in between
	require.Equal(t, idempotency.ReplayRunning, begin(t, s, "client", "hash").State)
	age("11 seconds")
	require.NoError(t, s.Requests.Renew(ctx, "client", "key-1"))
	require.Equal(t, idempotency.ReplayRunning, begin(t, s, "client", "hash").State, "its server is still at work")
	age("11 seconds")
	require.Equal(t, idempotency.ReplayMismatch, begin(t, s, "client", "other body").State)
	require.Equal(t, idempotency.ReplayNew, begin(t, s, "client", "hash").State, "its server has crashed")
	require.NoError(t, s.Requests.Finish(ctx, "client", "key-1", 200, nil))
	age("25 hours")
	storetest.Exec(t, db, "UPDATE idempotent_requests SET begun_at = claimed_at")
	require.Equal(t, idempotency.ReplayNew, begin(t, s, "client", "other body").State, "forgotten after a day")

	age("25 hours")
	purged, err := s.Requests.Purge(ctx, time.Now().Add(-24*time.Hour))
	require.NoError(t, err)
	require.Equal(t, 1, purged)

	require.Equal(t, idempotency.ReplayNew, begin(t, s, "client", "hash").State)
	age("25 hours")
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
