package ending

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/store/tx"
)

// Deactivations stores the ends of lines at their owners' request.
type Deactivations struct{ DB bun.IDB }

type deactivationRow struct {
	bun.BaseModel `bun:"table:line_deactivations,alias:d"`

	ID        string `bun:",pk"`
	LineID    string
	UserID    string
	Stage     contract.DeactivationStage
	UndoUntil time.Time
	Seq       int64
	State     string
	CreatedAt time.Time
}

// Open inserts a new deactivation; false if the line has another one. A repeated call changes nothing.
func (q Deactivations) Open(ctx context.Context, d contract.Deactivation) (opened bool, err error) {
	state, err := contract.Encode(d)
	if err != nil {
		return false, fmt.Errorf("open deactivation: %w", err)
	}
	_, err = q.DB.NewInsert().Model(&deactivationRow{
		ID: d.ID, LineID: d.LineID, UserID: d.UserID, Stage: d.Stage, UndoUntil: d.UndoUntil, Seq: d.Seq, State: string(state), CreatedAt: d.RequestedAt,
	}).On("CONFLICT DO NOTHING").Exec(ctx)
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
	changed, err := tx.Changed(q.DB.NewUpdate().Model((*deactivationRow)(nil)).Set("stage = ?", d.Stage).Set("seq = ?", d.Seq).
		Set("state = ?", string(state)).Set("updated_at = now()").Where("id = ?", d.ID).Where("seq = ?", d.Seq-1).Exec(ctx))
	return changed == 1, wrap("save deactivation", err)
}

// Get finds a deactivation.
func (q Deactivations) Get(ctx context.Context, id string) (d contract.Deactivation, known bool, err error) {
	return q.find(ctx, func(s *bun.SelectQuery) *bun.SelectQuery { return s.Where("id = ?", id) })
}

// Latest returns the last deactivation of a line in any state.
func (q Deactivations) Latest(ctx context.Context, lineID string) (d contract.Deactivation, known bool, err error) {
	return q.find(ctx, func(s *bun.SelectQuery) *bun.SelectQuery {
		return s.Where("line_id = ?", lineID).Order("created_at DESC").Limit(1)
	})
}

func (q Deactivations) find(ctx context.Context, narrow func(*bun.SelectQuery) *bun.SelectQuery) (d contract.Deactivation, known bool, err error) {
	var state string
	err = q.DB.NewSelect().Model((*deactivationRow)(nil)).Column("state").Apply(narrow).Scan(ctx, &state)
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
	err = q.DB.NewSelect().Model((*deactivationRow)(nil)).Column("state").Where("stage = 'held'").Order("updated_at DESC", "id").
		Limit(heldPage).Scan(ctx, &states)
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
