// Package renewal stores the items of lines that renew in addition to their plans.
package renewal

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/renewal"
	"selfcare/internal/store/tx"
)

// Renewals stores the renewing services and bundles of lines.
type Renewals struct{ DB bun.IDB }

type row struct {
	bun.BaseModel `bun:"table:line_renewals,alias:r"`

	ID         string           `bun:"id,pk,nullzero"`
	PurchaseID string           `bun:"purchase_id"`
	Number     int              `bun:"item"`
	LineID     string           `bun:"line_id"`
	ServiceID  string           `bun:"service_id,nullzero"`
	BundleID   string           `bun:"bundle_id,nullzero"`
	NameEn     string           `bun:"name_en,scanonly"`
	NameAr     string           `bun:"name_ar,scanonly"`
	Price      contract.Halalas `bun:"price"`
	Cost       contract.Halalas `bun:"cost"`
	Billed     bool             `bun:"billed"`
	Days       int              `bun:"days"`
	Gives      json.RawMessage  `bun:"gives,type:jsonb"`
	Cycle      int              `bun:"cycle"`
	Until      time.Time        `bun:"until"`
	Renews     bool             `bun:"renews"`
}

func (r row) item() (i renewal.Item, err error) {
	i = renewal.Item{
		ID: r.ID, PurchaseID: r.PurchaseID, Number: r.Number, LineID: r.LineID, ServiceID: r.ServiceID, BundleID: r.BundleID,
		NameEn: r.NameEn, NameAr: r.NameAr, Price: r.Price, Cost: r.Cost, Billed: r.Billed, Days: r.Days, Cycle: r.Cycle, Until: r.Until.UTC(), Renews: r.Renews,
	}
	return i, json.Unmarshal(r.Gives, &i.Gives)
}

// runs omits items that have ended or were left.
const runs = `r.ended_at IS NULL AND (r.service_id IS NULL OR EXISTS (SELECT FROM line_services AS l WHERE l.id = r.purchase_id AND l.state = 'active'))`

// Begin inserts a renewing item of a line, once.
func (q Renewals) Begin(ctx context.Context, i renewal.Item) error {
	gives, err := json.Marshal(i.Gives)
	if err != nil {
		return wrap("begin renewal", err)
	}
	if i.Gives == nil {
		gives = []byte("[]")
	}
	_, err = q.DB.NewInsert().Model(&row{
		PurchaseID: i.PurchaseID, Number: i.Number, LineID: i.LineID, ServiceID: i.ServiceID, BundleID: i.BundleID, Price: i.Price, Cost: i.Cost,
		Billed: i.Billed, Days: i.Days, Gives: gives, Until: i.Until,
	}).ExcludeColumn("cycle", "renews").On("CONFLICT (purchase_id, item) DO NOTHING").Returning("NULL").Exec(ctx)
	return wrap("begin renewal", err)
}

// Due returns the items of a line whose cycle has ended, the earliest first, and locks them until the end of the transaction.
func (q Renewals) Due(ctx context.Context, lineID string, now time.Time) ([]renewal.Item, error) {
	return q.list(ctx, lineID, func(s *bun.SelectQuery) *bun.SelectQuery {
		return s.Where("r.ended_at IS NULL").Where("r.until <= ?", now).For("UPDATE OF r")
	})
}

// OfLine returns the running items of a line, the next one to end first.
func (q Renewals) OfLine(ctx context.Context, lineID string, now time.Time) ([]renewal.Item, error) {
	return q.list(ctx, lineID, func(s *bun.SelectQuery) *bun.SelectQuery { return s.Where("r.until > ?", now).Where(runs) })
}

func (q Renewals) list(ctx context.Context, lineID string, narrow func(*bun.SelectQuery) *bun.SelectQuery) (found []renewal.Item, err error) {
	var rows []row
	err = q.DB.NewSelect().Model(&rows).Apply(tx.AllColumns).
		ColumnExpr("coalesce(s.name_en, b.name_en) AS name_en, coalesce(s.name_ar, b.name_ar) AS name_ar").
		Join("LEFT JOIN services AS s ON s.id = r.service_id").Join("LEFT JOIN bundles AS b ON b.id = r.bundle_id").
		Where("r.line_id = ?", lineID).Order("r.until", "r.purchase_id", "r.item").Apply(narrow).Scan(ctx)
	if err != nil {
		return nil, wrap("list renewals", err)
	}
	found = make([]renewal.Item, len(rows))
	for n, r := range rows {
		if found[n], err = r.item(); err != nil {
			return nil, wrap("list renewals", err)
		}
	}
	return found, nil
}

