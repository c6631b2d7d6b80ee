package user

import (
	"context"

	storeerrors "selfcare/internal/store/errors"
)

// FindRewardedInviter returns the inviter of an order's customer; ErrNotFound without a rewarded inviter who has an account.
func (q Users) FindRewardedInviter(ctx context.Context, orderID string) (i Inviter, err error) {
	// Raw: a report over five tables.
	err = q.DB.NewRaw(`
		SELECT u.id, CASE l.kind WHEN 'data' THEN '' ELSE l.msisdn END, coalesce(CASE WHEN u.email_confirmed_at IS NOT NULL THEN u.email END, ''),
		       coalesce(c.language, ''), coalesce(c.sms, true), coalesce(c.email, true), coalesce(c.promotions, false), r.amount
		FROM referral_rewards AS r JOIN lines AS l ON l.id = r.referrer_line AND l.status <> 'ended'
		JOIN subscriptions AS s ON s.line_id = l.id AND s.ended_at IS NULL JOIN users AS u ON u.id = s.user_id
		LEFT JOIN communication_preferences AS c ON c.user_id = u.id
		WHERE r.order_id = ? ORDER BY s.is_main DESC, s.created_at LIMIT 1`, orderID).
		Scan(ctx, &i.UserID, &i.Mobile, &i.ConfirmedEmail, &i.Chosen.Language, &i.Chosen.SMS, &i.Chosen.Email, &i.Chosen.Promotions, &i.Amount)
	return i, storeerrors.Translate("find inviter", err)
}

// OrderHolder finds the user who started an order, or, for a guest's order, the user with its ID number on the main line. It is
// ErrNotFound without an account.
func (q Users) OrderHolder(ctx context.Context, orderID string) (h OrderHolder, err error) {
	// Raw: a union with a lateral join.
	err = q.DB.NewRaw(`
		SELECT coalesce(c.sms, true), coalesce(c.email, true), coalesce(CASE WHEN u.email_confirmed_at IS NOT NULL THEN u.email END, '')
		FROM orders AS o CROSS JOIN LATERAL (
		    SELECT nullif(o.subject, '')::uuid AS id
		    UNION ALL
		    SELECT s.user_id FROM subscribers AS p JOIN lines AS l ON l.subscriber_id = p.id JOIN subscriptions AS s ON s.line_id = l.id
		    WHERE o.subject = '' AND o.stage NOT IN ('wizard', 'abandoned') AND p.id_hash = o.id_hash
		      AND s.is_main AND s.ended_at IS NULL AND l.status <> 'ended'
		) AS h JOIN users AS u ON u.id = h.id
		LEFT JOIN communication_preferences AS c ON c.user_id = u.id
		WHERE o.id = ? ORDER BY c.updated_at DESC NULLS LAST LIMIT 1`, orderID).Scan(ctx, &h.SMS, &h.Email, &h.ConfirmedEmail)
	return h, storeerrors.Translate("find holder of order", err)
}
