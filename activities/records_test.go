package activities_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/activities"
	"selfcare/internal/store"
)

func TestForgetRequests_DropsOnlyWhatIsOlder(t *testing.T) {
	s := newShop(t)
	records := activities.NewRecords(s.store)
	hash := []byte("hash")
	for _, key := range []string{"old", "new"} {
		_, err := s.store.Requests.Begin(ctx, "guest", key, hash)
		require.NoError(t, err)
		require.NoError(t, s.store.Requests.Finish(ctx, "guest", key, 200, []byte("{}")))
	}
	s.exec("UPDATE idempotent_requests SET claimed_at = ? WHERE key = 'old'", now.Add(-2*time.Hour))
	for _, want := range []int{1, 0} {
		count, err := records.ForgetRequests(ctx, now.Add(-time.Hour))
		require.NoError(t, err)
		require.Equal(t, want, count)
	}
	for key, want := range map[string]store.ReplayState{"old": store.ReplayNew, "new": store.ReplayDone} {
		replay, err := s.store.Requests.Begin(ctx, "guest", key, hash)
		require.NoError(t, err)
		require.Equal(t, want, replay.State)
	}
}

func TestForgetRequests_AnUnreachableDatabaseIsTriedAgain(t *testing.T) {
	s := newShop(t)
	require.NoError(t, s.db.Close())
	_, err := activities.NewRecords(s.store).ForgetRequests(ctx, now)
	requireRetry(t, err)
}

func TestForgetSessions_DropsOnlyWhatEndedBefore(t *testing.T) {
	s := newShop(t)
	records := activities.NewRecords(s.store)
	hour := now.Add(time.Hour)
	for token, ends := range map[string][2]time.Time{
		"idle too long": {now.Add(-time.Hour), hour}, "too old": {hour, now.Add(-time.Hour)}, "in use": {hour, hour},
	} {
		require.NoError(t, s.store.Sessions.Open(ctx, store.SessionOpening{
			TokenHash: []byte(token), DeviceID: newOrder().ID, Idle: ends[0], Absolute: ends[1],
		}))
	}
	for _, want := range []int{2, 0} {
		count, err := records.ForgetSessions(ctx, now.Add(-time.Minute))
		require.NoError(t, err)
		require.Equal(t, want, count)
	}
	var left []string
	require.NoError(t, s.db.NewRaw("SELECT convert_from(token_hash, 'UTF8') FROM sessions").Scan(ctx, &left))
	require.Equal(t, []string{"in use"}, left)
}
