package settlement

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/settlement"
	"selfcare/internal/store/tx"
)

type itemRow struct {
	bun.BaseModel `bun:"table:settlement_items,alias:i"`

	ID         string `bun:",pk"`
	Day        string `bun:",scanonly"`
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

// withDay selects differences with their days as texts.
func withDay(s *bun.SelectQuery) *bun.SelectQuery {
	return s.Apply(tx.AllColumns).ColumnExpr("i.day::text AS day")
}

// Items returns one page of the differences in a state, the newest first.
func (q Settlements) Items(ctx context.Context, state settlement.State, after *tx.Place, page int) (items []settlement.Item, err error) {
	var rows []itemRow
	err = tx.PageAfter(q.DB.NewSelect().Model(&rows).Apply(withDay).Where("i.state = ?", state), tx.List{At: "i.found_at", ID: "i.id"}, after, page, tx.PageSize).Scan(ctx)
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
	err = q.DB.NewSelect().Model(&row).Apply(withDay).Where("i.id = ?", id).Scan(ctx)
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
	changed, err := tx.Changed(q.DB.NewUpdate().Model((*itemRow)(nil)).Set("state = 'resolved'").Set("action = ?", i.Action).Set("note = ?", i.Note).
		Set("resolved_by = ?", i.ResolvedBy).Set("resolved_at = ?", i.ResolvedAt).Where("id = ?", i.ID).Where("state = 'held'").Exec(ctx))
	return changed == 1, wrap("resolve difference", err)
}