// Next returns the next end of an item's cycle; zero without one.
func (q Renewals) Next(ctx context.Context, lineID string) (time.Time, error) {
	var next bun.NullTime
	err := q.DB.NewSelect().Model((*row)(nil)).ColumnExpr("min(until)").Where("line_id = ?", lineID).Where("ended_at IS NULL").Scan(ctx, &next)
	if err != nil || next.IsZero() {
		return time.Time{}, wrap("find next renewal", err)
	}
	return next.UTC(), nil
}

// Choose turns the renewal of an item off, or on again; false for an item that the line does not have any more.
func (q Renewals) Choose(ctx context.Context, lineID, id string, renews bool, now time.Time) (known bool, err error) {
	changed, err := tx.Changed(q.DB.NewUpdate().Model((*row)(nil)).Set("renews = ?", renews).
		Where("r.id = ?", id).Where("r.line_id = ?", lineID).Where("r.until > ?", now).Where(runs).Exec(ctx))
	return changed > 0, wrap("choose renewal", err)
}

// Standing tells whether a line still has an item, and whether it is sold with renewal. A service that was left is not held. A
// bundle that a line can have only once is not held when the line has bought it again for the next cycle.
func (q Renewals) Standing(ctx context.Context, i renewal.Item, from, until, now time.Time) (held, sold bool, err error) {
	if i.ServiceID != "" {
		err = q.DB.NewSelect().TableExpr("line_services AS l").ColumnExpr("l.state = 'active'").ColumnExpr("s.renews AND s.on_sale").
			Join("JOIN services AS s ON s.id = l.service_id").Where("l.id = ?", i.PurchaseID).For("UPDATE OF l").Scan(ctx, &held, &sold)
		return held, sold, wrap("look at renewal", err)
	}
	other := q.DB.NewSelect().TableExpr("line_bundles AS l").ColumnExpr("1").Where("l.line_id = ?", i.LineID).Where("l.bundle_id = b.id").
		Where("l.single").Where("l.purchase_id <> ? OR l.item <> ?", i.PurchaseID, i.Number).
		Where("tstzrange(l.valid_from, l.valid_until) && tstzrange(?, ?)", from, until)
	err = q.DB.NewSelect().TableExpr("bundles AS b").ColumnExpr("NOT EXISTS (?)", other).
		ColumnExpr("b.renews AND b.starts_at <= ?0 AND coalesce(b.ends_at > ?0, true)", now).Where("b.id = ?", i.BundleID).Scan(ctx, &held, &sold)
	return held, sold, wrap("look at renewal", err)
}

// Renew moves an item, and its service or bundle of the line, into the next cycle.
func (q Renewals) Renew(ctx context.Context, i renewal.Item, until time.Time) error {
	held := q.DB.NewUpdate().Table("line_services").Set("until = ?", until).Where("id = ?", i.PurchaseID).Where("state = 'active'")
	if i.BundleID != "" {
		held = q.DB.NewUpdate().Table("line_bundles").Set("valid_until = ?", until).Where("purchase_id = ?", i.PurchaseID).Where("item = ?", i.Number)
	}
	if _, err := held.Exec(ctx); err != nil {
		return wrap("renew", err)
	}
	_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("until = ?", until).Set("cycle = ?", i.Cycle+1).
		Where("purchase_id = ?", i.PurchaseID).Where("item = ?", i.Number).Exec(ctx)
	return wrap("renew", err)
}

// End ends the renewal of an item.
func (q Renewals) End(ctx context.Context, id string, now time.Time) error {
	_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("ended_at = ?", now).Set("renews = false").Where("id = ?", id).Where("ended_at IS NULL").Exec(ctx)
	return wrap("end renewal", err)
}

// EndAll ends all renewals of a line.
func (q Renewals) EndAll(ctx context.Context, lineID string, now time.Time) error {
	_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("ended_at = ?", now).Set("renews = false").
		Where("line_id = ?", lineID).Where("ended_at IS NULL").Exec(ctx)
	return wrap("end renewals", err)
}

func wrap(operation string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", operation, err)
	}
	return nil
}
