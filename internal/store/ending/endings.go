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
	"selfcare/internal/store/card"
)

// Endings stores the ends of lines. Each write is one effect; the caller joins them in one transaction.
type Endings struct{ DB bun.IDB }

type endingRow struct {
	bun.BaseModel `bun:"table:line_endings,alias:e"`

	LineID    string `bun:",pk"`
	ID        string
	Cause     contract.EndingCause
	AskedBy   string
	Reason    string
	Fate      contract.NumberOutcome
	Operator  string
	Statement string
	EndedAt   time.Time
}

type callRow struct {
	bun.BaseModel `bun:"table:subscription_calls,alias:c"`

	LineID string `bun:",pk"`
}

type departureRow struct {
	bun.BaseModel `bun:"table:departed_numbers,alias:d"`

	MSISDN   string `bun:"msisdn,pk"`
	LineID   string
	Operator string
	LeftAt   time.Time
}

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

// EndSIMs ends the SIMs of a line. It deletes a SIM that was only ordered; the order then finds no line.
func (q Endings) EndSIMs(ctx context.Context, lineID string, at time.Time) error {
	if _, err := q.DB.NewDelete().Table("line_sims").Where("line_id = ?", lineID).Where("state = 'pending'").Exec(ctx); err != nil {
		return wrap("drop ordered sims", err)
	}
	_, err := q.DB.NewUpdate().Table("line_sims").Set("state = 'inactive'").Set("until = ?", at).
		Set("fee_until = CASE WHEN is_primary THEN fee_until ELSE least(fee_until, ?) END", at).
		Where("line_id = ?", lineID).Where("state = 'active'").Exec(ctx)
	return wrap("end sims", err)
}

// EndAccounts removes a line from every account. It closes an account with this main line: its sessions end, its saved cards and
// passkeys are deleted, and its number and e-mail are free for a new account. Accounts of staff stay open.
func (q Endings) EndAccounts(ctx context.Context, lineID string, at time.Time) error {
	var closed []string
	err := q.DB.NewSelect().TableExpr("subscriptions AS s").Column("s.user_id").Join("JOIN users AS u ON u.id = s.user_id").
		Where("s.line_id = ?", lineID).Where("s.is_main").Where("s.ended_at IS NULL").Where("u.roles <@ ARRAY['customer']").Scan(ctx, &closed)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return wrap("find accounts of line", err)
	}
	_, err = q.DB.NewUpdate().Table("subscriptions").Set("ended_at = ?", at).Where("line_id = ?", lineID).Where("ended_at IS NULL").Exec(ctx)
	if err != nil {
		return wrap("end accounts of line", err)
	}
	for _, userID := range closed {
		if err := q.closeAccount(ctx, userID, at); err != nil {
			return err
		}
	}
	return nil
}

func (q Endings) closeAccount(ctx context.Context, userID string, at time.Time) error {
	_, err := q.DB.NewUpdate().Table("subscriptions").Set("ended_at = ?", at).Where("user_id = ?", userID).Where("ended_at IS NULL").Exec(ctx)
	if err != nil {
		return wrap("close account", err)
	}
	if err := card.RemoveAll(ctx, q.DB, userID); err != nil {
		return wrap("close account", err)
	}
	for _, table := range []string{"sessions", "passkeys", "social_links"} {
		if _, err := q.DB.NewDelete().Table(table).Where("user_id = ?", userID).Exec(ctx); err != nil {
			return wrap("close account", err)
		}
	}
	_, err = q.DB.NewUpdate().Table("users").Set("mobile = NULL").Set("email = NULL").Set("email_confirmed_at = NULL").Set("password_hash = ''").
		Set("closed_at = ?", at).Where("id = ?", userID).Exec(ctx)
	return wrap("close account", err)
}

// Leave removes a number of our range from our stock and records its new operator: it is not sold again until it returns.
func (q Endings) Leave(ctx context.Context, msisdn, lineID, operator string, at time.Time) error {
	if _, err := q.DB.NewDelete().Table("numbers").Where("msisdn = ?", msisdn).Exec(ctx); err != nil {
		return wrap("take number out of stock", err)
	}
	_, err := q.DB.NewInsert().Model(&departureRow{MSISDN: msisdn, LineID: lineID, Operator: operator, LeftAt: at}).
		On("CONFLICT (msisdn) DO UPDATE").Set("line_id = EXCLUDED.line_id").Set("operator = EXCLUDED.operator").Set("left_at = EXCLUDED.left_at").Exec(ctx)
	return wrap("keep departure", err)
}

// CallPlan notifies the workflow of a line's plan that its row was written.
func (q Endings) CallPlan(ctx context.Context, lineID string) error {
	_, err := q.DB.NewInsert().Model(&callRow{LineID: lineID}).On("CONFLICT (line_id) DO UPDATE").
		Set("seq = DEFAULT").Set("at = clock_timestamp()").Exec(ctx)
	return wrap("call the plan of a line", err)
}

// Release ends every claim on a line.
func (q Endings) Release(ctx context.Context, lineID string) error {
	_, err := q.DB.NewDelete().Table("line_changes").Where("line_id = ?", lineID).Exec(ctx)
	return wrap("release line", err)
}

// Write stores a final statement.
func (q Endings) Write(ctx context.Context, in contract.LineEnding, s contract.FinalStatement) error {
	state, err := contract.Encode(s)
	if err != nil {
		return fmt.Errorf("write statement: %w", err)
	}
	_, err = q.DB.NewInsert().Model(&endingRow{
		LineID: in.LineID, ID: in.ID, Cause: in.Cause, AskedBy: in.AskedBy, Reason: in.Reason, Fate: in.Fate, Operator: in.Operator,
		Statement: string(state), EndedAt: s.EndedAt,
	}).Exec(ctx)
	return wrap("write statement", err)
}

// OfLine returns the final statement of a line; false before such an end.
func (q Endings) OfLine(ctx context.Context, lineID string) (s contract.FinalStatement, known bool, err error) {
	return q.find(ctx, "line_id", lineID)
}

// Get returns a final statement by the id of the ending.
func (q Endings) Get(ctx context.Context, id string) (s contract.FinalStatement, known bool, err error) {
	return q.find(ctx, "id", id)
}

func (q Endings) find(ctx context.Context, column, value string) (s contract.FinalStatement, known bool, err error) {
	var state string
	err = q.DB.NewSelect().Model((*endingRow)(nil)).Column("statement").Where("? = ?", bun.Ident(column), value).Scan(ctx, &state)
	if errors.Is(err, sql.ErrNoRows) {
		return s, false, nil
	}
	if err == nil {
		err = contract.Decode([]byte(state), &s)
	}
	return s, err == nil, wrap("find statement", err)
}

func wrap(operation string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", operation, err)
	}
	return nil
}
