// Package session stores the sessions of browsers.
package session

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/hot"
	"selfcare/internal/store/subaccount"
	"selfcare/internal/store/tx"
	"selfcare/internal/store/user"
)

// Sessions stores the open sessions of users and devices.
type Sessions struct{ *tx.Conn }

type row struct {
	bun.BaseModel `bun:"table:sessions,alias:o"`

	TokenHash         []byte `bun:",pk"`
	UserID            string `bun:",nullzero"`
	DeviceID          string `bun:",nullzero"`
	Provider          string
	AbsoluteExpiresAt time.Time
	Browser           string
	System            string
	Network           string `bun:",nullzero"`
}

// Session is the sender of a request.
type Session struct {
	User     user.User // without ID: a device without a signed-in user
	DeviceID string
	Provider string // sign-in method

	FactorEnrolled bool // the user has a second factor
	FactorShown    bool // the user has shown it in this session

	BegunAt time.Time
}

// Opening is a new session. It ends after the Idle time without use, and at Absolute in any case. The session in Replaces
// ends at the same moment, so that a token from before the sign-in is worthless after it.
type Opening struct {
	TokenHash []byte
	UserID    string
	DeviceID  string
	Provider  string
	Idle      time.Time
	Absolute  time.Time
	Replaces  []byte
	Origin    Origin
}

// Open opens a session; a repeated call changes nothing. The idle end is never after the absolute one, so that Purge reads only
// the first.
func (q Sessions) Open(ctx context.Context, o Opening) error {
	opened := row{
		TokenHash: o.TokenHash, UserID: o.UserID, DeviceID: o.DeviceID, Provider: o.Provider, AbsoluteExpiresAt: o.Absolute,
		Browser: o.Origin.Browser, System: o.Origin.System, Network: o.Origin.Network,
	}
	replaced := q.DB.NewDelete().Table("sessions").Where("token_hash = ?", o.Replaces)
	_, err := q.DB.NewInsert().With("replaced", replaced).Model(&opened).Value("idle_for", "?::timestamptz - now()", o.Idle).
		Value("idle_expires_at", "least(?::timestamptz, ?::timestamptz)", o.Idle, o.Absolute).
		On("CONFLICT (token_hash) DO NOTHING").Returning("NULL").Exec(ctx)
	return storeerrors.Translate("open session", err)
}

// sessionRow is a row of a session.
type sessionRow struct {
	session Session
	sealed  []byte
	usedAt  time.Time
}

func (r *sessionRow) fields() []any {
	s := &r.session
	fields := append([]any{&s.DeviceID, &s.Provider}, user.Fields(&s.User, &r.sealed)...)
	return append(fields, &s.FactorEnrolled, &s.FactorShown, &s.BegunAt, &r.usedAt)
}

// noteUse returns the session of a row and extends its idle end. It writes a use at most once a minute, so that reading pages
// does not write rows each time.
func (q Sessions) noteUse(ctx context.Context, r sessionRow, tokenHash []byte, now time.Time) (session Session, err error) {
	session = r.session
	if session.User, err = user.Users(q).Named(session.User, r.sealed); err != nil {
		return session, err
	}
	if r.usedAt.Before(now.Add(-usesWrittenEvery)) {
		_, err = q.DB.NewUpdate().Model((*row)(nil)).Set("used_at = ?", now).
			Set("idle_expires_at = least(?::timestamptz + idle_for, absolute_expires_at)", now).
			Where("token_hash = ?", tokenHash).Where("idle_expires_at > ?", now).Where("absolute_expires_at > ?", now).
			Where("used_at < ?", now).Exec(ctx)
	}
	return session, storeerrors.Translate("note use of session", err)
}

const usesWrittenEvery = time.Minute

// Get finds a session by its token. An ended or unknown session is ErrNotFound.
func (q Sessions) Get(ctx context.Context, tokenHash []byte, now time.Time) (Session, error) {
	var found sessionRow
	err := hot.Session.Row(ctx, q.Conn, tokenHash, now).Scan(found.fields()...)
	if err != nil {
		return Session{}, storeerrors.Translate("find session", err)
	}
	return q.noteUse(ctx, found, tokenHash, now)
}

