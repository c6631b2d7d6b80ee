package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// ErrEmailTaken means that another user has confirmed the e-mail.
var ErrEmailTaken = errors.New("e-mail belongs to another user")

func emailSealContext(userID string) string { return "users/" + userID + "/email" }

// ProposeEmail remembers the e-mail a user wants to have. Nothing else changes until it is confirmed.
func (q Users) ProposeEmail(ctx context.Context, userID, email string) error {
	_, err := q.prepared().exec(ctx, "UPDATE users SET email_proposed = $2 WHERE id = $1",
		userID, q.keys.Seal(emailSealContext(userID), []byte(email)))
	return translate("propose e-mail", err)
}

// ProposedEmail is the one remembered; ErrNotFound when there is none.
func (q Users) ProposedEmail(ctx context.Context, userID string) (string, error) {
	var sealed []byte
	err := q.prepared().row(ctx, "SELECT email_proposed FROM users WHERE id = $1 AND email_proposed IS NOT NULL", userID).Scan(&sealed)
	if err != nil {
		return "", translate("read proposed e-mail", err)
	}
	email, err := q.keys.Open(emailSealContext(userID), sealed)
	if err != nil {
		return "", fmt.Errorf("read proposed e-mail: %w", err)
	}
	return string(email), nil
}

// ConfirmEmail gives a user an e-mail alone: whoever gave it without confirming loses it. ErrEmailTaken when somebody
// has confirmed it.
func (q Users) ConfirmEmail(ctx context.Context, userID, email string) error {
	err := q.inTx(ctx, func(tx *Tx) error {
		_, err := tx.prepared().exec(ctx, `
			UPDATE users SET email = NULL
			WHERE email = $2 AND id <> $1 AND email_confirmed_at IS NULL AND mobile IS NOT NULL`, userID, email)
		if err != nil {
			return err
		}
		_, err = tx.prepared().exec(ctx, `
			UPDATE users SET email = $2, email_confirmed_at = now(), email_proposed = NULL WHERE id = $1`, userID, email)
		return err
	})
	if violates(err, "users_confirmed_email") {
		return ErrEmailTaken
	}
	return translate("confirm e-mail", err)
}

// EmailConfirmedByOther tells whether somebody else has confirmed the e-mail.
func (q Users) EmailConfirmedByOther(ctx context.Context, userID, email string) (other bool, err error) {
	err = q.prepared().row(ctx, `
		SELECT EXISTS (SELECT FROM users WHERE email = $2 AND id <> $1 AND email_confirmed_at IS NOT NULL)`, userID, email).Scan(&other)
	return other, translate("look for e-mail", err)
}

// Preferences say how a user wants to be written to.
type Preferences struct {
	Language   string // one of the communication languages; empty while the user has not chosen
	SMS        bool
	Email      bool
	Promotions bool
}

// Preferences reads what a user chose. Nothing chosen yet means every channel, but no promotions.
func (q Users) Preferences(ctx context.Context, userID string) (Preferences, error) {
	p := Preferences{SMS: true, Email: true}
	err := q.prepared().row(ctx, "SELECT language, sms, email, promotions FROM communication_preferences WHERE user_id = $1", userID).
		Scan(&p.Language, &p.SMS, &p.Email, &p.Promotions)
	if errors.Is(err, sql.ErrNoRows) {
		return p, nil
	}
	return p, translate("read preferences", err)
}

// SetPreferences keeps what a user chose.
func (q Users) SetPreferences(ctx context.Context, userID string, p Preferences) error {
	_, err := q.prepared().exec(ctx, `
		INSERT INTO communication_preferences (user_id, language, sms, email, promotions) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (user_id) DO UPDATE SET language = EXCLUDED.language, sms = EXCLUDED.sms, email = EXCLUDED.email,
		    promotions = EXCLUDED.promotions, updated_at = now()`, userID, p.Language, p.SMS, p.Email, p.Promotions)
	return translate("set preferences", err)
}
