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

// OrderHolder is the account that an order belongs to, as far as it says how messages on the order go.
type OrderHolder struct {
	SMS            bool
	Email          bool
	ConfirmedEmail string
}

// OrderHolder finds whoever started an order signed in; for one that was placed as a guest, whoever has the ID number it
// was placed with on a main line. ErrNotFound where nobody has an account.
func (q *Queries) OrderHolder(ctx context.Context, orderID string) (h OrderHolder, err error) {
	err = q.prepared().row(ctx, `
		SELECT coalesce(c.sms, true), coalesce(c.email, true), coalesce(CASE WHEN u.email_confirmed_at IS NOT NULL THEN u.email END, '')
		FROM orders AS o CROSS JOIN LATERAL (
		    SELECT nullif(o.subject, '')::uuid AS id
		    UNION ALL
		    SELECT s.user_id FROM subscribers AS p JOIN lines AS l ON l.subscriber_id = p.id JOIN subscriptions AS s ON s.line_id = l.id
		    WHERE o.subject = '' AND o.stage NOT IN ('wizard', 'abandoned') AND p.id_hash = o.id_hash
		      AND s.is_main AND s.ended_at IS NULL AND l.status <> 'ended'
		) AS h JOIN users AS u ON u.id = h.id
		LEFT JOIN communication_preferences AS c ON c.user_id = u.id
		WHERE o.id = $1 ORDER BY c.updated_at DESC NULLS LAST LIMIT 1`, orderID).Scan(&h.SMS, &h.Email, &h.ConfirmedEmail)
	return h, translate("find holder of order", err)
}
