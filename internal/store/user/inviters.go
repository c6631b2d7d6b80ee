// Package user stores the users.
package user

import (
	"context"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
)

// Inviter is the rewarded inviter of an order's customer, with an account.
type Inviter struct {
	Mobile         string // empty for a data SIM, which receives no messages
	ConfirmedEmail string
	Chosen         Preferences
	Amount         contract.Halalas
}

// FindRewardedInviter returns the inviter of an order's customer; ErrNotFound without a rewarded inviter who has an account.
func (q Users) FindRewardedInviter(ctx context.Context, orderID string) (i Inviter, err error) {
	// Raw: a report over five tables.
	err = q.DB.NewRaw(`
		SELECT CASE l.kind WHEN 'data' THEN '' ELSE l.msisdn END, coalesce(CASE WHEN u.email_confirmed_at IS NOT NULL THEN u.email END, ''),
		       coalesce(c.language, ''), coalesce(c.sms, true), coalesce(c.email, true), coalesce(c.promotions, false), r.amount
		FROM referral_rewards AS r JOIN lines AS l ON l.id = r.referrer_line AND l.status <> 'ended'
		JOIN subscriptions AS s ON s.line_id = l.id AND s.ended_at IS NULL JOIN users AS u ON u.id = s.user_id
		LEFT JOIN communication_preferences AS c ON c.user_id = u.id
		WHERE r.order_id = ? ORDER BY s.is_main DESC, s.created_at LIMIT 1`, orderID).
		Scan(ctx, &i.Mobile, &i.ConfirmedEmail, &i.Chosen.Language, &i.Chosen.SMS, &i.Chosen.Email, &i.Chosen.Promotions, &i.Amount)
	return i, storeerrors.Translate("find inviter", err)
}
