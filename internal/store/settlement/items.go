package settlement

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/settlement"
)

// Hold stores differences of a day until a person decides about them, each once. It returns the number of new ones.
func (q Settlements) Hold(ctx context.Context, day string, found []settlement.Difference) (held int, err error) {
	if len(found) == 0 {
		return 0, nil
	}
	written, err := json.Marshal(found)
	if err != nil {
		return 0, fmt.Errorf("hold differences: %w", err)
	}
	kept, err := q.DB.NewRaw(`
		INSERT INTO settlement_items (day, kind, payment_id, type, n, difference)
		SELECT ?, d ->> 'kind', coalesce(d ->> 'paymentId', ''), coalesce(d ->> 'type', ''), coalesce((d ->> 'number')::int, 0), d
		FROM jsonb_array_elements(?::jsonb) AS d ON CONFLICT DO NOTHING`, day, string(written)).Exec(ctx)
	if err != nil {
		return 0, wrap("hold differences", err)
	}
	rows, err := kept.RowsAffected()
	return int(rows), wrap("hold differences", err)
}

const (
	itemsPage   = 50
	itemColumns = `SELECT id, day::text, difference::text, state, coalesce(action, '') AS action, note, coalesce(resolved_by::text, '') AS resolved_by,
		resolved_at, found_at FROM settlement_items `
)

type itemRow struct {
	ID         string
	Day        string
	Difference string
	State      settlement.State
	Action     settlement.Action
	Note       string
	ResolvedBy string
	ResolvedAt bun.NullTime
	FoundAt    time.Time
}

func (r itemRow) item() (settlement.Item, error) {
	i := settlement.Item{
		ID: r.ID, Day: r.Day, State: r.State, Action: r.Action, Note: r.Note, ResolvedBy: r.ResolvedBy, ResolvedAt: r.ResolvedAt.Time, FoundAt: r.FoundAt,
	}
	return i, wrap("read difference", json.Unmarshal([]byte(r.Difference), &i.Difference))
}

// Items returns one page of the differences in a state, the newest first.
func (q Settlements) Items(ctx context.Context, state settlement.State, page int) (items []settlement.Item, err error) {
	var rows []itemRow
	err = q.DB.NewRaw(itemColumns+"WHERE state = ? ORDER BY found_at DESC, id LIMIT ? OFFSET ?", string(state), itemsPage, (page-1)*itemsPage).Scan(ctx, &rows)
	if err != nil {
		return nil, wrap("list differences", err)
	}
	for _, row := range rows {
		item, err := row.item()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

// Item finds a difference.
func (q Settlements) Item(ctx context.Context, id string) (i settlement.Item, known bool, err error) {
	var row itemRow
	err = q.DB.NewRaw(itemColumns+"WHERE id = ?", id).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return i, false, nil
	}
	if err != nil {
		return i, false, wrap("find difference", err)
	}
	i, err = row.item()
	return i, true, err
}

// Resolve stores a person's decision about an open difference; false when it was decided before.
func (q Settlements) Resolve(ctx context.Context, i settlement.Item) (resolved bool, err error) {
	changed, err := q.DB.NewRaw(`
		UPDATE settlement_items SET state = 'resolved', action = ?1, note = ?2, resolved_by = ?3, resolved_at = ?4 WHERE id = ?0 AND state = 'held'`,
		i.ID, string(i.Action), i.Note, i.ResolvedBy, i.ResolvedAt).Exec(ctx)
	if err != nil {
		return false, wrap("resolve difference", err)
	}
	rows, err := changed.RowsAffected()
	return rows == 1, wrap("resolve difference", err)
}
