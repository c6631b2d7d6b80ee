// Package referral stores the invitations and their rewards.
package referral

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Referrals stores the invitations of lines and their rewards.
type Referrals struct{ *tx.Conn }

// Referral sums up the invitations of a line.
type Referral struct {
	Code    string
	Friends int
	Earned  contract.Halalas
}

type codeRow struct {
	bun.BaseModel `bun:"table:referral_codes,alias:c"`

	LineID string `bun:",pk"`
	Code   string
}

type rewardRow struct {
	bun.BaseModel `bun:"table:referral_rewards,alias:r"`

	OrderID      string `bun:",pk"`
	ReferrerLine string
	NewLine      string
	Amount       contract.Halalas
}

// Of returns a line's invitation code. A line without a code gets the offered one; a code of another line is ErrConflict.
func (q Referrals) Of(ctx context.Context, lineID, offered string) (r Referral, err error) {
	_, err = q.DB.NewInsert().Model(&codeRow{LineID: lineID, Code: offered}).On("CONFLICT (line_id) DO NOTHING").Exec(ctx)
	if err != nil {
		return r, storeerrors.Translate("keep referral code", err)
	}
	err = q.DB.NewSelect().Model((*codeRow)(nil)).Column("c.code").ColumnExpr("count(r.order_id)").ColumnExpr("coalesce(sum(r.amount), 0)::bigint").
		Join("LEFT JOIN referral_rewards AS r ON r.referrer_line = c.line_id AND r.reversed_at IS NULL").
		Where("c.line_id = ?", lineID).Group("c.code").Scan(ctx, &r.Code, &r.Friends, &r.Earned)
	return r, storeerrors.Translate("read referral", err)
}

// IsKnown tells whether a code belongs to a line that can still be rewarded.
func (q Referrals) IsKnown(ctx context.Context, code string) (known bool, err error) {
	known, err = q.DB.NewSelect().Model((*codeRow)(nil)).Join("JOIN lines AS l ON l.id = c.line_id AND l.status <> 'ended'").
		Where("c.code = ?", code).Exists(ctx)
	return known, storeerrors.Translate("find referral code", err)
}

// Reverse records that an order's reward is reversed on both lines; a repeated call changes nothing. It returns the lines and the
// amount for each: zero without a reward.
func (q Referrals) Reverse(ctx context.Context, orderID string, at time.Time) (amount contract.Halalas, lines []string, err error) {
	_, err = q.DB.NewUpdate().Model((*rewardRow)(nil)).Set("reversed_at = ?", at).
		Where("order_id = ?", orderID).Where("reversed_at IS NULL").Exec(ctx)
	if err != nil {
		return 0, nil, storeerrors.Translate("reverse referral", err)
	}
	var reward rewardRow
	err = q.DB.NewSelect().Model(&reward).Where("order_id = ?", orderID).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil, nil
	}
	return reward.Amount, []string{reward.ReferrerLine, reward.NewLine}, storeerrors.Translate("reverse referral", err)
}
