package store

import (
	"context"
	"time"

	"selfcare/internal/contract"
)

// Referral is what a line's invitations have come to.
type Referral struct {
	Code    string
	Friends int
	Earned  contract.Halalas
}

// Referral answers a line's code for inviting friends. The one offered is kept where the line has none yet; taken by
// another line it is ErrConflict.
func (q *Queries) Referral(ctx context.Context, lineID, offered string) (r Referral, err error) {
	_, err = q.prepared().exec(ctx,
		"INSERT INTO referral_codes (line_id, code) VALUES ($1, $2) ON CONFLICT (line_id) DO NOTHING", lineID, offered)
	if err != nil {
		return r, translate("keep referral code", err)
	}
	err = q.prepared().row(ctx, `
		SELECT c.code, count(r.order_id), coalesce(sum(r.amount), 0)::bigint
		FROM referral_codes AS c LEFT JOIN referral_rewards AS r ON r.referrer_line = c.line_id AND r.reversed_at IS NULL
		WHERE c.line_id = $1 GROUP BY c.code`, lineID).Scan(&r.Code, &r.Friends, &r.Earned)
	return r, translate("read referral", err)
}

// ReferralKnown tells whether a code was given out.
func (q *Queries) ReferralKnown(ctx context.Context, code string) (known bool, err error) {
	err = q.prepared().row(ctx, "SELECT EXISTS (SELECT FROM referral_codes WHERE code = $1)", code).Scan(&known)
	return known, translate("find referral code", err)
}

// HasLine tells whether somebody is a customer already.
func (q *Queries) HasLine(ctx context.Context, idNumber string) (has bool, err error) {
	err = q.prepared().row(ctx, `
		SELECT EXISTS (SELECT FROM lines AS l JOIN subscribers AS s ON s.id = l.subscriber_id WHERE s.id_hash = $1)`,
		q.keys.Hash(idNumber)).Scan(&has)
	return has, translate("find customer", err)
}

// RewardReferral credits an order's new line and the line it was invited by, once; false where there is nobody to reward
// any more. A postpaid line's balance is what it owes, so its credit is taken off.
func (q *Queries) RewardReferral(ctx context.Context, o contract.Order, amount contract.Halalas, at time.Time) (bool, error) {
	credited, err := q.prepared().exec(ctx, `
		WITH reward AS (
		    INSERT INTO referral_rewards (order_id, referrer_line, new_line, amount, rewarded_at)
		    SELECT $1, c.line_id, l.id, $3, $4
		    FROM referral_codes AS c JOIN lines AS r ON r.id = c.line_id AND r.status <> 'ended', lines AS l
		    WHERE c.code = $2 AND l.order_id = $1
		    ON CONFLICT (order_id) DO NOTHING RETURNING referrer_line, new_line, amount
		)
		INSERT INTO line_balances AS b (line_id, amount)
		SELECT l.id, CASE l.subscription_type WHEN 'postpaid' THEN -reward.amount ELSE reward.amount END
		FROM reward JOIN lines AS l ON l.id IN (reward.referrer_line, reward.new_line)
		ON CONFLICT (line_id) DO UPDATE SET amount = b.amount + EXCLUDED.amount, updated_at = now()`,
		o.ID, o.Referral, int64(amount), at)
	return credited > 0, translate("reward referral", err)
}

// ReverseReferral takes an order's reward back from both lines, once, and says how much it was for each of them: zero where
// there was none. All of it goes, also what is spent already: a prepaid balance then is below zero until the next recharge.
func (q *Queries) ReverseReferral(ctx context.Context, orderID string, at time.Time) (amount contract.Halalas, err error) {
	err = q.prepared().row(ctx, `
		WITH reward AS (
		    UPDATE referral_rewards SET reversed_at = $2 WHERE order_id = $1 AND reversed_at IS NULL
		    RETURNING referrer_line, new_line, amount
		), taken AS (
		    UPDATE line_balances AS b SET updated_at = now(),
		        amount = b.amount - CASE l.subscription_type WHEN 'postpaid' THEN -reward.amount ELSE reward.amount END
		    FROM reward JOIN lines AS l ON l.id IN (reward.referrer_line, reward.new_line) WHERE b.line_id = l.id
		)
		SELECT coalesce((SELECT amount FROM referral_rewards WHERE order_id = $1), 0)`, orderID, at).Scan(&amount)
	return amount, translate("reverse referral", err)
}

// Inviter is who invited the customer of an order, was rewarded for it, and has an account.
type Inviter struct {
	Mobile         string // empty for a data SIM, which receives no messages
	ConfirmedEmail string
	Chosen         Preferences
	Amount         contract.Halalas
}

// RewardedInviter is ErrNotFound where nobody was rewarded, or nobody who has an account.
func (q *Queries) RewardedInviter(ctx context.Context, orderID string) (i Inviter, err error) {
	err = q.prepared().row(ctx, `
		SELECT CASE l.kind WHEN 'data' THEN '' ELSE l.msisdn END, coalesce(CASE WHEN u.email_confirmed_at IS NOT NULL THEN u.email END, ''),
		       coalesce(c.language, ''), coalesce(c.sms, true), coalesce(c.email, true), coalesce(c.promotions, false), r.amount
		FROM referral_rewards AS r JOIN lines AS l ON l.id = r.referrer_line AND l.status <> 'ended'
		JOIN subscriptions AS s ON s.line_id = l.id AND s.ended_at IS NULL JOIN users AS u ON u.id = s.user_id
		LEFT JOIN communication_preferences AS c ON c.user_id = u.id
		WHERE r.order_id = $1 ORDER BY s.is_main DESC, s.created_at LIMIT 1`, orderID).
		Scan(&i.Mobile, &i.ConfirmedEmail, &i.Chosen.Language, &i.Chosen.SMS, &i.Chosen.Email, &i.Chosen.Promotions, &i.Amount)
	return i, translate("find inviter", err)
}
