package store

import (
	"context"
	"database/sql"
	"errors"
)

// Preferences say how a user wants to be written to.
type Preferences struct {
	Language   string // one of the communication languages; empty while the user has not chosen
	SMS        bool
	Email      bool
	Promotions bool
}

// Preferences reads what a user chose. Nothing chosen yet means every channel, but no promotions.
func (q *Queries) Preferences(ctx context.Context, userID string) (Preferences, error) {
	p := Preferences{SMS: true, Email: true}
	err := q.prepared().row(ctx, "SELECT language, sms, email, promotions FROM communication_preferences WHERE user_id = $1", userID).
		Scan(&p.Language, &p.SMS, &p.Email, &p.Promotions)
	if errors.Is(err, sql.ErrNoRows) {
		return p, nil
	}
	return p, translate("read preferences", err)
}

// SetPreferences keeps what a user chose.
func (q *Queries) SetPreferences(ctx context.Context, userID string, p Preferences) error {
	_, err := q.prepared().exec(ctx, `
		INSERT INTO communication_preferences (user_id, language, sms, email, promotions) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (user_id) DO UPDATE SET language = EXCLUDED.language, sms = EXCLUDED.sms, email = EXCLUDED.email,
		    promotions = EXCLUDED.promotions, updated_at = now()`, userID, p.Language, p.SMS, p.Email, p.Promotions)
	return translate("set preferences", err)
}
