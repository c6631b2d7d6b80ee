package outbox_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	"selfcare/internal/store/outbox"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func about(order, key string) contract.Notice {
	return contract.Notice{OrderID: order, Key: key, Template: "order_placed", Language: "ar", Mobile: "0551112233"}
}

func queued(t *testing.T, s *store.Store, notices ...contract.Notice) {
	t.Helper()
	require.NoError(t, s.Outbox.Queue(ctx, notices...))
}

func claimed(t *testing.T, s *store.Store, limit int) (keys []string) {
	t.Helper()
	found, err := s.Outbox.Claim(ctx, limit)
	require.NoError(t, err)
	for _, m := range found {
		keys = append(keys, m.Key)
	}
	return keys
}

func state(t *testing.T, s *store.Store, order string) outbox.MessageState {
	t.Helper()
	all, err := s.Outbox.Of(ctx, order)
	require.NoError(t, err)
	require.Len(t, all, 1)
	return all[0]
}

// makeDue lets the claims and pauses of all messages run out.
func makeDue(t *testing.T, db *bun.DB) {
	t.Helper()
	storetest.Exec(t, db, "UPDATE outbox SET due_at = now() - interval '1 minute'")
}

func TestQueue_Repeated_IsQueuedOnce(t *testing.T) {
	db, s := storetest.Database(t)
	first, other := about("o-1", "placed"), about("o-1", "placed")
	other.Template, other.Mobile = "order_cancelled", "0550000000"
	queued(t, s, first, about("o-2", "placed"))
	queued(t, s, other)
	require.Equal(t, "order_placed", state(t, s, "o-1").Template)
	found, err := s.Outbox.Claim(ctx, 10)
	require.NoError(t, err)
	require.Len(t, found, 2)
	first.CausedAt = found[0].Notice.CausedAt
	require.Equal(t, first, found[0].Notice)
	var clear bool
	require.NoError(t, db.NewRaw("SELECT bool_or(encode(notice, 'escape') LIKE '%0551112233%') FROM outbox").Scan(ctx, &clear))
	require.False(t, clear, "a row has no clear text")
}

func TestClaim_Concurrent_ClaimsEachOnce(t *testing.T) {
	_, s := storetest.Database(t)
	for n := range 30 {
		queued(t, s, about(fmt.Sprintf("o-%02d", n), "placed"))
	}
	keys := make(chan string, 100)
	storetest.RequireWins(t, 8, nil, func(int) error {
		found, err := s.Outbox.Claim(ctx, 5)
		for _, m := range found {
			keys <- m.Key
		}
		return err
	})
	for _, key := range claimed(t, s, 100) {
		keys <- key
	}
	close(keys)
	once := map[string]bool{}
	for key := range keys {
		require.False(t, once[key], "%s was claimed twice", key)
		once[key] = true
	}
	require.Len(t, once, 30)
}

// The senders of the shards divide the messages; those of a subject have one sender.
func TestClaimShard_AllShards_DivideSubjects(t *testing.T) {
	_, s := storetest.Database(t)
	const subjects = 40
	for n := range subjects {
		queued(t, s, about(fmt.Sprintf("o-%02d", n), "placed"), about(fmt.Sprintf("o-%02d", n), "sent"))
	}
	of, shards := map[string][]string{}, map[string]int{}
	for shard := 1; shard <= contract.OutboxShards; shard++ {
		found, err := s.Outbox.ClaimShard(ctx, shard, 100)
		require.NoError(t, err)
		for _, m := range found {
			of[m.Notice.OrderID] = append(of[m.Notice.OrderID], m.Key)
			shards[m.Notice.OrderID] = shard
		}
	}
	require.Len(t, of, subjects)
	used := map[int]bool{}
	for subject, keys := range of {
		require.Equal(t, []string{subject + "-placed", subject + "-sent"}, keys)
		used[shards[subject]] = true
	}
	require.Greater(t, len(used), contract.OutboxShards/2)
}

func TestQueue_ManyAtOnce_KeepTheirOrder(t *testing.T) {
	_, s := storetest.Database(t)
	const messages = 30
	var notices []contract.Notice
	var keys []string
	for n := range messages {
		notices = append(notices, about("o-1", fmt.Sprintf("news-%02d", n)))
		keys = append(keys, fmt.Sprintf("o-1-news-%02d", n))
	}
	queued(t, s, notices...)
	require.Equal(t, keys, claimed(t, s, messages))
}

func TestClaim_SameSubject_KeepsTheOrder(t *testing.T) {
	db, s := storetest.Database(t)
	queued(t, s, about("o-1", "placed"))
	queued(t, s, about("o-1", "sent"))
	queued(t, s, about("o-2", "placed"))
	require.Equal(t, []string{"o-1-placed"}, claimed(t, s, 1))
	require.Equal(t, []string{"o-2-placed"}, claimed(t, s, 10), "the second one waits for the first")
	makeDue(t, db)
	require.NoError(t, s.Outbox.NoteSent(ctx, "o-2-placed"))
	require.Equal(t, []string{"o-1-placed", "o-1-sent"}, claimed(t, s, 10), "a lost claim ends, and both go together")
	require.Equal(t, 2, tries(t, db, "o-1-placed"))
	require.Equal(t, 1, tries(t, db, "o-1-sent"), "waiting is no try")
}

func tries(t *testing.T, db *bun.DB, key string) (attempts int) {
	t.Helper()
	require.NoError(t, db.NewRaw("SELECT attempts FROM outbox WHERE key = ?", key).Scan(ctx, &attempts))
	return attempts
}

