package lateorder

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/incident"
)

// Incidents stores incidents that delay many orders.
type Incidents struct{ DB bun.IDB }

type incidentRow struct {
	bun.BaseModel `bun:"table:incidents,alias:i"`

	ID       string    `bun:"id"`
	Partner  string    `bun:"partner"`
	City     string    `bun:"city"`
	FromAt   time.Time `bun:"from_at"`
	UntilAt  time.Time `bun:"until_at"`
	TextEn   string    `bun:"text_en"`
	TextAr   string    `bun:"text_ar"`
	OpenedBy string    `bun:"opened_by"`
	OpenedAt time.Time `bun:"opened_at,nullzero,default:now()"`
	EndedAt  time.Time `bun:"ended_at,nullzero"`
	EndedBy  string    `bun:"ended_by,nullzero"`
	Opener   string    `bun:"opener,scanonly"`
	Ender    string    `bun:"ender,scanonly"`
	Orders   int       `bun:"orders,scanonly"`
}

func (r incidentRow) incident() incident.Incident {
	return incident.Incident{
		ID: r.ID, Partner: r.Partner, City: r.City, From: r.FromAt, Until: r.UntilAt, TextEn: r.TextEn, TextAr: r.TextAr,
		OpenedBy: r.OpenedBy, Opener: r.Opener, EndedAt: r.EndedAt, EndedBy: r.EndedBy, Ender: r.Ender, Orders: r.Orders,
	}
}

// Open inserts an incident; a repeated call changes nothing.
func (q Incidents) Open(ctx context.Context, i incident.Incident) error {
	row := incidentRow{
		ID: i.ID, Partner: i.Partner, City: i.City, FromAt: i.From, UntilAt: i.Until, TextEn: i.TextEn, TextAr: i.TextAr, OpenedBy: i.OpenedBy,
	}
	_, err := q.DB.NewInsert().Model(&row).On("CONFLICT (id) DO NOTHING").Exec(ctx)
	return wrapped("open incident", err)
}

// Change stores a new end and new texts of an incident that lasts.
func (q Incidents) Change(ctx context.Context, id string, until time.Time, textEn, textAr string) error {
	return q.ofLasting(ctx, "change incident", id,
		"UPDATE incidents SET until_at = ?1, text_en = ?2, text_ar = ?3 WHERE id = ?0 AND ended_at IS NULL", id, until, textEn, textAr)
}

// End ends an incident, with the orders that it touches at that moment. A repeated call changes nothing.
func (q Incidents) End(ctx context.Context, id, by string, now time.Time) error {
	if _, err := q.Gather(ctx, now); err != nil {
		return err
	}
	return q.ofLasting(ctx, "end incident", id, `
		UPDATE incidents SET ended_at = coalesce(ended_at, ?1), ended_by = coalesce(ended_by, ?2) WHERE id = ?0`, id, now, by)
}

// incidentShown selects what the console shows in addition to the row: the number of touched orders, and who opened and ended the
// incident.
const incidentShown = `(SELECT count(*) FROM incident_orders AS t WHERE t.incident_id = i.id) AS orders,
	coalesce((SELECT u.email FROM users AS u WHERE u.id = i.opened_by), '') AS opener,
	coalesce((SELECT u.email FROM users AS u WHERE u.id = i.ended_by), '') AS ender`

// Get returns one incident.
func (q Incidents) Get(ctx context.Context, id string) (incident.Incident, error) {
	var row incidentRow
	err := q.DB.NewSelect().Model(&row).ColumnExpr("i.*").ColumnExpr(incidentShown).Where("i.id = ?", id).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return incident.Incident{}, contract.Refuse(contract.FailIncidentUnknown)
	}
	return row.incident(), wrapped("read incident", err)
}

// Page returns one page of incidents: lasting ones first, each group newest first. It also tells whether there are more.
func (q Incidents) Page(ctx context.Context, page, perPage int) (found []incident.Incident, more bool, err error) {
	var rows []incidentRow
	err = q.DB.NewSelect().Model(&rows).ColumnExpr("i.*").ColumnExpr(incidentShown).
		OrderExpr("i.ended_at IS NOT NULL, i.opened_at DESC, i.id DESC").
		Limit(int64(perPage) + 1).Offset(int64(max(page, 1)-1) * int64(perPage)).Scan(ctx) // one more row shows whether another page follows
	return incidents(rows[:min(len(rows), perPage)]), len(rows) > perPage, wrapped("list incidents", err)
}

// ListLasting returns the incidents without an end, the newest first, those in the future included.
func (q Incidents) ListLasting(ctx context.Context) ([]incident.Incident, error) {
	var rows []incidentRow
	err := q.DB.NewSelect().Model(&rows).ColumnExpr("i.*").Where("i.ended_at IS NULL").Order("i.opened_at DESC", "i.id DESC").Scan(ctx)
	return incidents(rows), wrapped("read incidents", err)
}

func incidents(rows []incidentRow) []incident.Incident {
	all := make([]incident.Incident, len(rows))
	for i, row := range rows {
		all[i] = row.incident()
	}
	return all
}

// Touched is an order that a past incident touched. Again tells whether a lasting incident touches it too.
type Touched struct {
	IncidentID, OrderID string
	Again               bool
}

// NoteTold records that an order's customer was told, or need not be told.
func (q Incidents) NoteTold(ctx context.Context, t Touched) error {
	_, err := q.DB.NewUpdate().Table("incident_orders").Set("told_at = now()").Where("incident_id = ?", t.IncidentID).
		Where("order_id = ?", t.OrderID).Where("told_at IS NULL").Exec(ctx)
	return wrapped("note what was told of an incident", err)
}

func wrapped(doing string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}
