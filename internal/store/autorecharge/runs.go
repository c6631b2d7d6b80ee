package autorecharge

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
)

// Runs stores the dates of auto-recharges.
type Runs struct{ DB bun.IDB }

// runRow is a row of auto_recharge_runs.
type runRow struct {
	bun.BaseModel `bun:"table:auto_recharge_runs,alias:d"`

	LineID     string `bun:"line_id,pk"`
	Date       string `bun:",pk"`
	RuleID     string `bun:"rule_id"`
	Due        time.Time
	Stage      string
	Try        int
	NextTry    bun.NullTime `bun:"next_try"`
	Code       string
	PurchaseID sql.NullString `bun:"purchase_id"`
}

func (r runRow) run() contract.AutoRun {
	run := contract.AutoRun{
		RuleID: r.RuleID, LineID: r.LineID, Date: r.Date, Due: r.Due.UTC(), Stage: contract.AutoStage(r.Stage), Try: r.Try, Code: contract.Code(r.Code),
	}
	if !r.NextTry.IsZero() {
		run.NextTry = r.NextTry.UTC()
	}
	return run
}

// Last is a date with the purchase id of its last try.
type Last struct {
	Run        contract.AutoRun
	PurchaseID string
	At         time.Time // last write
}

// Lock reads a date for a change, and locks it until the end of the transaction.
func (q Runs) Lock(ctx context.Context, lineID, date string) (last Last, known bool, err error) {
	return q.find(ctx, lineID, func(s *bun.SelectQuery) *bun.SelectQuery { return s.Where("d.date = ?", date).For("UPDATE") })
}

// Latest returns the last known date of a line.
func (q Runs) Latest(ctx context.Context, lineID string) (last Last, known bool, err error) {
	return q.find(ctx, lineID, func(s *bun.SelectQuery) *bun.SelectQuery { return s.Order("d.date DESC").Limit(1) })
}

// OfRule is Latest among the dates of one rule of the line.
func (q Runs) OfRule(ctx context.Context, lineID, ruleID string) (last Last, known bool, err error) {
	return q.find(ctx, lineID, func(s *bun.SelectQuery) *bun.SelectQuery {
		return s.Where("d.rule_id = ?", ruleID).Order("d.date DESC").Limit(1)
	})
}

// Open returns the first date of a line that is under way.
func (q Runs) Open(ctx context.Context, lineID string) (last Last, known bool, err error) {
	return q.find(ctx, lineID, func(s *bun.SelectQuery) *bun.SelectQuery {
		return s.Where("d.stage IN ('trying', 'waiting')").Order("d.date").Limit(1)
	})
}

func (q Runs) find(ctx context.Context, lineID string, narrow func(*bun.SelectQuery) *bun.SelectQuery) (last Last, known bool, err error) {
	var row struct {
		runRow `bun:",extend"`

		UpdatedAt time.Time
	}
	err = q.DB.NewSelect().Model(&row).ExcludeColumn("date").ColumnExpr("to_char(d.date, 'YYYY-MM-DD') AS date").
		Where("d.line_id = ?", lineID).Apply(narrow).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return last, false, nil
	}
	return Last{row.run(), row.PurchaseID.String, row.UpdatedAt.UTC()}, err == nil, wrap("find date of auto-recharge", err)
}

// Save stores the state of a date.
func (q Runs) Save(ctx context.Context, r contract.AutoRun) error {
	row := &runRow{
		LineID: r.LineID, Date: r.Date, RuleID: r.RuleID, Due: r.Due, Stage: string(r.Stage), Try: r.Try, Code: string(r.Code),
		NextTry: bun.NullTime{Time: r.NextTry},
	}
	if r.Purchase != nil {
		row.PurchaseID = sql.NullString{String: r.Purchase.ID, Valid: true}
	}
	_, err := q.DB.NewInsert().Model(row).On("CONFLICT (line_id, date) DO UPDATE").
		Set("rule_id = EXCLUDED.rule_id").Set("stage = EXCLUDED.stage").Set("try = EXCLUDED.try").Set("next_try = EXCLUDED.next_try").
		Set("code = EXCLUDED.code").Set("purchase_id = coalesce(EXCLUDED.purchase_id, d.purchase_id)").Set("updated_at = now()").Exec(ctx)
	return wrap("save date of auto-recharge", err)
}
