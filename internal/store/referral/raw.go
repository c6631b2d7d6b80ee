package referral

import (
	"context"
	"time"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
)

// Reward notes that an order's new line and the line it was invited by have earned a credit each, once, and names the lines
// to be credited; none if the inviting line has ended. The inviting line does not end until the transaction is over.
func (q Referrals) Reward(ctx context.Context, o contract.Order, amount contract.Halalas, at time.Time) (lines []string, err error) {
	// Raw: it reads, locks and writes in one statement.
	err = q.DB.NewRaw(`
		WITH inviting AS (
		    SELECT r.id FROM referral_codes AS c JOIN lines AS r ON r.id = c.line_id AND r.status <> 'ended' WHERE c.code = ? FOR KEY SHARE OF r
		), reward AS (
		    INSERT INTO referral_rewards (order_id, referrer_line, new_line, amount, rewarded_at)
		    SELECT ?, inviting.id, l.id, ?, ? FROM inviting, lines AS l WHERE l.order_id = ?
		    ON CONFLICT (order_id) DO NOTHING RETURNING referrer_line, new_line
		)
		SELECT unnest(ARRAY[referrer_line, new_line]) FROM reward`,
		o.Referral, o.ID, int64(amount), at, o.ID).Scan(ctx, &lines)
	return lines, storeerrors.Translate("reward referral", err)
}
