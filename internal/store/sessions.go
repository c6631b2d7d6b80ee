package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Sessions stores the open sessions of users and devices.
type Sessions struct{ *tx.Conn }

// Session is the sender of a request.
type Session struct {
	User     User // without ID: a device without a signed-in user
	DeviceID string
	Provider string // sign-in method

	FactorEnrolled bool // the user has a second factor
	FactorShown    bool // the user has shown it in this session

	BegunAt time.Time
}

// SessionOpening is a new session. It ends after the Idle time without use, and at Absolute in any case. The session in Replaces
// ends at the same moment, so that a token from before the sign-in is worthless after it.
type SessionOpening struct {
	TokenHash []byte
	UserID    string
	DeviceID  string
	Provider  string
	Idle      time.Time
	Absolute  time.Time
	Replaces  []byte
	Origin    SessionOrigin
}

// Open opens a session; a repeated call changes nothing.
func (q Sessions) Open(ctx context.Context, o SessionOpening) error {
	_, err := q.Prepared().Exec(ctx, `
		WITH replaced AS (DELETE FROM sessions WHERE token_hash = $1)
		INSERT INTO sessions (token_hash, user_id, device_id, provider, idle_for, idle_expires_at, absolute_expires_at, browser, system, network)
		VALUES ($2, nullif($3, '')::uuid, nullif($4, '')::uuid, $5, $6::timestamptz - now(), $6, $7, $8, $9, nullif($10, '')::cidr)
		ON CONFLICT (token_hash) DO NOTHING`,
		o.Replaces, o.TokenHash, o.UserID, o.DeviceID, o.Provider, o.Idle, o.Absolute, o.Origin.Browser, o.Origin.System, o.Origin.Network)
	return storeerrors.Translate("open session", err)
}

const sessionColumns = `coalesce(o.device_id::text, ''), o.provider, coalesce(u.id::text, ''), coalesce(u.email, ''),
	u.email_confirmed_at IS NOT NULL, coalesce(u.mobile, ''), coalesce(u.password_hash, ''),
	coalesce(u.roles, '{}'), u.personal, f.confirmed_at IS NOT NULL, o.second_factor_at IS NOT NULL, o.begun_at, o.used_at`

const openSessions = ` FROM sessions AS o LEFT JOIN users AS u ON u.id = o.user_id LEFT JOIN second_factors AS f ON f.user_id = u.id`

const ofToken = ` WHERE o.token_hash = $1 AND o.idle_expires_at > $2 AND o.absolute_expires_at > $2 AND u.disabled_at IS NULL`

// sessionRow is a row of a session.
type sessionRow struct {
	session Session
	sealed  []byte
	usedAt  time.Time
}

func (r *sessionRow) fields() []any {
	s := &r.session
	fields := append([]any{&s.DeviceID, &s.Provider}, userFields(&s.User, &r.sealed)...)
	return append(fields, &s.FactorEnrolled, &s.FactorShown, &s.BegunAt, &r.usedAt)
}

// noteUse returns the session of a row and extends its idle end. It writes a use at most once a minute, so that reading pages
// does not write rows each time.
func (q Sessions) noteUse(ctx context.Context, r sessionRow, tokenHash []byte, now time.Time) (session Session, err error) {
	session = r.session
	if session.User, err = Users(q).Named(session.User, r.sealed); err != nil {
		return session, err
	}
	if r.usedAt.Before(now.Add(-usesWrittenEvery)) {
		_, err = q.Prepared().Exec(ctx, `
			UPDATE sessions SET used_at = $2, idle_expires_at = least($2::timestamptz + idle_for, absolute_expires_at)
			WHERE token_hash = $1 AND idle_expires_at > $2 AND absolute_expires_at > $2 AND used_at < $2`, tokenHash, now)
	}
	return session, storeerrors.Translate("note use of session", err)
}

const usesWrittenEvery = time.Minute

// Get finds a session by its token. An ended or unknown session is ErrNotFound.
func (q Sessions) Get(ctx context.Context, tokenHash []byte, now time.Time) (Session, error) {
	var found sessionRow
	err := q.Prepared().Row(ctx, "SELECT "+sessionColumns+openSessions+ofToken, tokenHash, now).Scan(found.fields()...)
	if err != nil {
		return Session{}, storeerrors.Translate("find session", err)
	}
	return q.noteUse(ctx, found, tokenHash, now)
}

