package ending

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
)

// Deactivations stores the ends of lines at their owners' request.
type Deactivations struct{ DB bun.IDB }

// Open inserts a new deactivation; false if the line has another one. A repeated call changes nothing.
func (q Deactivations) Open(ctx context.Context, d contract.Deactivation) (opened bool, err error) {
	state, err := contract.Encode(d)
	if err != nil {
		return false, fmt.Errorf("open deactivation: %w", err)
	}
	_, err = q.DB.NewRaw(`
		INSERT INTO line_deactivations (id, line_id, user_id, stage, undo_until, seq, state, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO NOTHING`,
		d.ID, d.LineID, d.UserID, string(d.Stage), d.UndoUntil, d.Seq, string(state), d.RequestedAt).Exec(ctx)
	if err != nil {
		return false, wrap("open deactivation", err)
	}
	_, known, err := q.Get(ctx, d.ID)
	return known, err
}

// Save stores the next state of a deactivation; false for any other state.
func (q Deactivations) Save(ctx context.Context, d contract.Deactivation) (saved bool, err error) {
	state, err := contract.Encode(d)
	if err != nil {
		return false, fmt.Errorf("save deactivation: %w", err)
	}
	changed, err := q.DB.NewRaw("UPDATE line_deactivations SET stage = ?1, seq = ?2, state = ?3, updated_at = now() WHERE id = ?0 AND seq = ?2 - 1",
		d.ID, string(d.Stage), d.Seq, string(state)).Exec(ctx)
	if err != nil {
		return false, wrap("save deactivation", err)
	}
	rows, err := changed.RowsAffected()
	return rows == 1, wrap("save deactivation", err)
}

// Get finds a deactivation.
func (q Deactivations) Get(ctx context.Context, id string) (d contract.Deactivation, known bool, err error) {
	return q.find(ctx, "id = ?", id)
}

// Latest returns the last deactivation of a line in any state.
func (q Deactivations) Latest(ctx context.Context, lineID string) (d contract.Deactivation, known bool, err error) {
	return q.find(ctx, "line_id = ? ORDER BY created_at DESC LIMIT 1", lineID)
}

func (q Deactivations) find(ctx context.Context, condition, value string) (d contract.Deactivation, known bool, err error) {
	var state string
	err = q.DB.NewRaw("SELECT state::text FROM line_deactivations WHERE "+condition, value).Scan(ctx, &state)
	if errors.Is(err, sql.ErrNoRows) {
		return d, false, nil
	}
	if err == nil {
		err = contract.Decode([]byte(state), &d)
	}
	return d, err == nil, wrap("find deactivation", err)
}

// heldPage is the length of support's list; there are hardly ever more.
const heldPage = 50

// ListHeld returns the deactivations that wait for support, the newest first.
func (q Deactivations) ListHeld(ctx context.Context) (held []contract.Deactivation, err error) {
	var states []string
	err = q.DB.NewRaw("SELECT state::text FROM line_deactivations WHERE stage = 'held' ORDER BY updated_at DESC, id LIMIT ?", heldPage).Scan(ctx, &states)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, wrap("list deactivations", err)
	}
	for _, state := range states {
		var d contract.Deactivation
		if err := contract.Decode([]byte(state), &d); err != nil {
			return nil, fmt.Errorf("list deactivations: %w", err)
		}
		held = append(held, d)
	}
	return held, nil
}