// A sender that lost its claim hears its answer after another sender has sent the message.
func TestOutbox_LateResult_IsIgnored(t *testing.T) {
	db, s := storetest.Database(t)
	queued(t, s, about("o-1", "placed"))
	claimed(t, s, 1)
	require.NoError(t, s.Outbox.NoteSent(ctx, "o-1-placed"))
	sent := state(t, s, "o-1")
	require.Equal(t, outbox.MessageSent, sent.State)
	storetest.Exec(t, db, "UPDATE outbox SET give_up_at = now() - interval '1 second'")
	for name, late := range map[string]func() error{
		"postponed": func() error { return s.Outbox.Postpone(ctx, "o-1-placed", "timeout", time.Minute, 1) },
		"refused":   func() error { return s.Outbox.NoteRefused(ctx, "o-1-placed", "unknown number", nil) },
		"released":  func() error { return s.Outbox.Release(ctx, "o-1-placed") },
		"sent":      func() error { return s.Outbox.NoteSent(ctx, "o-1-placed") },
	} {
		require.NoError(t, late())
		require.Equal(t, sent, state(t, s, "o-1"), name)
	}
}

func TestNoteSent_SeveralMessages_OfTwoMonths(t *testing.T) {
	db, s := storetest.Database(t)
	queued(t, s, about("o-1", "placed"))
	storetest.Exec(t, db, "UPDATE outbox SET month = date_trunc('month', now() - interval '35 days', 'Asia/Riyadh')")
	queued(t, s, about("o-1", "paid"), about("o-1", "shipped"))
	claimed(t, s, 3)
	require.NoError(t, s.Outbox.NoteSent(ctx))
	require.NoError(t, s.Outbox.NoteSent(ctx, "o-1-placed", "o-1-paid"))
	all, err := s.Outbox.Of(ctx, "o-1")
	require.NoError(t, err)
	var states []string
	for _, m := range all {
		states = append(states, m.State)
	}
	require.Equal(t, []string{outbox.MessageSent, outbox.MessageSent, outbox.MessageQueued}, states)
}

func TestLater_AfterADay_IsGivenUp(t *testing.T) {
	db, s := storetest.Database(t)
	queued(t, s, about("o-1", "placed"))
	claimed(t, s, 1)
	require.NoError(t, s.Outbox.Postpone(ctx, "o-1-placed", "timeout", time.Hour, 1))
	require.Empty(t, claimed(t, s, 1))
	makeDue(t, db)
	claimed(t, s, 1)
	require.NoError(t, s.Outbox.Release(ctx, "o-1-placed"))
	waits := state(t, s, "o-1")
	require.Equal(t, []any{outbox.MessageQueued, 1, "timeout"}, []any{waits.State, waits.Attempts, waits.Failure}, "a released claim is no try")
	storetest.Exec(t, db, "UPDATE outbox SET give_up_at = now() - interval '1 second'")
	claimed(t, s, 1)
	require.NoError(t, s.Outbox.Postpone(ctx, "o-1-placed", "timeout", time.Hour, 1))
	require.Equal(t, outbox.MessageExpired, state(t, s, "o-1").State)
	makeDue(t, db)
	require.Empty(t, claimed(t, s, 1))
}

// A cause that is repeated after the end of a month must not tell the customer twice.
func TestQueue_RepeatedNextMonth_IsQueuedOnce(t *testing.T) {
	db, s := storetest.Database(t)
	queued(t, s, about("o-1", "placed"))
	storetest.Exec(t, db, "UPDATE outbox SET month = date_trunc('month', now() - interval '35 days', 'Asia/Riyadh')")
	queued(t, s, about("o-1", "placed"))
	require.Equal(t, []string{"o-1-placed"}, claimed(t, s, 10))
	require.NoError(t, s.Outbox.NoteSent(ctx, "o-1-placed"))
	require.Equal(t, outbox.MessageSent, state(t, s, "o-1").State)
}

func TestOutbox_ManyMessages_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.Fill(t, db, `INSERT INTO outbox (key, subject_id, template, notice, state, sent_at)
		SELECT 'k-' || n, 'o-' || n, 't', '', 'sent', now() FROM generate_series(1, 5000) AS n`)
	for n := range 3 {
		queued(t, s, about(fmt.Sprint("next-", n), "placed"))
	}
	storetest.RequireIndexed(t, db, map[string]func() error{
		"claim":     func() error { return storetest.TakeError(s.Outbox.Claim(ctx, 10)) },
		"shard":     func() error { return storetest.TakeError(s.Outbox.ClaimShard(ctx, 3, 10)) },
		"of":        func() error { return storetest.TakeError(s.Outbox.Of(ctx, "o-7")) },
		"unreached": func() error { return storetest.TakeError(s.Outbox.WaysUnreached(ctx, "o-7")) },
		"sent":      func() error { return s.Outbox.NoteSent(ctx, "k-7") },
		"queue":     func() error { return s.Outbox.Queue(ctx, about("k", "8")) },
	})
}

// Vacuum notes that an index of waiting messages is empty when none waits. A claim still has to find its few messages among many.
func TestClaim_ManyWaiting_ReadsFew(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.Fill(t, db, `INSERT INTO outbox (key, subject_id, template, notice, state, sent_at)
		SELECT 'k-' || n, 'o-' || n, 't', '', 'sent', now() FROM generate_series(1, 5000) AS n`)
	storetest.Exec(t, db, "VACUUM ANALYZE outbox")
	waiting := make([]contract.Notice, 3000)
	for n := range waiting {
		waiting[n] = about(fmt.Sprint("next-", n), "placed")
	}
	queued(t, s, waiting...)
	claimed(t, s, 1) // for plans and system tables that are read once
	read := storetest.Measure(t, db, func() { claimed(t, s, 1) })
	require.Less(t, read.Buffers, 10_000)
}
