package store

import (
	"context"
	"time"
)

// Sessions are those that users and devices have open.
type Sessions struct{ *conn }

// Session is who a request comes from.
type Session struct {
	User     User // without ID: a device nobody has signed in on
	DeviceID string
	Provider string // how the user signed in
}

// SessionOpening is a session to be opened. It ends at Idle when not used, each use moves that on, and at Absolute in any
// case. The session in Replaces ends at the same moment, so that a token known before signing in is worth nothing after.
type SessionOpening struct {
	TokenHash []byte
	UserID    string
	DeviceID  string
	Provider  string
	Idle      time.Time
	Absolute  time.Time
	Replaces  []byte
}

// Open opens a session; opening it again changes nothing.
func (q Sessions) Open(ctx context.Context, o SessionOpening) error {
	_, err := q.prepared().exec(ctx, `
		WITH replaced AS (DELETE FROM sessions WHERE token_hash = $1)
		INSERT INTO sessions (token_hash, user_id, device_id, provider, idle_for, idle_expires_at, absolute_expires_at)
		VALUES ($2, nullif($3, '')::uuid, nullif($4, '')::uuid, $5, $6::timestamptz - now(), $6, $7)
		ON CONFLICT (token_hash) DO NOTHING`,
		o.Replaces, o.TokenHash, o.UserID, o.DeviceID, o.Provider, o.Idle, o.Absolute)
	return translate("open session", err)
}

// A use is written once a minute at most, so that reading pages does not write rows.
const useSession = `
WITH used AS (
    UPDATE sessions SET idle_expires_at = least($2::timestamptz + idle_for, absolute_expires_at)
    WHERE token_hash = $1 AND idle_expires_at > $2 AND absolute_expires_at > $2
      AND idle_expires_at < least($2::timestamptz + idle_for, absolute_expires_at) - interval '1 minute'
)
SELECT coalesce(s.device_id::text, ''), s.provider, coalesce(u.id::text, ''), coalesce(u.email, ''),
       u.email_confirmed_at IS NOT NULL, coalesce(u.mobile, ''), coalesce(u.password_hash, ''),
       coalesce(u.roles, '{}'), u.personal
FROM sessions AS s LEFT JOIN users AS u ON u.id = s.user_id
WHERE s.token_hash = $1 AND s.idle_expires_at > $2 AND s.absolute_expires_at > $2`

// Get finds a session by its token. One that is over or unknown is ErrNotFound.
func (q Sessions) Get(ctx context.Context, tokenHash []byte, now time.Time) (Session, error) {
	var session Session
	var sealed []byte
	fields := append([]any{&session.DeviceID, &session.Provider}, userFields(&session.User, &sealed)...)
	if err := q.prepared().row(ctx, useSession, tokenHash, now).Scan(fields...); err != nil {
		return session, translate("find session", err)
	}
	var err error
	session.User, err = Users(q).named(session.User, sealed)
	return session, err
}

// End makes a session useless at once.
func (q Sessions) End(ctx context.Context, tokenHash []byte) error {
	_, err := q.prepared().exec(ctx, "DELETE FROM sessions WHERE token_hash = $1", tokenHash)
	return translate("end session", err)
}

// EndAllOf ends all sessions of a user but the one to keep, which may be nil.
func (q Sessions) EndAllOf(ctx context.Context, userID string, keep []byte) error {
	_, err := q.prepared().exec(ctx, "DELETE FROM sessions WHERE user_id = $1 AND token_hash IS DISTINCT FROM $2", userID, keep)
	return translate("end sessions", err)
}

// Purge deletes those that ended before a time and answers with how many that were.
func (q Sessions) Purge(ctx context.Context, before time.Time) (purged int, err error) {
	changed, err := q.prepared().exec(ctx, "DELETE FROM sessions WHERE least(idle_expires_at, absolute_expires_at) < $1", before)
	return int(changed), translate("purge sessions", err)
}
