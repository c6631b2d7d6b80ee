package session_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/session"
	"selfcare/internal/store/storetest"
	userstore "selfcare/internal/store/user"
)

var ctx = context.Background()

func TestSessions_Idle_End(t *testing.T) {
	s, now := testkit.Seeded(t), time.Now()
	user, err := s.Users.ByMobile(ctx, "0570000001")
	require.NoError(t, err)
	token := []byte("hash of a token")
	require.NoError(t, s.Sessions.Open(ctx, session.Opening{
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
		require.Equal(t, session.Session{User: user, Provider: "otp"}, got)
	}
}

func TestSessions_Ended_AreNotFound(t *testing.T) {
	s, now := testkit.Seeded(t), time.Now()
	user, err := s.Users.ByMobile(ctx, "0570000001")
	require.NoError(t, err)
	opening := session.Opening{TokenHash: []byte("idle"), UserID: user.ID, Idle: now.Add(time.Minute), Absolute: now.Add(time.Hour)}
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
		require.NoError(t, s.Sessions.Open(ctx, session.Opening{
			TokenHash: []byte(token), UserID: user, DeviceID: device, Idle: now.Add(time.Hour), Absolute: now.Add(time.Hour), Replaces: replaces,
		}))
	}
	open("device", "", nil)
	got, err := s.Sessions.Get(ctx, []byte("device"), now)
	require.NoError(t, err)
	require.WithinDuration(t, time.Now(), got.BegunAt, time.Minute)
	got.BegunAt = time.Time{} // BegunAt is checked above
	require.Equal(t, session.Session{User: userstore.User{Roles: []string{}}, DeviceID: device}, got)

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

// Each device has a session. The nightly clean-up deletes those that have ended, a few thousand at a time.
func TestPurge_ManySessions_UsesAnIndex(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.Fill(t, db, `INSERT INTO sessions (token_hash, device_id, provider, idle_for, idle_expires_at, absolute_expires_at)
		SELECT int4send(n), gen_random_uuid(), 'guest', '1 hour', now() + interval '1 hour', now() + interval '1 day' FROM generate_series(1, 5000) AS n`)
	require.NoError(t, s.Sessions.Open(ctx, session.Opening{TokenHash: []byte("absolute"), DeviceID: storetest.NewID(), Idle: storetest.Soon(), Absolute: storetest.Past()}))
	require.NoError(t, s.Sessions.Open(ctx, session.Opening{TokenHash: []byte("idle"), DeviceID: storetest.NewID(), Idle: storetest.Past(), Absolute: storetest.Soon()}))
	purged, err := s.Sessions.Purge(ctx, time.Now())
	require.NoError(t, err)
	require.Equal(t, 2, purged)
	storetest.RequireIndexed(t, db, map[string]func() error{
		"purge": func() error { return storetest.TakeError(s.Sessions.Purge(ctx, time.Now())) },
	})
}
