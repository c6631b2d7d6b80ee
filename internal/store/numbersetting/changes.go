package numbersetting

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"selfcare/internal/contract"
)

// changeRow is a row of line_setting_changes.
type changeRow struct {
	row
	ID          string
	LineID      string
	UserID      string
	Stage       contract.SettingStage
	Refused     contract.Code
	RequestedAt time.Time
}

const changeColumns = "SELECT id, line_id, user_id, kind, item, value, number, stage, refused, requested_at FROM line_setting_changes "

// Last returns the last requested change of a line; false without one.
func (q Settings) Last(ctx context.Context, lineID string) (contract.SettingChange, bool, error) {
	return q.find(ctx, "WHERE line_id = ? ORDER BY requested_at DESC, id LIMIT 1", lineID)
}

// Change returns a change; false for an unknown id.
func (q Settings) Change(ctx context.Context, id string) (contract.SettingChange, bool, error) {
	return q.find(ctx, "WHERE id = ?", id)
}

func (q Settings) find(ctx context.Context, those, value string) (found contract.SettingChange, known bool, err error) {
	var r changeRow
	err = q.DB.NewRaw(changeColumns+those, value).Scan(ctx, &r.ID, &r.LineID, &r.UserID, &r.Kind, &r.Item, &r.Value, &r.Number, &r.Stage, &r.Refused, &r.RequestedAt)
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
	_, err := q.DB.NewRaw(`
		INSERT INTO line_setting_changes (id, line_id, user_id, kind, item, value, number, stage, requested_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?) ON CONFLICT (id) DO NOTHING`,
		c.ID, c.LineID, c.UserID, c.Kind, item, c.Value, sealed, c.RequestedAt).Exec(ctx)
	return wrap("begin change of setting", err)
}

// Finish ends a change, and stores the setting that the network accepted. It may be repeated.
func (q Settings) Finish(ctx context.Context, c contract.SettingChange, now time.Time) error {
	result, err := q.DB.NewRaw(`
		UPDATE line_setting_changes SET stage = ?, refused = ?, ended_at = ? WHERE id = ? AND stage = 'pending'`,
		c.Stage, c.Refused, now, c.ID).Exec(ctx)
	if err != nil {
		return wrap("finish change of setting", err)
	}
	changed, err := result.RowsAffected()
	if err != nil || changed == 0 || c.Stage != contract.SettingDone {
		return wrap("finish change of setting", err)
	}
	return q.set(ctx, c, now)
}

func (q Settings) set(ctx context.Context, c contract.SettingChange, now time.Time) error {
	item, sealed := q.stored(c.Kind, c.Item)
	if c.Value == contract.SettingOff && c.Kind != contract.SettingService {
		_, err := q.DB.NewRaw("DELETE FROM line_settings WHERE line_id = ? AND kind = ? AND item = ?", c.LineID, c.Kind, item).Exec(ctx)
		return wrap("take a block away", err)
	}
	_, err := q.DB.NewRaw(`
		INSERT INTO line_settings (line_id, kind, item, value, number, changed_at) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (line_id, kind, item) DO UPDATE SET value = EXCLUDED.value, changed_at = EXCLUDED.changed_at`,
		c.LineID, c.Kind, item, c.Value, sealed, now).Exec(ctx)
	return wrap("set", err)
}
