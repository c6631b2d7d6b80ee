package ending

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
)

// Returns stores the numbers that go back to the operator of their range.
type Returns struct{ DB bun.IDB }

// Owe records that a number has to go back. A repeated call changes nothing.
func (q Returns) Owe(ctx context.Context, r contract.NumberReturn, at time.Time) error {
	_, err := q.DB.NewRaw(`
		INSERT INTO number_returns (line_id, id, msisdn, operator, state, next_at, owed_at) VALUES (?0, ?1, ?2, ?3, 'owed', ?4, ?4)
		ON CONFLICT (line_id) DO NOTHING`, r.LineID, r.ID, r.MSISDN, r.Operator, at).Exec(ctx)
	return wrap("owe number", err)
}

// Take claims due returns until a time, so that a crashed worker leaves them to the next one. Each claim counts one try.
func (q Returns) Take(ctx context.Context, now, until time.Time, most int) (due []contract.NumberReturn, err error) {
	var rows []struct {
		LineID, ID, Msisdn, Operator string
		Tries                        int
		InService                    bool
	}
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

// Postpone postpones a return to a time.
func (q Returns) Postpone(ctx context.Context, lineID string, at time.Time) error {
	return q.set(ctx, lineID, "next_at = ?1", at)
}

// NoteDone records that a number has gone back.
func (q Returns) NoteDone(ctx context.Context, lineID string) error {
	return q.set(ctx, lineID, "state = 'returned', next_at = NULL")
}

// Hold leaves a return to support.
func (q Returns) Hold(ctx context.Context, lineID string, why contract.Code) error {
	return q.set(ctx, lineID, "state = 'held', next_at = NULL, failure = ?1", string(why))
}

func (q Returns) set(ctx context.Context, lineID, change string, args ...any) error {
	_, err := q.DB.NewRaw("UPDATE number_returns SET "+change+", updated_at = now() WHERE line_id = ?0 AND state = 'owed'", append([]any{lineID}, args...)...).Exec(ctx)
	return wrap("save return", err)
}

// Decide applies the decision of support about a held return: a retry, or done by hand; false when it is not held any more.
func (q Returns) Decide(ctx context.Context, lineID string, byHand bool, at time.Time) (decided bool, err error) {
	change := "state = 'owed', next_at = ?1, tries = greatest(tries, 1)"
	if byHand {
		change = "state = 'returned', by_hand = true"
	}
	changed, err := q.DB.NewRaw("UPDATE number_returns SET "+change+", failure = '', updated_at = now() WHERE line_id = ?0 AND state = 'held'", lineID, at).Exec(ctx)
	if err != nil {
		return false, wrap("decide about return", err)
	}
	rows, err := changed.RowsAffected()
	return rows == 1, wrap("decide about return", err)
}

// Get returns the number return of a line; false when none is owed.
func (q Returns) Get(ctx context.Context, lineID string) (r contract.NumberReturn, known bool, err error) {
	err = q.DB.NewRaw("SELECT line_id, id, msisdn, operator, state, tries, failure, by_hand FROM number_returns WHERE line_id = ?", lineID).
		Scan(ctx, &r.LineID, &r.ID, &r.MSISDN, &r.Operator, &r.State, &r.Tries, &r.Failure, &r.ByHand)
	if errors.Is(err, sql.ErrNoRows) {
		return r, false, nil
	}
	return r, err == nil, wrap("find return", err)
}

// TakeBack takes a number of our range back from another operator: it stays unused until a time, then it is free. It returns
// false when no other operator has it.
func (q Endings) TakeBack(ctx context.Context, msisdn string, until time.Time) (taken bool, err error) {
	var lineID string
	err = q.DB.NewRaw("DELETE FROM departed_numbers WHERE msisdn = ? RETURNING line_id", msisdn).Scan(ctx, &lineID)
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
	err = q.DB.NewRaw("SELECT EXISTS (SELECT FROM numbers WHERE msisdn = ?)", msisdn).Scan(ctx, &known)
	return known, wrap("look into stock", err)
}
