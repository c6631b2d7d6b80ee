package numbersetting

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/store/tx"
)

type changeRow struct {
	bun.BaseModel `bun:"table:line_setting_changes,alias:c"`

	ID          string `bun:",pk"`
	LineID      string
	UserID      string
	Kind        contract.SettingKind
	Item        string
	Value       string
	Number      []byte // encrypted
	Stage       contract.SettingStage
	Refused     contract.Code
	RequestedAt time.Time
}

// Last returns the last requested change of a line; false without one.
func (q Settings) Last(ctx context.Context, lineID string) (contract.SettingChange, bool, error) {
	return q.find(ctx, func(s *bun.SelectQuery) *bun.SelectQuery {
		return s.Where("line_id = ?", lineID).Order("requested_at DESC", "id").Limit(1)
	})
}

// Change returns a change; false for an unknown id.
func (q Settings) Change(ctx context.Context, id string) (contract.SettingChange, bool, error) {
	return q.find(ctx, func(s *bun.SelectQuery) *bun.SelectQuery { return s.Where("id = ?", id) })
}

func (q Settings) find(ctx context.Context, narrow func(*bun.SelectQuery) *bun.SelectQuery) (found contract.SettingChange, known bool, err error) {
	var r changeRow
	err = q.DB.NewSelect().Model(&r).Apply(narrow).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return found, false, nil
	}
	if err != nil {
		return found, false, wrap("find change of setting", err)
	}
	item, err := q.opened(r.Item, r.Number)
	return contract.SettingChange{
		ID: r.ID, LineID: r.LineID, UserID: r.UserID, Kind: r.Kind, Item: item, Value: r.Value, Stage: r.Stage, Refused: r.Refused,
		RequestedAt: r.RequestedAt.UTC(),
	}, true, wrap("open blocked number", err)
}

// Begin inserts a change. It may be repeated.
func (q Settings) Begin(ctx context.Context, c contract.SettingChange) error {
	item, sealed := q.stored(c.Kind, c.Item)
	begun := changeRow{
		ID: c.ID, LineID: c.LineID, UserID: c.UserID, Kind: c.Kind, Item: item, Value: c.Value, Number: sealed, Stage: contract.SettingPending,
		RequestedAt: c.RequestedAt,
	}
	_, err := q.DB.NewInsert().Model(&begun).On("CONFLICT (id) DO NOTHING").Exec(ctx)
	return wrap("begin change of setting", err)
}

// Finish ends a change, and stores the setting that the network accepted. It may be repeated.
func (q Settings) Finish(ctx context.Context, c contract.SettingChange, now time.Time) error {
	changed, err := tx.Changed(q.DB.NewUpdate().Model((*changeRow)(nil)).Set("stage = ?", c.Stage).Set("refused = ?", c.Refused).Set("ended_at = ?", now).
		Where("id = ?", c.ID).Where("stage = 'pending'").Exec(ctx))
	if err != nil || changed == 0 || c.Stage != contract.SettingDone {
		return wrap("finish change of setting", err)
	}
	return q.set(ctx, c, now)
}

func (q Settings) set(ctx context.Context, c contract.SettingChange, now time.Time) error {
	item, sealed := q.stored(c.Kind, c.Item)
	if c.Value == contract.SettingOff && c.Kind != contract.SettingService {
		_, err := q.DB.NewDelete().Model((*row)(nil)).Where("line_id = ?", c.LineID).Where("kind = ?", c.Kind).Where("item = ?", item).Exec(ctx)
		return wrap("take a block away", err)
	}
	set := row{LineID: c.LineID, Kind: c.Kind, Item: item, Value: c.Value, Number: sealed, ChangedAt: now}
	_, err := q.DB.NewInsert().Model(&set).On("CONFLICT (line_id, kind, item) DO UPDATE").
		Set("value = EXCLUDED.value").Set("changed_at = EXCLUDED.changed_at").Exec(ctx)
	return wrap("set", err)
}