// GetWithLines is Get with the user's lines in service, the main one first.
func (q Sessions) GetWithLines(ctx context.Context, tokenHash []byte, now time.Time) (session Session, lines []Subscription, err error) {
	rows, err := q.Prepared().Query(ctx, "SELECT "+sessionColumns+", "+ownedColumns+openSessions+`
		LEFT JOIN (subscriptions AS s JOIN lines AS l ON l.id = s.line_id AND l.status <> 'ended') ON s.user_id = o.user_id AND s.ended_at IS NULL`+
		ofToken+ownedOrder, tokenHash, now)
	if err != nil {
		return session, nil, storeerrors.Translate("find session", err)
	}
	defer func() { _ = rows.Close() }()
	var found sessionRow
	for rows.Next() {
		var one ownedRow
		if err := rows.Scan(append(found.fields(), one.Fields()...)...); err != nil {
			return session, nil, storeerrors.Translate("find session", err)
		}
		if lines, err = Subscriptions(q).Append(lines, one); err != nil {
			return session, nil, err
		}
	}
	switch err := errors.Join(rows.Err(), rows.Close()); {
	case err != nil:
		return session, nil, storeerrors.Translate("find session", err)
	case found.session.BegunAt.IsZero():
		return session, nil, storeerrors.ErrNotFound
	}
	session, err = q.noteUse(ctx, found, tokenHash, now)
	return session, lines, err
}

// ShowFactor records that a session has shown its user's second factor.
func (q Sessions) ShowFactor(ctx context.Context, tokenHash []byte) error {
	_, err := q.Prepared().Exec(ctx, "UPDATE sessions SET second_factor_at = now() WHERE token_hash = $1", tokenHash)
	return storeerrors.Translate("note the second factor", err)
}

// Live tells whether a session is open, without extending it.
func (q Sessions) Live(ctx context.Context, tokenHash []byte, now time.Time) (live bool, err error) {
	err = q.Prepared().Row(ctx, `
		SELECT EXISTS (SELECT FROM sessions WHERE token_hash = $1 AND least(idle_expires_at, absolute_expires_at) > $2)`, tokenHash, now).Scan(&live)
	return live, storeerrors.Translate("look at session", err)
}

// End ends a session at once.
func (q Sessions) End(ctx context.Context, tokenHash []byte) error {
	_, err := q.Prepared().Exec(ctx, "DELETE FROM sessions WHERE token_hash = $1", tokenHash)
	return storeerrors.Translate("end session", err)
}

// EndAllOf ends all sessions of a user but the one to keep, which may be nil.
func (q Sessions) EndAllOf(ctx context.Context, userID string, keep []byte) error {
	return Users(q).EndSessions(ctx, userID, keep)
}

// Purge deletes sessions that ended before a time, and returns their number.
func (q Sessions) Purge(ctx context.Context, before time.Time) (purged int, err error) {
	changed, err := q.Prepared().Exec(ctx, "DELETE FROM sessions WHERE least(idle_expires_at, absolute_expires_at) < $1", before)
	return int(changed), storeerrors.Translate("purge sessions", err)
}

// SessionOrigin is the stored origin of a session: too coarse to find a person.
type SessionOrigin struct {
	Browser string
	System  string
	Network string // 203.0.113.0/24; empty when unknown
}

// OpenSession is a session as its user sees it.
type OpenSession struct {
	SessionOrigin
	ID       string
	Current  bool // the session of this request
	Provider string
	BegunAt  time.Time
	UsedAt   time.Time // within a minute
}

