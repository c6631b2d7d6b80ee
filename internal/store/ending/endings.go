// Package ending stores the ends of lines, and their preparation.
package ending

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
)

// Endings stores the ends of lines. Each write is one effect; the caller joins them in one transaction.
type Endings struct{ DB bun.IDB }

// Line is a line in service that may be about to end.
type Line struct {
	LineID      string
	MSISDN      string
	Type        string // prepaid or postpaid
	PlanID      string
	PortedFrom  string
	ExtraSIMs   int // active
	OrderedSIMs int // ordered and paid, or about to be paid
}

// Lock reads a line in service in order to end it, and locks it until the end of the transaction. It returns false for a line
// that has ended or never existed.
func (q Endings) Lock(ctx context.Context, lineID string) (l Line, inService bool, err error) {
	return q.read(ctx, lineID, " FOR UPDATE OF l")
}

// Line is Lock without the lock.
func (q Endings) Line(ctx context.Context, lineID string) (l Line, inService bool, err error) {
	return q.read(ctx, lineID, "")
}

func (q Endings) read(ctx context.Context, lineID, lock string) (l Line, inService bool, err error) {
	l.LineID = lineID
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
	return q.exec(ctx, "end line", `
		WITH ended AS (
		    UPDATE lines SET status = 'ended', ended_at = ?0 WHERE id = ?1 AND status <> 'ended' RETURNING id
		)
		UPDATE line_services AS s SET state = 'ending' FROM ended WHERE s.line_id = ended.id AND s.state = 'active'`, at, lineID)
}

// EndSIMs ends the SIMs of a line. It deletes a SIM that was only ordered; the order then finds no line.
func (q Endings) EndSIMs(ctx context.Context, lineID string, at time.Time) error {
	if err := q.exec(ctx, "drop ordered sims", "DELETE FROM line_sims WHERE line_id = ? AND state = 'pending'", lineID); err != nil {
		return err
	}
	return q.exec(ctx, "end sims", `
		UPDATE line_sims SET state = 'inactive', until = ?1, fee_until = CASE WHEN is_primary THEN fee_until ELSE least(fee_until, ?1) END
		WHERE line_id = ?0 AND state = 'active'`, lineID, at)
}

// EndAccounts removes a line from every account. It closes an account with this main line: its sessions end, its saved cards and
// passkeys are deleted, and its number and e-mail are free for a new account. Accounts of staff stay open.
func (q Endings) EndAccounts(ctx context.Context, lineID string, at time.Time) error {
	var closed []string
	err := q.DB.NewRaw(`
		SELECT s.user_id FROM subscriptions AS s JOIN users AS u ON u.id = s.user_id
		WHERE s.line_id = ? AND s.is_main AND s.ended_at IS NULL AND u.roles <@ ARRAY['customer']`, lineID).Scan(ctx, &closed)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return wrap("find accounts of line", err)
	}
	if err := q.exec(ctx, "end accounts of line", "UPDATE subscriptions SET ended_at = ? WHERE line_id = ? AND ended_at IS NULL", at, lineID); err != nil {
		return err
	}
	for _, userID := range closed {
		if err := q.closeAccount(ctx, userID, at); err != nil {
			return err
		}
	}
	return nil
}

func (q Endings) closeAccount(ctx context.Context, userID string, at time.Time) error {
	for _, statement := range []string{
		"UPDATE subscriptions SET ended_at = ?1 WHERE user_id = ?0 AND ended_at IS NULL",
		"DELETE FROM sessions WHERE user_id = ?0",
		"DELETE FROM cards WHERE user_id = ?0",
		"DELETE FROM passkeys WHERE user_id = ?0",
		"DELETE FROM social_links WHERE user_id = ?0",
		"UPDATE users SET mobile = NULL, email = NULL, email_confirmed_at = NULL, password_hash = '', closed_at = ?1 WHERE id = ?0",
	} {
		if err := q.exec(ctx, "close account", statement, userID, at); err != nil {
			return err
		}
	}
	return nil
}

