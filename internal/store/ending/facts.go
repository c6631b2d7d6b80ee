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

// FactsFor returns Facts from the view of a user's account.
func (q Endings) FactsFor(ctx context.Context, line Line, userID string) (f ending.Facts, err error) {
	if f, err = q.Facts(ctx, line); err != nil {
		return f, err
	}
	// Raw: a report.
	err = q.DB.NewRaw(`
		SELECT coalesce(bool_or(s.is_main AND s.line_id = ?1), false), count(*) FILTER (WHERE NOT s.is_main AND s.line_id <> ?1),
		       coalesce(bool_or(s.is_main AND l.subscriber_id = (SELECT subscriber_id FROM lines WHERE id = ?1)), false)
		FROM subscriptions AS s JOIN lines AS l ON l.id = s.line_id
		WHERE s.user_id = ?0 AND s.ended_at IS NULL AND l.status <> 'ended'`, userID, line.LineID).
		Scan(ctx, &f.Main, &f.SubAccounts, &f.OwnersLine)
	if err != nil {
		return f, wrap("read account", err)
	}
	err = q.DB.NewSelect().Table("line_changes").ColumnExpr("coalesce(bool_or(holder LIKE ?), false)", contract.HolderPortOut+"%").
		ColumnExpr("coalesce(bool_or(order_number <> ''), false)").
		Where("line_id = ?", line.LineID).Where("expires_at IS NULL OR expires_at > now()").Scan(ctx, &f.Leaves, &f.OrderRuns)
	return f, wrap("read who changes the line", err)
}

func (q Endings) balance(ctx context.Context, lineID string) (left contract.Halalas, err error) {
	err = q.DB.NewSelect().Table("line_balances").ColumnExpr("coalesce(sum(amount), 0)::bigint").Where("line_id = ?", lineID).Scan(ctx, (*int64)(&left))
	return left, wrap("read balance", err)
}

// dues returns the debt of a postpaid line: the rest of its bills, and the unbilled cycles and usage.
func (q Endings) dues(ctx context.Context, lineID string) (owed contract.Halalas, err error) {
	err = q.DB.NewRaw(`
		SELECT coalesce((SELECT amount FROM line_balances WHERE line_id = ?0), 0)
		     + unbilled(?0)`,
		lineID).Scan(ctx, (*int64)(&owed))
	return owed, wrap("read dues", err)
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
