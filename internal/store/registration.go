package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
)

// ErrRegistered means that a number has a user already.
var ErrRegistered = errors.New("number is registered")

// Register makes a user whose main line is lineID. Without a line it is somebody who works for us.
func (q *Queries) Register(ctx context.Context, user User, lineID string) (User, error) {
	user.ID = uuid.NewString()
	sealed, err := q.keys.sealJSON(userPlace(user.ID), userNames{user.FirstName, user.LastName})
	if err != nil {
		return user, err
	}
	err = q.inTx(ctx, func(tx *Queries) error {
		_, err := tx.prepared().exec(ctx, `
			INSERT INTO users (id, email, email_confirmed_at, mobile, password_hash, roles, personal)
			VALUES ($1, nullif($2, ''), CASE WHEN $3 THEN now() END, nullif($4, ''), $5, $6, $7)`,
			user.ID, user.Email, user.EmailConfirmed, user.Mobile, user.PasswordHash, emptied(user.Roles), sealed)
		if err != nil || lineID == "" {
			return err
		}
		_, err = tx.subscribe(ctx, user.ID, Subscription{LineID: lineID, Main: true})
		return err
	})
	if violates(err, "users_mobile_key") {
		return user, ErrRegistered
	}
	return user, translate("register", err)
}

// subscribe gives a user one more line. The same line twice is ErrConflict.
func (q *Queries) subscribe(ctx context.Context, userID string, s Subscription) (Subscription, error) {
	s.ID = uuid.NewString()
	sealed, err := q.keys.sealJSON(subscriptionPlace(s.ID), subscriptionNames{s.Nickname, s.Email})
	if err != nil {
		return s, err
	}
	_, err = q.prepared().exec(ctx, `
		INSERT INTO subscriptions (id, user_id, line_id, is_main, personal, access_list) VALUES ($1, $2, $3, $4, $5, $6)`,
		s.ID, userID, s.LineID, s.Main, sealed, s.Access)
	return s, err
}

// emptied is for columns that cannot be null.
func emptied(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// Subscribe gives a user a sub-account. A line the user has already is ErrConflict.
func (q *Queries) Subscribe(ctx context.Context, userID string, s Subscription) (Subscription, error) {
	s, err := q.subscribe(ctx, userID, s)
	return s, translate("subscribe", err)
}

// EmailTaken tells whether any user gave this e-mail, in lower case.
func (q *Queries) EmailTaken(ctx context.Context, email string) (taken bool, err error) {
	err = q.prepared().row(ctx, "SELECT EXISTS (SELECT FROM users WHERE email = $1)", email).Scan(&taken)
	return taken, translate("look for e-mail", err)
}

// SetPassword replaces a user's password and signs out all sessions but the one to keep, which may be nil.
func (q *Queries) SetPassword(ctx context.Context, userID, hash string, keep []byte) error {
	return q.inTx(ctx, func(tx *Queries) error {
		changed, err := tx.prepared().exec(ctx, "UPDATE users SET password_hash = $2 WHERE id = $1", userID, hash)
		if err != nil {
			return translate("set password", err)
		}
		if changed == 0 {
			return fmt.Errorf("set password: %w", ErrNotFound)
		}
		return tx.EndSessionsOf(ctx, userID, keep)
	})
}