// Of lists the open sessions of a user: the current one first, then the most recently used.
func (q Sessions) Of(ctx context.Context, userID string, current []byte, now time.Time) (open []OpenSession, err error) {
	rows, err := q.Prepared().Query(ctx, `
		SELECT id, token_hash = $2, provider, browser, system, coalesce(network::text, ''), begun_at, used_at FROM sessions
		WHERE user_id = $1 AND idle_expires_at > $3 AND absolute_expires_at > $3
		ORDER BY token_hash = $2 DESC, used_at DESC, id LIMIT $4`, userID, current, now, tx.PageSize)
	if err != nil {
		return nil, storeerrors.Translate("list sessions", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var s OpenSession
		if err := rows.Scan(&s.ID, &s.Current, &s.Provider, &s.Browser, &s.System, &s.Network, &s.BegunAt, &s.UsedAt); err != nil {
			return nil, storeerrors.Translate("list sessions", err)
		}
		open = append(open, s)
	}
	return open, storeerrors.Translate("list sessions", rows.Err())
}

// EndOf ends one session of a user. Another user's session, and an ended one, is ErrNotFound.
func (q Sessions) EndOf(ctx context.Context, userID, id string) error {
	changed, err := q.Prepared().Exec(ctx, "DELETE FROM sessions WHERE user_id = $1 AND id = $2", userID, id)
	if err == nil && changed == 0 {
		return fmt.Errorf("end session: %w", storeerrors.ErrNotFound)
	}
	return storeerrors.Translate("end session", err)
}

// SecondFactors stores the second factors of staff.
type SecondFactors struct{ *tx.Conn }

// SecondFactor is the second factor of one person. Until it is confirmed, the person can start again.
type SecondFactor struct {
	Secret    string // base32
	Confirmed bool
	BegunAt   time.Time
}

func factorSealContext(userID string) string { return "second_factors/" + userID }

// Begin stores an unconfirmed secret, in place of an earlier unconfirmed one. A confirmed one is ErrConflict.
func (q SecondFactors) Begin(ctx context.Context, userID, secret string) error {
	sealed := q.Keys.Seal(factorSealContext(userID), []byte(secret))
	return q.changeOnce(ctx, "begin second factor", `
		INSERT INTO second_factors AS f (user_id, secret) VALUES ($1, $2)
		ON CONFLICT (user_id) DO UPDATE SET secret = EXCLUDED.secret, begun_at = clock_timestamp() WHERE f.confirmed_at IS NULL`,
		userID, sealed)
}

// Of returns a person's second factor; ErrNotFound without one.
func (q SecondFactors) Of(ctx context.Context, userID string) (SecondFactor, error) {
	var factor SecondFactor
	var sealed []byte
	err := q.Prepared().Row(ctx, "SELECT secret, confirmed_at IS NOT NULL, begun_at FROM second_factors WHERE user_id = $1", userID).
		Scan(&sealed, &factor.Confirmed, &factor.BegunAt)
	if err != nil {
		return factor, storeerrors.Translate("find second factor", err)
	}
	secret, err := q.Keys.Open(factorSealContext(userID), sealed)
	factor.Secret = string(secret)
	return factor, err
}

// Confirm confirms a second factor, and stores its recovery codes. ErrConflict means that it was started again meanwhile, or is
// confirmed already.
func (q SecondFactors) Confirm(ctx context.Context, userID string, begun time.Time, step int64, codes []string) error {
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := SecondFactors{conn}
		err := q.changeOnce(ctx, "confirm second factor", `
			UPDATE second_factors SET confirmed_at = now(), last_step = $3
			WHERE user_id = $1 AND begun_at = $2 AND confirmed_at IS NULL`, userID, begun, step)
		if err != nil {
			return err
		}
		return q.SetRecoveryCodes(ctx, userID, codes)
	})
}

// UseStep uses up the code of a time step, and those of earlier steps. A used one is ErrConflict.
func (q SecondFactors) UseStep(ctx context.Context, userID string, step int64) error {
	return q.changeOnce(ctx, "use second factor",
		"UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND confirmed_at IS NOT NULL AND last_step < $2", userID, step)
}

// UseRecoveryCode uses up a recovery code. A used or unknown code is ErrConflict.
func (q SecondFactors) UseRecoveryCode(ctx context.Context, userID, code string) error {
	return q.changeOnce(ctx, "use recovery code", `
		UPDATE recovery_codes AS r SET used_at = now() FROM second_factors AS f
		WHERE r.user_id = $1 AND r.hash = $2 AND r.used_at IS NULL AND f.user_id = r.user_id AND f.confirmed_at IS NOT NULL`,
		userID, q.recoveryHash(userID, code))
}

// SetRecoveryCodes gives a person new recovery codes; the old ones become invalid.
func (q SecondFactors) SetRecoveryCodes(ctx context.Context, userID string, codes []string) error {
	hashes := make([][]byte, len(codes))
	for i, code := range codes {
		hashes[i] = q.recoveryHash(userID, code)
	}
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := SecondFactors{conn}
		if _, err := q.Prepared().Exec(ctx, "DELETE FROM recovery_codes WHERE user_id = $1", userID); err != nil {
			return storeerrors.Translate("forget recovery codes", err)
		}
		_, err := q.Prepared().Exec(ctx, "INSERT INTO recovery_codes (user_id, hash) SELECT $1, unnest($2::bytea[])", userID, hashes)
		return storeerrors.Translate("keep recovery codes", err)
	})
}

// RecoveryCodesLeft counts the unused recovery codes.
func (q SecondFactors) RecoveryCodesLeft(ctx context.Context, userID string) (left int, err error) {
	err = q.Prepared().Row(ctx, "SELECT count(*) FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL", userID).Scan(&left)
	return left, storeerrors.Translate("count recovery codes", err)
}

// Reset deletes a person's second factor and ends their sessions: the next sign-in sets up a new one. Without one it is
// ErrNotFound.
func (q SecondFactors) Reset(ctx context.Context, userID string) error {
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := SecondFactors{conn}
		changed, err := q.Prepared().Exec(ctx, "DELETE FROM second_factors WHERE user_id = $1", userID)
		if err != nil {
			return storeerrors.Translate("reset second factor", err)
		}
		if changed == 0 {
			return fmt.Errorf("reset second factor: %w", storeerrors.ErrNotFound)
		}
		return Sessions(q).EndAllOf(ctx, userID, nil)
	})
}

