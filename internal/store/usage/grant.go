package usage

import (
	"context"
	"database/sql"
	"time"

	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
)

// Bucket is a bucket for a line.
type Bucket struct {
	LineID     string
	Type       allowance.Type
	Unit       allowance.Unit
	Total      *int64 // nil is unlimited
	From       time.Time
	Until      *time.Time // nil has no end
	Position   int        // of the type, in the list of a line's buckets
	Cycle      *int       // of the subscription, for a bucket of a plan
	PurchaseID *string    // for a bought bucket
	Item       int        // of the purchase
	Renewal    int        // renewals of the purchase since
}

// Add gives a line a bucket, once: the same type of the same cycle, or the same purchase, changes nothing. Usage since its start
// is recounted.
func Add(ctx context.Context, db DB, b Bucket, now time.Time) ([]News, error) {
	if err := lock(ctx, db, []string{b.LineID}); err != nil {
		return nil, wrap("add bucket", err)
	}
	changed := map[key]span{}
	err := readRows(ctx, db, func(rows *sql.Rows) error {
		var from time.Time
		err := rows.Scan(&from)
		changed[key{b.LineID, allowance.Family(b.Type)}] = span{from, from.Add(time.Microsecond)}
		return err
	}, `
		INSERT INTO line_allowances (line_id, type, unit, total, valid_from, valid_until, position, cycle, purchase_id, purchase_item, purchase_cycle)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING RETURNING valid_from`,
		b.LineID, string(b.Type), string(b.Unit), b.Total, b.From, b.Until, b.Position, b.Cycle, b.PurchaseID, b.Item, b.Renewal+1)
	if err != nil {
		return nil, wrap("add bucket", err)
	}
	news, err := recount(ctx, db, changed, now)
	return news, wrap("add bucket", err)
}

// Contents are the buckets of a plan for one cycle of a line.
type Contents struct {
	LineID string
	Cycle  int
	From   time.Time
	Until  *time.Time // nil has no end
	Items  []Content
}

// Content is the allowance of a plan of one type.
type Content struct {
	Type  allowance.Type
	Unit  allowance.Unit
	Total *int64 // nil is unlimited
}

// AddPlan gives a line all buckets of a cycle at once; it skips types that the cycle has already. Usage since their start is
// recounted, unless they have not begun.
func AddPlan(ctx context.Context, db DB, c Contents, now time.Time) ([]News, error) {
	if err := lock(ctx, db, []string{c.LineID}); err != nil {
		return nil, wrap("add buckets of a plan", err)
	}
	var types, units []string
	var totals []*int64
	for _, item := range c.Items {
		types, units, totals = append(types, string(item.Type)), append(units, string(item.Unit)), append(totals, item.Total)
	}
	changed := map[key]span{}
	err := readRows(ctx, db, func(rows *sql.Rows) error {
		var t allowance.Type
		var from time.Time
		err := rows.Scan(&t, &from)
		changed[key{c.LineID, allowance.Family(t)}] = span{from, from.Add(time.Microsecond)}
		return err
	}, `
		INSERT INTO line_allowances (line_id, cycle, valid_from, valid_until, type, unit, total, position)
		SELECT $1::uuid, $2::int, $3::timestamptz, $4::timestamptz, u.type, u.unit, u.total, u.n - 1
		FROM unnest($5::text[], $6::text[], $7::bigint[]) WITH ORDINALITY AS u (type, unit, total, n)
		ON CONFLICT DO NOTHING RETURNING type, valid_from`, c.LineID, c.Cycle, c.From, c.Until, types, units, totals)
	if err != nil || c.From.After(now) {
		return nil, wrap("add buckets of a plan", err)
	}
	news, err := recount(ctx, db, changed, now)
	return news, wrap("add buckets of a plan", err)
}

// EndAt ends the buckets of a cycle at a moment; it does not extend a bucket that ends earlier. Later usage is taken from other
// buckets.
func EndAt(ctx context.Context, db DB, lineID string, cycle int, at, now time.Time) ([]News, error) {
	if err := lock(ctx, db, []string{lineID}); err != nil {
		return nil, wrap("end buckets", err)
	}
	at = moment(at)
	changed := map[key]span{}
	err := readRows(ctx, db, func(rows *sql.Rows) error {
		var t allowance.Type
		var from time.Time
		var lasted *time.Time
		err := rows.Scan(&t, &from, &lasted)
		k := key{lineID, allowance.Family(t)}
		changed[k] = changed[k].with(span{from, endOr(lasted)}) // a bucket that ends sooner is used sooner, from its start on
		return err
	}, `
		UPDATE line_allowances AS a SET valid_until = greatest($3, a.valid_from), updated_at = now()
		FROM (SELECT id, valid_until FROM line_allowances WHERE line_id = $1 AND cycle = $2) AS before
		WHERE a.id = before.id AND (before.valid_until IS NULL OR before.valid_until > greatest($3, a.valid_from))
		RETURNING a.type, a.valid_from, before.valid_until`, lineID, cycle, at)
	if err != nil {
		return nil, wrap("end buckets", err)
	}
	news, err := recount(ctx, db, changed, now)
	return news, wrap("end buckets", err)
}

// endOr returns an end, or a moment after everything.
func endOr(end *time.Time) time.Time {
	if end == nil {
		return usage.Distant
	}
	return *end
}
