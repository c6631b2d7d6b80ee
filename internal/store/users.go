package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/uptrace/bun/dialect/pgdialect"
)

// User is somebody who can sign in. Customers have a Mobile, the number of their main line.
type User struct {
	ID             string
	Email          string
	EmailConfirmed bool
	Mobile         string
	FirstName      string
	LastName       string
	PasswordHash   string
	Roles          []string
}

// userNames is the encrypted part of a user.
type userNames struct {
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
}

const userColumns = `u.id, coalesce(u.email, ''), u.email_confirmed_at IS NOT NULL, coalesce(u.mobile, ''),
	u.password_hash, u.roles, u.personal`

// userFields are where the columns of userColumns go.
func userFields(user *User, sealed *[]byte) []any {
	return []any{&user.ID, &user.Email, &user.EmailConfirmed, &user.Mobile, &user.PasswordHash, pgdialect.Array(&user.Roles), sealed}
}

func userPlace(id string) string { return "users/" + id }

func (q *Queries) named(user User, sealed []byte) (User, error) {
	if sealed == nil {
		return user, nil
	}
	var names userNames
	err := q.keys.openJSON(userPlace(user.ID), sealed, &names)
	user.FirstName, user.LastName = names.FirstName, names.LastName
	return user, err
}

func (q *Queries) user(ctx context.Context, condition, value string) (User, error) {
	var user User
	var sealed []byte
	err := q.prepared().row(ctx, "SELECT "+userColumns+" FROM users AS u WHERE "+condition, value).Scan(userFields(&user, &sealed)...)
	if err != nil {
		return user, translate("find user", err)
	}
	return q.named(user, sealed)
}

// UserByMobile finds a user by the number of the main line.
func (q *Queries) UserByMobile(ctx context.Context, mobile string) (User, error) {
	return q.user(ctx, "u.mobile = $1", mobile)
}

// User finds a user by id.
func (q *Queries) User(ctx context.Context, id string) (User, error) {
	return q.user(ctx, "u.id = $1", id)
}

// namesakes bounds how many passwords one sign-in may have to be compared with.
const namesakes = 3

// UsersByEmail are those who gave an e-mail, in lower case: one who confirmed it, or several who did not.
func (q *Queries) UsersByEmail(ctx context.Context, email string) (users []User, err error) {
	rows, err := q.prepared().query(ctx, "SELECT "+userColumns+` FROM users AS u WHERE email = $1
		ORDER BY email_confirmed_at NULLS LAST, id LIMIT $2`, email, namesakes)
	if err != nil {
		return nil, translate("find users", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		user, err := q.scanUser(rows)
		if err != nil {
			return nil, err
		}
		users = append(users, user)
	}
	if len(users) > 0 && users[0].EmailConfirmed {
		users = users[:1]
	}
	return users, translate("find users", rows.Err())
}

func (q *Queries) scanUser(rows *sql.Rows) (User, error) {
	var user User
	var sealed []byte
	if err := rows.Scan(userFields(&user, &sealed)...); err != nil {
		return user, fmt.Errorf("read user: %w", err)
	}
	return q.named(user, sealed)
}

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

// OpenSession opens a session; opening it again changes nothing.
func (q *Queries) OpenSession(ctx context.Context, o SessionOpening) error {
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

// Session finds a session by its token. One that is over or unknown is ErrNotFound.
func (q *Queries) Session(ctx context.Context, tokenHash []byte, now time.Time) (Session, error) {
	var session Session
	var sealed []byte
	fields := append([]any{&session.DeviceID, &session.Provider}, userFields(&session.User, &sealed)...)
	if err := q.prepared().row(ctx, useSession, tokenHash, now).Scan(fields...); err != nil {
		return session, translate("find session", err)
	}
	var err error
	session.User, err = q.named(session.User, sealed)
	return session, err
}

// EndSession makes a session useless at once.
func (q *Queries) EndSession(ctx context.Context, tokenHash []byte) error {
	_, err := q.prepared().exec(ctx, "DELETE FROM sessions WHERE token_hash = $1", tokenHash)
	return translate("end session", err)
}

// EndSessionsOf ends all sessions of a user but the one to keep, which may be nil.
func (q *Queries) EndSessionsOf(ctx context.Context, userID string, keep []byte) error {
	_, err := q.prepared().exec(ctx, "DELETE FROM sessions WHERE user_id = $1 AND token_hash IS DISTINCT FROM $2", userID, keep)
	return translate("end sessions", err)
}

// PurgeSessions deletes those that ended before a time and answers with how many that were.
func (q *Queries) PurgeSessions(ctx context.Context, before time.Time) (purged int, err error) {
	changed, err := q.prepared().exec(ctx, "DELETE FROM sessions WHERE least(idle_expires_at, absolute_expires_at) < $1", before)
	return int(changed), translate("purge sessions", err)
}
