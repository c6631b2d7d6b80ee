package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"selfcare/internal/contract"
)

// Usage is what a line has left and has used.
type Usage struct {
	Balance    contract.Halalas // prepaid: what is left, postpaid: what was used since the last bill
	ValidUntil *time.Time
	Allowances []Allowance
}

// Allowance is one part of a plan's contents and what was used of it.
type Allowance struct {
	Type       string
	Unit       string
	Total      *int64 // nil is unlimited
	Used       int64
	ValidUntil *time.Time
}

// Usage reads balance and allowances of a line; a line nobody has charged yet has none.
func (q *Queries) Usage(ctx context.Context, lineID string) (Usage, error) {
	var usage Usage
	err := q.prepared().row(ctx, "SELECT amount, valid_until FROM line_balances WHERE line_id = $1", lineID).
		Scan((*int64)(&usage.Balance), &usage.ValidUntil)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return usage, translate("read balance", err)
	}
	rows, err := q.prepared().query(ctx, `
		SELECT type, unit, total, used, valid_until FROM line_allowances WHERE line_id = $1 ORDER BY position, type`, lineID)
	if err != nil {
		return usage, translate("read allowances", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var a Allowance
		if err := rows.Scan(&a.Type, &a.Unit, &a.Total, &a.Used, &a.ValidUntil); err != nil {
			return usage, translate("read allowances", err)
		}
		usage.Allowances = append(usage.Allowances, a)
	}
	return usage, translate("read allowances", rows.Err())
}

// Widget is one of the additional boxes of the dashboard.
type Widget struct {
	Key        string
	Permission string // key needed in the access list; empty is open
	TitleEn    string
	TitleAr    string
}

// Widgets lists them in their order.
func (q *Queries) Widgets(ctx context.Context) ([]Widget, error) {
	var widgets []Widget
	err := q.db.NewRaw("SELECT key, permission, title_en, title_ar FROM dashboard_widgets ORDER BY position").Scan(ctx, &widgets)
	return widgets, translate("list widgets", err)
}
