package maintenance_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	maintenanceacts "selfcare/activities/maintenance"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/store/idempotency"
	"selfcare/internal/store/line"
	"selfcare/internal/store/session"
	"selfcare/internal/store/signin"
)

var ctx = context.Background()

func TestForgetRequests_Older_Deleted(t *testing.T) {
	s := fixture.NewShop(t)
	records := maintenanceacts.New(s.Store.Requests, s.Store.Sessions, s.Store.Outbox, s.Store.FailedSignIns, s.Store.UsageDetails)
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
	_, err := maintenanceacts.New(s.Store.Requests, s.Store.Sessions, s.Store.Outbox, s.Store.FailedSignIns, s.Store.UsageDetails).ForgetRequests(ctx, fixture.Now)
	fixture.RequireRetry(t, err)
}

func TestForgetSessions_EndedBefore_AreDeleted(t *testing.T) {
	s := fixture.NewShop(t)
	records := maintenanceacts.New(s.Store.Requests, s.Store.Sessions, s.Store.Outbox, s.Store.FailedSignIns, s.Store.UsageDetails)
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

func TestForgetMessages_WaitingOrYoung_AreKept(t *testing.T) {
	s := fixture.NewShop(t)
	records := maintenanceacts.New(s.Store.Requests, s.Store.Sessions, s.Store.Outbox, s.Store.FailedSignIns, s.Store.UsageDetails)
	s.Exec(`INSERT INTO outbox (key, subject_id, template, notice, state, queued_at)
		SELECT s || a, 'an order', 'welcome', '', s, now() - a::interval
		FROM unnest(ARRAY['queued', 'sent', 'refused', 'expired']) AS s, unnest(ARRAY['1 hour', '2 days']) AS a`)
	for _, want := range []int{3, 0} {
		count, err := records.ForgetMessages(ctx, fixture.Now.Add(-24*time.Hour))
		require.NoError(t, err)
		require.Equal(t, want, count)
	}
	left, err := s.Store.Outbox.Of(ctx, "an order")
	require.NoError(t, err)
	require.Len(t, left, 5, "four are young, one still waits")
}

func TestForgetFailedSignIns_Older_AreDeleted(t *testing.T) {
	s := fixture.NewShop(t)
	records := maintenanceacts.New(s.Store.Requests, s.Store.Sessions, s.Store.Outbox, s.Store.FailedSignIns, s.Store.UsageDetails)
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

func TestKeepMonthsOfUsage_TwoYears_AreKept(t *testing.T) {
	s := fixture.NewShop(t)
	records := maintenanceacts.New(s.Store.Requests, s.Store.Sessions, s.Store.Outbox, s.Store.FailedSignIns, s.Store.UsageDetails)
	lineID, err := s.Store.Lines.Add(ctx, line.Line{MSISDN: "0571230101", Kind: line.Voice, Type: "prepaid", Person: contract.Person{IDNumber: "1000000016"}}, fixture.Now)
	require.NoError(t, err)
	s.Exec(`INSERT INTO usage_details (line_id, kind, used_at, event_id, type, amount, charged)
		SELECT ?::uuid, 'sms', now() - a::interval, a, 'sms', 1, 0 FROM unnest(ARRAY['1 year', '23 months', '3 years']) AS a`, lineID)
	for _, want := range []int{1, 0} {
		count, err := records.KeepMonthsOfUsage(ctx, time.Now().AddDate(-2, 0, -1))
		require.NoError(t, err)
		require.Equal(t, want, count)
	}
	_, err = records.KeepMonthsOfUsage(ctx, time.Now().AddDate(-1, 0, 0))
	require.Error(t, err, "younger months are never dropped")
	ahead, _, err := s.Store.UsageDetails.Months(ctx, time.Now())
	require.NoError(t, err)
	require.Equal(t, 3, ahead)
}
