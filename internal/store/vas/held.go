package vas

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/store/tx"
)

// States of a line's service.
const (
	Starting = "starting"
	Active   = "active"
	Ending   = "ending"
)

// Held is a service of a line.
type Held struct {
	bun.BaseModel `bun:"table:line_services,alias:l"`

	ID          string `bun:",pk"` // of the purchase
	LineID      string
	ServiceID   string
	NameEn      string `bun:",scanonly"`
	NameAr      string `bun:",scanonly"`
	PartnerCode string `bun:",scanonly"`
	State       string
	Price       contract.Halalas
	Since       time.Time
	Until       time.Time `bun:",nullzero"`
}

// withService selects services of lines with their names.
func withService(s *bun.SelectQuery) *bun.SelectQuery {
	return s.Apply(tx.AllColumns).Column("s.name_en", "s.name_ar", "s.partner_code").Join("JOIN services AS s ON s.id = l.service_id")
}

// OfLine returns the services of a line, newest first; with a channel only those that can be managed there.
func (q Services) OfLine(ctx context.Context, lineID, channel string) (found []Held, err error) {
	selection := q.DB.NewSelect().Model(&found).Apply(withService).Where("l.line_id = ?", lineID).Where("l.state <> 'ended'").
		Order("l.since DESC", "l.id")
	if channel != "" {
		selection = selection.Where("? = ANY (s.availability)", channel)
	}
	err = selection.Scan(ctx)
	return found, wrap("list services of line", err)
}

// Leave marks a running service of a line for its end; an ending one stays so. It returns false when none runs.
func (q Services) Leave(ctx context.Context, lineID, serviceID string) (left bool, err error) {
	changed, err := tx.Changed(q.DB.NewUpdate().Model((*Held)(nil)).Set("state = 'ending'").Where("line_id = ?", lineID).
		Where("service_id = ?", serviceID).Where("state IN ('active', 'ending')").Exec(ctx))
	return changed > 0, wrap("leave service", err)
}

// ToEnd returns services that the partner has to end: those that were left, which the end of a line does, too, and those whose
// cycle has ended without renewal.
func (q Services) ToEnd(ctx context.Context, now time.Time, most int) (found []Held, err error) {
	renewed := q.DB.NewSelect().TableExpr("line_renewals AS r").ColumnExpr("1").Where("r.purchase_id = l.id").Where("r.renews")
	err = q.DB.NewSelect().Model(&found).Apply(withService).
		Where("l.state = 'ending' OR l.state = 'active' AND l.until <= ? AND NOT EXISTS (?)", now, renewed).
		Order("l.until", "l.id").Limit(int64(most)).Scan(ctx)
	return found, wrap("find services to end", err)
}

// End records that a service has ended, or will never start.
func (q Services) End(ctx context.Context, id string, at time.Time) error {
	_, err := q.DB.NewUpdate().Model((*Held)(nil)).Set("state = 'ended'").Set("ended_at = ?", at).
		Where("id = ?", id).Where("state <> 'ended'").Exec(ctx)
	return wrap("end service", err)
}
