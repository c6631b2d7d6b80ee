package supportcase

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
	"selfcare/internal/store/tx"
)

// Bulks stores the bulk retries of held work, and their results.
type Bulks struct{ DB bun.IDB }

// Item is one case of a bulk.
type Item struct {
	BulkID      string `bun:"bulk_id"`
	Position    int
	Kind        supportcase.Kind
	CaseID      string
	Reference   string
	Variety     string
	Code        contract.Code
	HeldSince   time.Time
	Acting      bool
	Outcome     contract.BulkOutcome
	FailureCode contract.Code
	DoneAt      bun.NullTime
	AgainCode   contract.Code `bun:",scanonly"` // why it is held again; empty otherwise
}

// rowsAtOnce keeps a statement small.
const rowsAtOnce = 1000

// Open inserts a bulk and its items, once.
func (q Bulks) Open(ctx context.Context, b contract.Bulk, all []supportcase.Case) error {
	if saved, err := q.Save(ctx, b); err != nil || !saved {
		return err
	}
	type row struct {
		bun.BaseModel `bun:"table:bulk_items"`
		BulkID        string
		Position      int
		Kind          supportcase.Kind
		CaseID        string
		Reference     string
		Variety       string
		Code          contract.Code
		HeldSince     time.Time
	}
	rows := make([]row, len(all))
	for i, c := range all {
		rows[i] = row{BulkID: b.ID, Position: i + 1, Kind: c.Kind, CaseID: c.ID, Reference: c.Reference, Variety: c.Variety, Code: c.Code, HeldSince: c.Since}
	}
	for from := 0; from < len(rows); from += rowsAtOnce {
		some := rows[from:min(from+rowsAtOnce, len(rows))]
		if _, err := q.DB.NewInsert().Model(&some).Exec(ctx); err != nil {
			return wrap("write items of bulk", err)
		}
	}
	return nil
}

// Get returns a bulk; false for an unknown id.
func (q Bulks) Get(ctx context.Context, id string) (b contract.Bulk, known bool, err error) {
	var row bulkRow
	err = q.DB.NewSelect().Table("bulk_resolutions").Column("bulk").Where("id = ?", id).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return b, false, nil
	}
	return row.Bulk, err == nil, wrap("read bulk", err)
}

// Page returns one page of bulks, the newest first.
func (q Bulks) Page(ctx context.Context, page, perPage int) (found []contract.Bulk, err error) {
	var rows []struct{ Bulk bulkRow }
	err = q.DB.NewSelect().Table("bulk_resolutions").Column("bulk").Order("started_at DESC", "id").
		Limit(int64(perPage)).Offset(tx.Offset(page, perPage)).Scan(ctx, &rows)
	for _, row := range rows {
		found = append(found, row.Bulk.Bulk)
	}
	return found, wrap("list bulks", unlessNone(err))
}

// again joins the cases that are held again since a bulk resumed them.
const again = `
FROM bulk_items AS i
LEFT JOIN case_list AS s ON i.outcome = 'resumed' AND s.kind = i.kind AND s.case_id = i.case_id AND s.held AND s.since > i.held_since `

// Counts is the progress of a bulk.
type Counts struct{ Waiting, Resumed, HeldAgain, Resolved, Refused int }

// Starters returns the e-mails of the members who started bulks, by the bulks' ids.
func (q Bulks) Starters(ctx context.Context, ids ...string) (map[string]string, error) {
	starters := map[string]string{}
	if len(ids) == 0 {
		return starters, nil
	}
	var rows []struct{ ID, Email string }
	err := q.DB.NewSelect().TableExpr("bulk_resolutions AS b").Join("JOIN users AS u ON u.id = b.started_by").
		Column("b.id").ColumnExpr("coalesce(u.email, '') AS email").Where("b.id IN (?)", bun.List(ids)).Scan(ctx, &rows)
	for _, row := range rows {
		starters[row.ID] = row.Email
	}
	return starters, wrap("read who started bulks", unlessNone(err))
}

// Item returns one item of a bulk.
func (q Bulks) Item(ctx context.Context, of contract.BulkItem) (found Item, err error) {
	err = q.DB.NewSelect().TableExpr("bulk_items AS i").ColumnExpr("i.*").Where("i.bulk_id = ?", of.BulkID).Where("i.position = ?", of.Position).
		Scan(ctx, &found)
	return found, wrap("read item of bulk", err)
}

// Act records that an item is processed now; false when another bulk has resumed the same hold. A repeated call returns the same.
func (q Bulks) Act(ctx context.Context, of contract.BulkItem) (mine bool, err error) {
	_, err = q.item(of).Set("acting = true").Exec(ctx)
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.ConstraintName == "bulk_items_act_once" {
		return false, nil
	}
	return err == nil, wrap("act on item of bulk", err)
}

// item changes one item of a bulk.
func (q Bulks) item(of contract.BulkItem) *bun.UpdateQuery {
	return q.DB.NewUpdate().Table("bulk_items").Where("bulk_id = ?", of.BulkID).Where("position = ?", of.Position)
}

// Finish stores the result of an item, once.
func (q Bulks) Finish(ctx context.Context, of contract.BulkItem, outcome contract.BulkOutcome, code contract.Code, at time.Time) error {
	_, err := q.item(of).Set("outcome = ?", outcome).Set("failure_code = ?", code).Set("done_at = ?", at).Where("outcome = 'waiting'").Exec(ctx)
	return wrap("finish item of bulk", err)
}

// HasNote tells whether the audit log has a decision with this note by a person.
func (q Bulks) HasNote(ctx context.Context, actor, note string) (noted bool, err error) {
	noted, err = q.DB.NewSelect().Table("audit_log").Where("note LIKE '%(bulk/%'").Where("note = ?", note).Where("actor = ?", actor).Exists(ctx)
	return noted, wrap("look for decision", err)
}

func unlessNone(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}
