package ending

import (
	"context"
	"database/sql"
	"errors"

	"selfcare/internal/contract"
	"selfcare/internal/domain/ending"
	"selfcare/internal/domain/subscription"
)

// Facts returns the facts about a line that decide on its end.
func (q Endings) Facts(ctx context.Context, line Line) (f ending.Facts, err error) {
	f = ending.Facts{Type: line.Type, MSISDN: line.MSISDN, ExtraSIMs: line.ExtraSIMs, OrderedSIMs: line.OrderedSIMs, PortedFrom: line.PortedFrom}
	if f.Type == subscription.Prepaid {
		f.Balance, err = q.balance(ctx, line.LineID)
	} else {
		f.Dues, err = q.dues(ctx, line.LineID)
	}
	if err != nil {
		return f, err
	}
	if f.Commitment, err = q.commitment(ctx, line.LineID); err != nil {
		return f, err
	}
	f.Subscription, err = q.plan(ctx, line.LineID)
	return f, err
}

func (q Endings) balance(ctx context.Context, lineID string) (left contract.Halalas, err error) {
	err = q.DB.NewSelect().Table("line_balances").ColumnExpr("coalesce(sum(amount), 0)::bigint").Where("line_id = ?", lineID).Scan(ctx, (*int64)(&left))
	return left, wrap("read balance", err)
}

func (q Endings) commitment(ctx context.Context, lineID string) (*subscription.Commitment, error) {
	var c subscription.Commitment
	err := q.DB.NewSelect().Table("line_commitments").Column("months", "waived", "since").Where("line_id = ?", lineID).Scan(ctx, &c.Months, (*int64)(&c.Waived), &c.Since)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // most lines have promised nothing
	}
	return &c, wrap("read commitment", err)
}

func (q Endings) plan(ctx context.Context, lineID string) (*contract.PlanSubscription, error) {
	var state string
	err := q.DB.NewSelect().Table("plan_subscriptions").Column("state").Where("line_id = ?", lineID).Scan(ctx, &state)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // a line without a plan
	}
	var s contract.PlanSubscription
	if err == nil {
		err = contract.Decode([]byte(state), &s)
	}
	return &s, wrap("read plan", err)
}