func (q SecondFactors) recoveryHash(userID, code string) []byte {
	return q.Keys.Hash("recovery code\n" + userID + "\n" + code)
}

// changeOnce makes a change whose condition only the first of several concurrent callers meets; the others get ErrConflict.
func (q SecondFactors) changeOnce(ctx context.Context, doing, statement string, args ...any) error {
	changed, err := q.Prepared().Exec(ctx, statement, args...)
	if err == nil && changed == 0 {
		return fmt.Errorf("%s: %w", doing, storeerrors.ErrConflict)
	}
	return storeerrors.Translate(doing, err)
}

// Passkeys stores the public keys with which users sign in.
type Passkeys struct{ *tx.Conn }

// Passkey is one public key. The customer's device chose its ID.
type Passkey struct {
	ID             []byte
	UserID         string
	PublicKey      []byte
	SignCount      uint32 // at the last use; zero for devices that do not count
	BackupEligible bool   // may be copied to the customer's other devices
	Name           string
	AddedAt        time.Time
	UsedAt         *time.Time
}

const passkeyFields = "credential_id, user_id::text, public_key, sign_count, backup_eligible, name, added_at, used_at"

func (p *Passkey) fields() []any {
	return []any{&p.ID, &p.UserID, &p.PublicKey, &p.SignCount, &p.BackupEligible, &p.Name, &p.AddedAt, &p.UsedAt}
}

// Add stores a passkey. A known one is ErrConflict.
func (q Passkeys) Add(ctx context.Context, p Passkey) error {
	return q.change(ctx, "add passkey", storeerrors.ErrConflict, `
		INSERT INTO passkeys (credential_id, user_id, public_key, sign_count, backup_eligible, name) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT DO NOTHING`, p.ID, p.UserID, p.PublicKey, int64(p.SignCount), p.BackupEligible, p.Name)
}

// Get finds a passkey of any user.
func (q Passkeys) Get(ctx context.Context, id []byte) (p Passkey, err error) {
	err = q.Prepared().Row(ctx, "SELECT "+passkeyFields+" FROM passkeys WHERE credential_id = $1", id).Scan(p.fields()...)
	return p, storeerrors.Translate("find passkey", err)
}

// Of lists the passkeys of a user, the newest first.
func (q Passkeys) Of(ctx context.Context, userID string) (all []Passkey, err error) {
	rows, err := q.Prepared().Query(ctx, "SELECT "+passkeyFields+" FROM passkeys WHERE user_id = $1 ORDER BY added_at DESC, credential_id", userID)
	if err != nil {
		return nil, storeerrors.Translate("list passkeys", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var p Passkey
		if err := rows.Scan(p.fields()...); err != nil {
			return nil, storeerrors.Translate("list passkeys", err)
		}
		all = append(all, p)
	}
	return all, storeerrors.Translate("list passkeys", rows.Err())
}

// Use records a sign-in and its count. A count that does not increase is ErrConflict, except for devices that do not count.
func (q Passkeys) Use(ctx context.Context, id []byte, count uint32, at time.Time) error {
	return q.change(ctx, "use passkey", storeerrors.ErrConflict, `
		UPDATE passkeys SET sign_count = $2, used_at = $3
		WHERE credential_id = $1 AND (sign_count < $2 OR sign_count = 0 AND $2 = 0)`, id, int64(count), at)
}

// Rename renames a passkey of a user. Another user's passkey is ErrNotFound.
func (q Passkeys) Rename(ctx context.Context, userID string, id []byte, name string) error {
	return q.change(ctx, "rename passkey", storeerrors.ErrNotFound, "UPDATE passkeys SET name = $3 WHERE user_id = $1 AND credential_id = $2", userID, id, name)
}

// Remove deletes a passkey of a user. Another user's passkey is ErrNotFound.
func (q Passkeys) Remove(ctx context.Context, userID string, id []byte) error {
	return q.change(ctx, "remove passkey", storeerrors.ErrNotFound, "DELETE FROM passkeys WHERE user_id = $1 AND credential_id = $2", userID, id)
}

func (q Passkeys) change(ctx context.Context, doing string, otherwise error, statement string, args ...any) error {
	changed, err := q.Prepared().Exec(ctx, statement, args...)
	if err == nil && changed == 0 {
		return fmt.Errorf("%s: %w", doing, otherwise)
	}
	return storeerrors.Translate(doing, err)
}