// GetWithLines is Get with the user's lines in service, the main one first.
func (q Sessions) GetWithLines(ctx context.Context, tokenHash []byte, now time.Time) (session Session, lines []subaccount.Subscription, err error) {
	rows, err := hot.SessionWithLines.Query(ctx, q.Conn, tokenHash, now)
	if err != nil {
		return session, nil, storeerrors.Translate("find session", err)
	}
	defer func() { _ = rows.Close() }()
	var found sessionRow
	for rows.Next() {
		var one subaccount.Row
		if err := rows.Scan(append(found.fields(), one.Fields()...)...); err != nil {
			return session, nil, storeerrors.Translate("find session", err)
		}
		if lines, err = subaccount.Subscriptions(q).Append(lines, one); err != nil {
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
	_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("second_factor_at = now()").Where("token_hash = ?", tokenHash).Exec(ctx)
	return storeerrors.Translate("note the second factor", err)
}

// Live tells whether a session is open, without extending it.
func (q Sessions) Live(ctx context.Context, tokenHash []byte, now time.Time) (live bool, err error) {
	live, err = q.DB.NewSelect().Model((*row)(nil)).Where("token_hash = ?", tokenHash).
		Where("least(idle_expires_at, absolute_expires_at) > ?", now).Exists(ctx)
	return live, storeerrors.Translate("look at session", err)
}

// End ends a session at once.
func (q Sessions) End(ctx context.Context, tokenHash []byte) error {
	_, err := q.DB.NewDelete().Model((*row)(nil)).Where("token_hash = ?", tokenHash).Exec(ctx)
	return storeerrors.Translate("end session", err)
}

// EndAllOf ends all sessions of a user but the one to keep, which may be nil.
func (q Sessions) EndAllOf(ctx context.Context, userID string, keep []byte) error {
	return user.Users(q).EndSessions(ctx, userID, keep)
}

// Purge deletes sessions that ended before a time, and returns their number.
func (q Sessions) Purge(ctx context.Context, before time.Time) (purged int, err error) {
	purged, err = tx.PurgeRows(ctx, q.DB, (*row)(nil), "idle_expires_at", before)
	return purged, storeerrors.Translate("purge sessions", err)
}

// Origin is the stored origin of a session: too coarse to find a person.
type Origin struct {
	Browser string
	System  string
	Network string // 203.0.113.0/24; empty when unknown
}

// OpenSession is a session as its user sees it.
type OpenSession struct {
	Origin

	ID       string
	Current  bool // the session of this request
	Provider string
	BegunAt  time.Time
	UsedAt   time.Time // within a minute
}

// Of lists the open sessions of a user: the current one first, then the most recently used.
func (q Sessions) Of(ctx context.Context, userID string, current []byte, now time.Time) (open []OpenSession, err error) {
	err = q.DB.NewSelect().Model((*row)(nil)).Column("id", "provider", "browser", "system", "begun_at", "used_at").
		ColumnExpr("network::text AS network").ColumnExpr("coalesce(token_hash = ?, false) AS current", current).
		Where("user_id = ?", userID).Where("idle_expires_at > ?", now).Where("absolute_expires_at > ?", now).
		OrderExpr("token_hash = ? DESC, used_at DESC, id", current).Limit(tx.PageSize).Scan(ctx, &open)
	return open, storeerrors.Translate("list sessions", err)
}

// EndOf ends one session of a user. Another user's session, and an ended one, is ErrNotFound.
func (q Sessions) EndOf(ctx context.Context, userID, id string) error {
	result, err := q.DB.NewDelete().Model((*row)(nil)).Where("user_id = ?", userID).Where("id = ?", id).Exec(ctx)
	return tx.RequireChange("end session", storeerrors.ErrNotFound, result, err)
}
