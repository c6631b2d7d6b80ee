package ending

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/ending"
)

func (q Endings) read(ctx context.Context, lineID, lock string) (l Line, inService bool, err error) {
	l.LineID = lineID
	// Raw: a report over three tables.
	err = q.DB.NewRaw(`
		SELECT l.msisdn, l.subscription_type, l.plan_id, coalesce(l.ported_from, ''),
		       (SELECT count(*) FROM line_sims AS s WHERE s.line_id = l.id AND NOT s.is_primary AND s.state = 'active'),
		       (SELECT count(*) FROM line_sims AS s LEFT JOIN orders AS o ON o.id = s.order_id
		        WHERE s.line_id = l.id AND s.state = 'pending' AND o.stage IS DISTINCT FROM 'wizard')
		FROM lines AS l WHERE l.id = ? AND l.status <> 'ended'`+lock, lineID).
		Scan(ctx, &l.MSISDN, &l.Type, &l.PlanID, &l.PortedFrom, &l.ExtraSIMs, &l.OrderedSIMs)
	if errors.Is(err, sql.ErrNoRows) {
		return l, false, nil
	}
	return l, err == nil, wrap("read line", err)
}

// Waive waives the billed charges of cycles that began at a time or later, and returns their sum.
func (q Endings) Waive(ctx context.Context, lineID string, since, now time.Time) (waived contract.Halalas, err error) {
	// Raw: it sums up what it changes.
	err = q.DB.NewRaw(`
		WITH off AS (
		    UPDATE subscription_charges SET waived_at = ?2
		    WHERE line_id = ?0 AND cycle_from >= ?1 AND paid_by = 'invoice' AND invoice_id IS NULL AND waived_at IS NULL RETURNING amount
		)
		SELECT coalesce(sum(amount), 0) FROM off`, lineID, since, now).Scan(ctx, (*int64)(&waived))
	return waived, wrap("waive charges", err)
}

// EndLine takes a line out of service. The services that it runs are to end.
func (q Endings) EndLine(ctx context.Context, lineID string, at time.Time) error {
	// Raw: it changes two tables at once.
	_, err := q.DB.NewRaw(`
		WITH ended AS (
		    UPDATE lines SET status = 'ended', ended_at = ?0 WHERE id = ?1 AND status <> 'ended' RETURNING id
		)
		UPDATE line_services AS s SET state = 'ending' FROM ended WHERE s.line_id = ended.id AND s.state = 'active'`, at, lineID).Exec(ctx)
	return wrap("end line", err)
}

// Quarantine keeps a number of our range unused until a time. A number that was never in our stock, or had left it, enters it in
// the cheapest class.
func (q Endings) Quarantine(ctx context.Context, msisdn, lineID string, until time.Time) error {
	if _, err := q.DB.NewDelete().Model((*departureRow)(nil)).Where("msisdn = ?", msisdn).Exec(ctx); err != nil {
		return wrap("forget departure", err)
	}
	// Raw: it inserts what it selects.
	_, err := q.DB.NewRaw(`
		INSERT INTO numbers (msisdn, category, status, order_id, held_until)
		SELECT ?0, key, 'quarantine', ?1::uuid, ?2::timestamptz FROM (SELECT key FROM number_categories ORDER BY position LIMIT 1) AS cheapest
		ON CONFLICT (msisdn) DO UPDATE SET status = 'quarantine', order_id = EXCLUDED.order_id, held_until = EXCLUDED.held_until`,
		msisdn, lineID, until).Exec(ctx)
	return wrap("quarantine number", err)
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

// dues returns the debt of a postpaid line: the rest of its bills, and the unbilled cycles and usage.
func (q Endings) dues(ctx context.Context, lineID string) (owed contract.Halalas, err error) {
	// Raw: it adds sums of several tables.
	err = q.DB.NewRaw(`
		SELECT coalesce((SELECT amount FROM line_balances WHERE line_id = ?0), 0)
		     + unbilled(?0)`,
		lineID).Scan(ctx, (*int64)(&owed))
	return owed, wrap("read dues", err)
}

// Take claims due returns until a time, so that a crashed worker leaves them to the next one. Each claim counts one try.
func (q Returns) Take(ctx context.Context, now, until time.Time, most int) (due []contract.NumberReturn, err error) {
	var rows []struct {
		LineID, ID, Msisdn, Operator string
		Tries                        int
		InService                    bool
	}
	// Raw: it claims rows that no other worker has locked.
	err = q.DB.NewRaw(`
		UPDATE number_returns AS r SET tries = r.tries + 1, next_at = ?1, updated_at = now()
		WHERE r.line_id IN (SELECT line_id FROM number_returns WHERE state = 'owed' AND next_at <= ?0 ORDER BY next_at LIMIT ?2 FOR UPDATE SKIP LOCKED)
		RETURNING r.line_id, r.id, r.msisdn, r.operator, r.tries,
		          EXISTS (SELECT FROM lines AS l WHERE l.msisdn = r.msisdn AND l.status <> 'ended') AS in_service`, now, until, most).Scan(ctx, &rows)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, wrap("take numbers to return", err)
	}
	for _, r := range rows {
		due = append(due, contract.NumberReturn{
			ID: r.ID, LineID: r.LineID, MSISDN: r.Msisdn, Operator: r.Operator, State: contract.ReturnOwed, Tries: r.Tries, InService: r.InService,
		})
	}
	return due, nil
}
