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
)

// Renewals stores the renewing services and bundles of lines.
type Renewals struct{ DB bun.IDB }

type row struct {
	ID         string           `bun:"id"`
	PurchaseID string           `bun:"purchase_id"`
	Number     int              `bun:"item"`
	LineID     string           `bun:"line_id"`
	ServiceID  string           `bun:"service_id,nullzero"`
	BundleID   string           `bun:"bundle_id,nullzero"`
	NameEn     string           `bun:"name_en"`
	NameAr     string           `bun:"name_ar"`
	Price      contract.Halalas `bun:"price"`
	Cost       contract.Halalas `bun:"cost"`
	Billed     bool             `bun:"billed"`
	Days       int              `bun:"days"`
	Gives      json.RawMessage  `bun:"gives"`
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

const columns = `
	r.id, r.purchase_id, r.item, r.line_id, r.service_id, r.bundle_id, coalesce(s.name_en, b.name_en) AS name_en, coalesce(s.name_ar, b.name_ar) AS name_ar,
	r.price, r.cost, r.billed, r.days, r.gives, r.cycle, r.until, r.renews
	FROM line_renewals AS r LEFT JOIN services AS s ON s.id = r.service_id LEFT JOIN bundles AS b ON b.id = r.bundle_id`

// runs omits items that have ended or were left.
const runs = ` r.ended_at IS NULL AND (r.service_id IS NULL OR EXISTS (SELECT FROM line_services AS l WHERE l.id = r.purchase_id AND l.state = 'active'))`

// Begin inserts a renewing item of a line, once.
func (q Renewals) Begin(ctx context.Context, i renewal.Item) error {
	gives, err := json.Marshal(i.Gives)
	if err != nil {
		return wrap("begin renewal", err)
	}
	if i.Gives == nil {
		gives = []byte("[]")
	}
	_, err = q.DB.NewRaw(`
		INSERT INTO line_renewals (purchase_id, item, line_id, service_id, bundle_id, price, cost, billed, days, gives, until)
		VALUES (?, ?, ?, nullif(?, ''), nullif(?, ''), ?, ?, ?, ?, ?::jsonb, ?) ON CONFLICT (purchase_id, item) DO NOTHING`,
		i.PurchaseID, i.Number, i.LineID, i.ServiceID, i.BundleID, int64(i.Price), int64(i.Cost), i.Billed, i.Days, string(gives), i.Until).Exec(ctx)
	return wrap("begin renewal", err)
}

// Due returns the items of a line whose cycle has ended, the earliest first, and locks them until the end of the transaction.
func (q Renewals) Due(ctx context.Context, lineID string, now time.Time) ([]renewal.Item, error) {
	return q.list(ctx, " WHERE r.line_id = ? AND r.ended_at IS NULL AND r.until <= ? ORDER BY r.until, r.purchase_id, r.item FOR UPDATE OF r", lineID, now)
}

// OfLine returns the running items of a line, the next one to end first.
func (q Renewals) OfLine(ctx context.Context, lineID string, now time.Time) ([]renewal.Item, error) {
	return q.list(ctx, " WHERE r.line_id = ? AND r.until > ? AND"+runs+" ORDER BY r.until, r.purchase_id, r.item", lineID, now)
}

func (q Renewals) list(ctx context.Context, where string, args ...any) (found []renewal.Item, err error) {
	var rows []row
	if err := q.DB.NewRaw("SELECT"+columns+where, args...).Scan(ctx, &rows); err != nil {
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
	err := q.DB.NewRaw("SELECT min(until) FROM line_renewals WHERE line_id = ? AND ended_at IS NULL", lineID).Scan(ctx, &next)
	if err != nil || next.IsZero() {
		return time.Time{}, wrap("find next renewal", err)
	}
	return next.UTC(), nil
}

// Choose turns the renewal of an item off, or on again; false for an item that the line does not have any more.
func (q Renewals) Choose(ctx context.Context, lineID, id string, renews bool, now time.Time) (known bool, err error) {
	result, err := q.DB.NewRaw("UPDATE line_renewals AS r SET renews = ?2 WHERE r.id = ?0 AND r.line_id = ?1 AND r.until > ?3 AND"+runs,
		id, lineID, renews, now).Exec(ctx)
	if err != nil {
		return false, wrap("choose renewal", err)
	}
	changed, err := result.RowsAffected()
	return changed > 0, wrap("choose renewal", err)
}

// Standing tells whether a line still has an item, and whether it is sold with renewal. A service that was left is not held. A
// bundle that a line can have only once is not held when the line has bought it again for the next cycle.
func (q Renewals) Standing(ctx context.Context, i renewal.Item, from, until, now time.Time) (held, sold bool, err error) {
	if i.ServiceID != "" {
		err = q.DB.NewRaw(`
			SELECT l.state = 'active', s.renews AND s.on_sale FROM line_services AS l JOIN services AS s ON s.id = l.service_id
			WHERE l.id = ? FOR UPDATE OF l`, i.PurchaseID).Scan(ctx, &held, &sold)
		return held, sold, wrap("look at renewal", err)
	}
	err = q.DB.NewRaw(`
		SELECT NOT EXISTS (
		    SELECT FROM line_bundles AS l WHERE l.line_id = ?0 AND l.bundle_id = b.id AND l.single AND (l.purchase_id <> ?2 OR l.item <> ?3)
		    AND tstzrange(l.valid_from, l.valid_until) && tstzrange(?4, ?5)
		), b.renews AND b.starts_at <= ?6 AND coalesce(b.ends_at > ?6, true) FROM bundles AS b WHERE b.id = ?1`,
		i.LineID, i.BundleID, i.PurchaseID, i.Number, from, until, now).Scan(ctx, &held, &sold)
	return held, sold, wrap("look at renewal", err)
}

// Renew moves an item, and its service or bundle of the line, into the next cycle.
func (q Renewals) Renew(ctx context.Context, i renewal.Item, until time.Time) error {
	held := "UPDATE line_services SET until = ?0 WHERE id = ?1 AND state = 'active'"
	if i.BundleID != "" {
		held = "UPDATE line_bundles SET valid_until = ?0 WHERE purchase_id = ?1 AND item = ?2"
	}
	for _, statement := range []string{held, "UPDATE line_renewals SET until = ?0, cycle = ?3 WHERE purchase_id = ?1 AND item = ?2"} {
		if _, err := q.DB.NewRaw(statement, until, i.PurchaseID, i.Number, i.Cycle+1).Exec(ctx); err != nil {
			return wrap("renew", err)
		}
	}
	return nil
}

// End ends the renewal of an item.
func (q Renewals) End(ctx context.Context, id string, now time.Time) error {
	_, err := q.DB.NewRaw("UPDATE line_renewals SET ended_at = ?1, renews = false WHERE id = ?0 AND ended_at IS NULL", id, now).Exec(ctx)
	return wrap("end renewal", err)
}

// EndAll ends all renewals of a line.
func (q Renewals) EndAll(ctx context.Context, lineID string, now time.Time) error {
	_, err := q.DB.NewRaw("UPDATE line_renewals SET ended_at = ?1, renews = false WHERE line_id = ?0 AND ended_at IS NULL", lineID, now).Exec(ctx)
	return wrap("end renewals", err)
}

func wrap(operation string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", operation, err)
	}
	return nil
}
