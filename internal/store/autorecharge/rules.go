// Package autorecharge stores automatic recharges: the customers' rules with their next looks, and their dates.
package autorecharge

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/autorecharge"
	"selfcare/internal/store/tx"
)

// Rules stores the auto-recharges of lines. Each write is one effect; related writes share a transaction.
type Rules struct{ DB bun.IDB }

// ruleRow is a row of auto_recharges.
type ruleRow struct {
	bun.BaseModel `bun:"table:auto_recharges,alias:r"`

	ID        string         `bun:",pk"`
	LineID    string         `bun:"line_id"`
	UserID    string         `bun:"user_id"`
	CardID    sql.NullString `bun:"card_id"`
	Language  string
	Frequency string
	Weekday   sql.NullInt16
	Day       sql.NullInt16
	Hour      int
	Amount    int64
	State     string
	Reason    string
	Since     time.Time
	DueAt     bun.NullTime `bun:"due_at"` // next look
}

func rowOf(r contract.AutoRecharge) *ruleRow {
	weekly := r.Frequency == contract.AutoWeekly
	return &ruleRow{
		ID: r.ID, LineID: r.LineID, UserID: r.UserID, CardID: sql.NullString{String: r.CardID, Valid: r.CardID != ""}, Language: r.Language,
		Frequency: string(r.Frequency), Weekday: sql.NullInt16{Int16: int16(r.Weekday), Valid: weekly}, //nolint:gosec // 0 to 6
		Day:  sql.NullInt16{Int16: int16(r.Day), Valid: !weekly}, //nolint:gosec // 1 to 31
		Hour: r.Hour, Amount: int64(r.Amount), State: string(r.State), Reason: string(r.Reason), Since: r.Since,
		DueAt: firstLook(r),
	}
}

// firstLook is the next look at a rule that was just written.
func firstLook(r contract.AutoRecharge) (at bun.NullTime) {
	if r.State == contract.AutoActive {
		at.Time = autorecharge.FirstLook(r)
	}
	return at
}

func (r ruleRow) rule() contract.AutoRecharge {
	return contract.AutoRecharge{
		ID: r.ID, LineID: r.LineID, UserID: r.UserID, CardID: r.CardID.String, Language: r.Language,
		Frequency: contract.AutoFrequency(r.Frequency), Weekday: time.Weekday(r.Weekday.Int16), Day: int(r.Day.Int16), Hour: r.Hour,
		Amount: contract.Halalas(r.Amount), State: contract.AutoState(r.State), Reason: contract.Code(r.Reason), Since: r.Since.UTC(),
	}
}

// Open inserts a rule; false if the line has another one. A repeated call changes nothing.
func (q Rules) Open(ctx context.Context, r contract.AutoRecharge) (opened bool, err error) {
	if _, err := q.DB.NewInsert().Model(rowOf(r)).On("CONFLICT DO NOTHING").Exec(ctx); err != nil {
		return false, wrap("open auto-recharge", err)
	}
	known, err := q.DB.NewSelect().Model((*ruleRow)(nil)).Where("id = ?", r.ID).Exists(ctx)
	return known, wrap("open auto-recharge", err)
}

// OfLine returns the only rule of a line that has not ended.
func (q Rules) OfLine(ctx context.Context, lineID string) (r contract.AutoRecharge, known bool, err error) {
	return q.find(ctx, lineID, "")
}

// Lock is OfLine for a change: it locks the rule until the end of the transaction.
func (q Rules) Lock(ctx context.Context, lineID string) (r contract.AutoRecharge, known bool, err error) {
	return q.find(ctx, lineID, "UPDATE")
}

func (q Rules) find(ctx context.Context, lineID, lock string) (r contract.AutoRecharge, known bool, err error) {
	var row ruleRow
	found := q.DB.NewSelect().Model(&row).Where("line_id = ? AND state <> 'ended'", lineID)
	if lock != "" {
		found = found.For(lock)
	}
	err = found.Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return r, false, nil
	}
	return row.rule(), err == nil, wrap("find auto-recharge", err)
}

// Pause pauses an active rule for a reason.
func (q Rules) Pause(ctx context.Context, id string, reason contract.Code) error {
	_, err := q.change(contract.AutoRecharge{State: contract.AutoPaused, Reason: reason}).Where("id = ?", id).Where("state = 'active'").Exec(ctx)
	return wrap("pause auto-recharge", err)
}

// Resume resumes a paused rule with its present card, from its present start; false when the row is not paused.
func (q Rules) Resume(ctx context.Context, r contract.AutoRecharge) (resumed bool, err error) {
	r.State, r.Reason = contract.AutoActive, ""
	changed, err := tx.Changed(q.change(r).Set("card_id = ?", r.CardID).Set("since = ?", r.Since).
		Where("id = ?", r.ID).Where("state = 'paused'").Exec(ctx))
	return changed > 0, wrap("resume auto-recharge", err)
}

// End ends the rule of a line; false without one.
func (q Rules) End(ctx context.Context, lineID string, reason contract.Code) (ended bool, err error) {
	changed, err := tx.Changed(q.change(contract.AutoRecharge{State: contract.AutoEnded, Reason: reason}).
		Where("line_id = ?", lineID).Where("state <> 'ended'").Exec(ctx))
	return changed > 0, wrap("end auto-recharge", err)
}

// change writes the state of a rule, and the next look that follows from it.
func (q Rules) change(r contract.AutoRecharge) *bun.UpdateQuery {
	return q.DB.NewUpdate().Model((*ruleRow)(nil)).Set("state = ?", r.State).Set("reason = ?", r.Reason).Set("changed_at = now()").
		Set("due_at = ?", firstLook(r)).Set("aside_until = NULL")
}

func wrap(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", operation, err)
}
