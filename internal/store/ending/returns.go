package ending

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/store/tx"
)

// Returns stores the numbers that go back to the operator of their range.
type Returns struct{ DB bun.IDB }

type returnRow struct {
	bun.BaseModel `bun:"table:number_returns,alias:r"`

	LineID   string `bun:",pk"`
	ID       string
	MSISDN   string `bun:"msisdn"`
	Operator string
	State    contract.ReturnState
	NextAt   time.Time     `bun:",nullzero"`
	OwedAt   time.Time     `bun:",nullzero"`
	Tries    int           `bun:",scanonly"`
	Failure  contract.Code `bun:",scanonly"`
	ByHand   bool          `bun:",scanonly"`
}

// Owe records that a number has to go back. A repeated call changes nothing.
func (q Returns) Owe(ctx context.Context, r contract.NumberReturn, at time.Time) error {
	owed := returnRow{LineID: r.LineID, ID: r.ID, MSISDN: r.MSISDN, Operator: r.Operator, State: contract.ReturnOwed, NextAt: at, OwedAt: at}
	_, err := q.DB.NewInsert().Model(&owed).On("CONFLICT (line_id) DO NOTHING").Exec(ctx)
	return wrap("owe number", err)
}

// Postpone postpones a return to a time.
func (q Returns) Postpone(ctx context.Context, lineID string, at time.Time) error {
	_, err := q.owed(lineID).Set("next_at = ?", at).Exec(ctx)
	return wrap("save return", err)
}

// NoteDone records that a number has gone back.
func (q Returns) NoteDone(ctx context.Context, lineID string) error {
	_, err := q.owed(lineID).Set("state = 'returned'").Set("next_at = NULL").Exec(ctx)
	return wrap("save return", err)
}

// Hold leaves a return to support.
func (q Returns) Hold(ctx context.Context, lineID string, why contract.Code) error {
	_, err := q.owed(lineID).Set("state = 'held'").Set("next_at = NULL").Set("failure = ?", why).Exec(ctx)
	return wrap("save return", err)
}

// owed changes the return of a line that is owed.
func (q Returns) owed(lineID string) *bun.UpdateQuery {
	return q.DB.NewUpdate().Model((*returnRow)(nil)).Set("updated_at = now()").Where("line_id = ?", lineID).Where("state = 'owed'")
}

// Decide applies the decision of support about a held return: a retry, or done by hand; false when it is not held any more.
func (q Returns) Decide(ctx context.Context, lineID string, byHand bool, at time.Time) (decided bool, err error) {
	change := q.DB.NewUpdate().Model((*returnRow)(nil)).Set("failure = ''").Set("updated_at = now()").
		Where("line_id = ?", lineID).Where("state = 'held'")
	if byHand {
		change = change.Set("state = 'returned'").Set("by_hand = true")
	} else {
		change = change.Set("state = 'owed'").Set("next_at = ?", at).Set("tries = greatest(tries, 1)")
	}
	changed, err := tx.Changed(change.Exec(ctx))
	return changed == 1, wrap("decide about return", err)
}

// Get returns the number return of a line; false when none is owed.
func (q Returns) Get(ctx context.Context, lineID string) (r contract.NumberReturn, known bool, err error) {
	err = q.DB.NewSelect().Model((*returnRow)(nil)).Column("line_id", "id", "msisdn", "operator", "state", "tries", "failure", "by_hand").
		Where("line_id = ?", lineID).Scan(ctx, &r.LineID, &r.ID, &r.MSISDN, &r.Operator, &r.State, &r.Tries, &r.Failure, &r.ByHand)
	if errors.Is(err, sql.ErrNoRows) {
		return r, false, nil
	}
	return r, err == nil, wrap("find return", err)
}

// TakeBack takes a number of our range back from another operator: it stays unused until a time, then it is free. It returns
// false when no other operator has it.
func (q Endings) TakeBack(ctx context.Context, msisdn string, until time.Time) (taken bool, err error) {
	var lineID string
	err = q.DB.NewDelete().Model((*departureRow)(nil)).Where("msisdn = ?", msisdn).Returning("line_id").Scan(ctx, &lineID)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, wrap("take number back", err)
	}
	return true, q.Quarantine(ctx, msisdn, lineID, until)
}

// InStock tells whether a number is in our stock, in any state.
func (q Endings) InStock(ctx context.Context, msisdn string) (known bool, err error) {
	known, err = q.DB.NewSelect().Table("numbers").Where("msisdn = ?", msisdn).Exists(ctx)
	return known, wrap("look into stock", err)
}