// Quarantine keeps a number of our range unused until a time. A number that was never in our stock, or had left it, enters it in
// the cheapest class.
func (q Endings) Quarantine(ctx context.Context, msisdn, lineID string, until time.Time) error {
	if err := q.exec(ctx, "forget departure", "DELETE FROM departed_numbers WHERE msisdn = ?", msisdn); err != nil {
		return err
	}
	return q.exec(ctx, "quarantine number", `
		INSERT INTO numbers (msisdn, category, status, order_id, held_until)
		SELECT ?0, key, 'quarantine', ?1, ?2 FROM (SELECT key FROM number_categories ORDER BY position LIMIT 1) AS cheapest
		ON CONFLICT (msisdn) DO UPDATE SET status = 'quarantine', order_id = EXCLUDED.order_id, held_until = EXCLUDED.held_until`,
		msisdn, lineID, until)
}

// Leave removes a number of our range from our stock and records its new operator: it is not sold again until it returns.
func (q Endings) Leave(ctx context.Context, msisdn, lineID, operator string, at time.Time) error {
	if err := q.exec(ctx, "take number out of stock", "DELETE FROM numbers WHERE msisdn = ?", msisdn); err != nil {
		return err
	}
	return q.exec(ctx, "keep departure", `
		INSERT INTO departed_numbers (msisdn, line_id, operator, left_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (msisdn) DO UPDATE SET line_id = EXCLUDED.line_id, operator = EXCLUDED.operator, left_at = EXCLUDED.left_at`,
		msisdn, lineID, operator, at)
}

// CallPlan notifies the workflow of a line's plan that its row was written.
func (q Endings) CallPlan(ctx context.Context, lineID string) error {
	return q.exec(ctx, "call the plan of a line", `
		INSERT INTO subscription_calls (line_id) VALUES (?) ON CONFLICT (line_id) DO UPDATE SET seq = DEFAULT, at = clock_timestamp()`, lineID)
}

// Release ends every claim on a line.
func (q Endings) Release(ctx context.Context, lineID string) error {
	return q.exec(ctx, "release line", "DELETE FROM line_changes WHERE line_id = ?", lineID)
}

// Write stores a final statement.
func (q Endings) Write(ctx context.Context, in contract.LineEnding, s contract.FinalStatement) error {
	state, err := contract.Encode(s)
	if err != nil {
		return fmt.Errorf("write statement: %w", err)
	}
	return q.exec(ctx, "write statement", `
		INSERT INTO line_endings (line_id, id, cause, asked_by, reason, fate, operator, statement, ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		in.LineID, in.ID, string(in.Cause), in.AskedBy, in.Reason, string(in.Fate), in.Operator, string(state), s.EndedAt)
}

// OfLine returns the final statement of a line; false before such an end.
func (q Endings) OfLine(ctx context.Context, lineID string) (s contract.FinalStatement, known bool, err error) {
	return q.find(ctx, "line_id = ?", lineID)
}

// Get returns a final statement by the id of the ending.
func (q Endings) Get(ctx context.Context, id string) (s contract.FinalStatement, known bool, err error) {
	return q.find(ctx, "id = ?", id)
}

func (q Endings) find(ctx context.Context, condition, value string) (s contract.FinalStatement, known bool, err error) {
	var state string
	err = q.DB.NewRaw("SELECT statement::text FROM line_endings WHERE "+condition, value).Scan(ctx, &state)
	if errors.Is(err, sql.ErrNoRows) {
		return s, false, nil
	}
	if err == nil {
		err = contract.Decode([]byte(state), &s)
	}
	return s, err == nil, wrap("find statement", err)
}

func (q Endings) exec(ctx context.Context, operation, statement string, args ...any) error {
	_, err := q.DB.NewRaw(statement, args...).Exec(ctx)
	return wrap(operation, err)
}

func wrap(operation string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", operation, err)
	}
	return nil
}
