package store

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun/dialect/pgdialect"
)

// UserByLogin finds a user by e-mail, in any case, or by mobile number in national format.
func (q *Queries) UserByLogin(ctx context.Context, emailOrMobile string) (User, error) {
	var user User
	err := q.prepared().row(ctx, "SELECT id, password_hash, roles FROM users WHERE email = $1 OR mobile = $1",
		strings.ToLower(strings.TrimSpace(emailOrMobile))).Scan(&user.ID, &user.PasswordHash, pgdialect.Array(&user.Roles))
	return user, translate("find user", err)
}

// CreateSession opens a session. It ends at idle when not used, each use moves that on, and at absolute in any case.
func (q *Queries) CreateSession(ctx context.Context, tokenHash []byte, userID string, idle, absolute time.Time) error {
	_, err := q.prepared().exec(ctx, `
		INSERT INTO sessions (token_hash, user_id, idle_for, idle_expires_at, absolute_expires_at)
		VALUES ($1, $2, $3::timestamptz - now(), $3, $4) ON CONFLICT (token_hash) DO NOTHING`, tokenHash, userID, idle, absolute)
	return translate("create session", err)
}

// A use is written once a minute at most, so that reading pages does not write rows.
const useSession = `
WITH used AS (
    UPDATE sessions SET idle_expires_at = least($2::timestamptz + idle_for, absolute_expires_at)
    WHERE token_hash = $1 AND idle_expires_at > $2 AND absolute_expires_at > $2
      AND idle_expires_at < least($2::timestamptz + idle_for, absolute_expires_at) - interval '1 minute'
)
SELECT u.id, u.password_hash, u.roles FROM sessions AS s JOIN users AS u ON u.id = s.user_id
WHERE s.token_hash = $1 AND s.idle_expires_at > $2 AND s.absolute_expires_at > $2`

// SessionUser is who a session belongs to. A session that is over or unknown is ErrNotFound.
func (q *Queries) SessionUser(ctx context.Context, tokenHash []byte, now time.Time) (User, error) {
	var user User
	err := q.prepared().row(ctx, useSession, tokenHash, now).Scan(&user.ID, &user.PasswordHash, pgdialect.Array(&user.Roles))
	return user, translate("find session", err)
}

// EndSession makes a session useless at once.
func (q *Queries) EndSession(ctx context.Context, tokenHash []byte) error {
	_, err := q.prepared().exec(ctx, "DELETE FROM sessions WHERE token_hash = $1", tokenHash)
	return translate("end session", err)
}
