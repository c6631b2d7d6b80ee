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

// Matching returns the cases of a filter, the longest held first.
func (q Cases) Matching(ctx context.Context, f contract.BulkFilter) (found []supportcase.Case, err error) {
	var rows []caseRow
	err = q.DB.NewRaw(columns+`
WHERE (?0 = '' OR c.kind = ?0) AND (?1 = '' OR c.code = ?1) AND c.since >= ?2 AND c.since < ?3
ORDER BY c.since, c.kind, c.case_id`, f.Kind, string(f.Code), f.From, f.Until).Scan(ctx, &rows)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, wrap("match cases", err)
	}
	for _, row := range rows {
		found = append(found, row.found())
	}
	return found, nil
}

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

// Save stores the state of a bulk; an older state never overwrites a newer one, and returns false.
func (q Bulks) Save(ctx context.Context, b contract.Bulk) (saved bool, err error) {
	result, err := q.DB.NewRaw(`
		INSERT INTO bulk_resolutions AS b (id, state, bulk, started_by, started_at, ended_at, seq) VALUES (?0, ?1, ?2, ?3, ?4, ?5, ?6)
		ON CONFLICT (id) DO UPDATE SET state = EXCLUDED.state, bulk = EXCLUDED.bulk, ended_at = EXCLUDED.ended_at, seq = EXCLUDED.seq
		WHERE b.seq < EXCLUDED.seq`,
		b.ID, b.State, bulkRow{b}, b.StartedBy, b.StartedAt, bun.NullTime{Time: b.EndedAt}, b.Seq).Exec(ctx)
	if err != nil {
		return false, wrap("save bulk", err)
	}
	changed, err := result.RowsAffected()
	return changed > 0, wrap("save bulk", err)
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
LEFT JOIN support_cases AS s ON i.outcome = 'resumed' AND s.kind = i.kind AND s.case_id = i.case_id AND s.held AND s.since > i.held_since `

// Counts is the progress of a bulk.
type Counts struct{ Waiting, Resumed, HeldAgain, Resolved, Refused int }

// Counts returns the progress of bulks, by their ids.
func (q Bulks) Counts(ctx context.Context, ids ...string) (map[string]Counts, error) {
	var rows []struct {
		BulkID string
		Counts `bun:",extend"`
	}
	if len(ids) == 0 {
		return map[string]Counts{}, nil
	}
	err := q.DB.NewRaw(`
		SELECT i.bulk_id::text AS bulk_id, count(*) FILTER (WHERE i.outcome = 'waiting') AS waiting,
		       count(*) FILTER (WHERE i.outcome = 'resumed' AND s.kind IS NULL) AS resumed, count(s.kind) AS held_again,
		       count(*) FILTER (WHERE i.outcome = 'resolved-already') AS resolved, count(*) FILTER (WHERE i.outcome = 'refused') AS refused `+again+`
		WHERE i.bulk_id IN (?) GROUP BY i.bulk_id`, bun.List(ids)).Scan(ctx, &rows)
	counts := map[string]Counts{}
	for _, row := range rows {
		counts[row.BulkID] = row.Counts
	}
	return counts, wrap("count items of bulks", unlessNone(err))
}

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

// Items returns one page of a bulk's items in order. held-again is an outcome here, too.
func (q Bulks) Items(ctx context.Context, id, outcome string, page, perPage int) (found []Item, err error) {
	err = q.DB.NewRaw(`SELECT i.*, coalesce(s.code, '') AS again_code `+again+`
		WHERE i.bulk_id = ?0 AND (?1 = '' OR ?1 = CASE WHEN s.kind IS NOT NULL THEN 'held-again' ELSE i.outcome END)
		ORDER BY i.position LIMIT ?2 OFFSET ?3`, id, outcome, perPage, (page-1)*perPage).Scan(ctx, &found)
	return found, wrap("list items of bulk", unlessNone(err))
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
