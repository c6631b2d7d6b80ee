package maintenance_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	maintenanceacts "selfcare/activities/maintenance"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/permission"
	"selfcare/internal/store/idempotency"
	"selfcare/internal/store/session"
	"selfcare/internal/store/signin"
)

var ctx = context.Background()

func TestForgetRequests_Older_Deleted(t *testing.T) {
	s := fixture.NewShop(t)
	records := maintenanceacts.New(s.Store.Requests, s.Store.Sessions, s.Store.FailedSignIns, s.Store.MessageLinks, s.Store.Partitions)
	hash := []byte("hash")
	for _, key := range []string{"old", "new"} {
		_, err := s.Store.Requests.Begin(ctx, "guest", key, hash, 24*time.Hour)
		require.NoError(t, err)
		require.NoError(t, s.Store.Requests.Finish(ctx, "guest", key, 200, []byte("{}")))
	}
	s.Exec("UPDATE idempotent_requests SET claimed_at = ? WHERE key = 'old'", fixture.Now.Add(-2*time.Hour))
	for _, want := range []int{1, 0} {
		count, err := records.ForgetRequests(ctx, fixture.Now.Add(-time.Hour))
		require.NoError(t, err)
		require.Equal(t, want, count)
	}
	for key, want := range map[string]idempotency.ReplayState{"old": idempotency.ReplayNew, "new": idempotency.ReplayDone} {
		replay, err := s.Store.Requests.Begin(ctx, "guest", key, hash, 24*time.Hour)
		require.NoError(t, err)
		require.Equal(t, want, replay.State)
	}
}

func TestForgetRequests_DatabaseAway_IsRetried(t *testing.T) {
	s := fixture.NewShop(t)
	s.Unreachable()
	_, err := maintenanceacts.New(s.Store.Requests, s.Store.Sessions, s.Store.FailedSignIns, s.Store.MessageLinks, s.Store.Partitions).ForgetRequests(ctx, fixture.Now)
	fixture.RequireRetry(t, err)
}

func TestForgetSessions_EndedBefore_AreDeleted(t *testing.T) {
	s := fixture.NewShop(t)
	records := maintenanceacts.New(s.Store.Requests, s.Store.Sessions, s.Store.FailedSignIns, s.Store.MessageLinks, s.Store.Partitions)
	hour := fixture.Now.Add(time.Hour)
	for token, ends := range map[string][2]time.Time{
		"idle too long": {fixture.Now.Add(-time.Hour), hour}, "too old": {hour, fixture.Now.Add(-time.Hour)}, "in use": {hour, hour},
	} {
		require.NoError(t, s.Store.Sessions.Open(ctx, session.Opening{
			TokenHash: []byte(token), DeviceID: fixture.NewOrder().ID, Idle: ends[0], Absolute: ends[1],
		}))
	}
	for _, want := range []int{2, 0} {
		count, err := records.ForgetSessions(ctx, fixture.Now.Add(-time.Minute))
		require.NoError(t, err)
		require.Equal(t, want, count)
	}
	var left []string
	require.NoError(t, s.DB.NewRaw("SELECT convert_from(token_hash, 'UTF8') FROM sessions").Scan(ctx, &left))
	require.Equal(t, []string{"in use"}, left)
}

// A message is dropped with the others of its month.
func TestKeepPartitions_OldMessages_AreDropped(t *testing.T) {
	s := fixture.NewShop(t)
	records := maintenanceacts.New(s.Store.Requests, s.Store.Sessions, s.Store.FailedSignIns, s.Store.MessageLinks, s.Store.Partitions)
	s.Exec(`INSERT INTO outbox (key, subject_id, template, notice, state, queued_at, month)
		SELECT a, 'an order', 'welcome', '', 'sent', now() - a::interval, date_trunc('month', now() - a::interval, 'Asia/Riyadh') FROM unnest(ARRAY['1 hour', '85 days', '130 days']) AS a`)
	for _, want := range []int{1, 0} {
		count, err := records.KeepPartitions(ctx)
		require.NoError(t, err)
		require.Equal(t, want, count)
	}
	left, err := s.Store.Outbox.Of(ctx, "an order")
	require.NoError(t, err)
	require.Len(t, left, 2)
}

func TestForgetFailedSignIns_Older_AreDeleted(t *testing.T) {
	s := fixture.NewShop(t)
	records := maintenanceacts.New(s.Store.Requests, s.Store.Sessions, s.Store.FailedSignIns, s.Store.MessageLinks, s.Store.Partitions)
	for _, account := range []string{"old", "new"} {
		require.NoError(t, s.Store.FailedSignIns.Count(ctx, signin.FailedSignIn{Account: account, Provider: "password"}))
	}
	s.Exec("UPDATE failed_sign_ins SET last_at = ? WHERE account = 'old'", fixture.Now.Add(-2*time.Hour))
	s.Exec("UPDATE failed_sign_ins SET last_at = ? WHERE account = 'new'", fixture.Now)
	for _, want := range []int{1, 0} {
		count, err := records.ForgetFailedSignIns(ctx, fixture.Now.Add(-time.Hour))
		require.NoError(t, err)
		require.Equal(t, want, count)
	}
}

func TestForgetLinks_EndedLongAgo_AreDeleted(t *testing.T) {
	s := fixture.NewShop(t)
	records := maintenanceacts.New(s.Store.Requests, s.Store.Sessions, s.Store.FailedSignIns, s.Store.MessageLinks, s.Store.Partitions)
	signer := messagelink.NewSigner([]byte("the secret of this test"))
	for key, ended := range map[string]time.Duration{"old": 2 * time.Hour, "new": 0} {
		link := messagelink.Link{OrderID: uuid.NewString(), Scope: permission.Tracking, Ends: fixture.Now.Add(-ended)}
		require.NoError(t, s.Store.MessageLinks.Keep(ctx, signer.Code("order", key), link))
	}
	for _, want := range []int{1, 0} {
		count, err := records.ForgetLinks(ctx, fixture.Now.Add(-time.Hour))
		require.NoError(t, err)
		require.Equal(t, want, count)
	}
	_, err := s.Store.MessageLinks.Find(ctx, string(signer.Code("order", "new")))
	require.NoError(t, err)
}

func TestKeepPartitions_TwoYears_AreKept(t *testing.T) {
	s := fixture.NewShop(t)
	records := maintenanceacts.New(s.Store.Requests, s.Store.Sessions, s.Store.FailedSignIns, s.Store.MessageLinks, s.Store.Partitions)
	s.Exec(`INSERT INTO usage_events (line_id, kind, used_at, event_id, type, amount)
		SELECT ?::uuid, 'sms', now() - a::interval, a, 'sms', 1 FROM unnest(ARRAY['1 year', '23 months', '3 years']) AS a`, uuid.NewString())
	for _, want := range []int{1, 0} {
		count, err := records.KeepPartitions(ctx)
		require.NoError(t, err)
		require.Equal(t, want, count)
	}
	standing, err := s.Store.Partitions.Look(ctx, time.Now())
	require.NoError(t, err)
	require.Zero(t, standing.Waiting)
	require.Greater(t, standing.Ahead, 13*24*time.Hour)
}
