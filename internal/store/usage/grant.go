package usage

import (
	"context"
	"time"

	"github.com/uptrace/bun"

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
func Add(ctx context.Context, db bun.IDB, b Bucket, now time.Time) ([]News, error) {
	if err := lock(ctx, db, b.LineID); err != nil {
		return nil, wrap("add bucket", err)
	}
	row := bucketRow{
		LineID: b.LineID, Type: b.Type, Unit: b.Unit, Total: b.Total, From: b.From, Until: b.Until, Position: b.Position, Cycle: b.Cycle,
		PurchaseID: b.PurchaseID, PurchaseItem: b.Item, PurchaseCycle: b.Renewal + 1,
	}
	var added []bucketRow
	err := db.NewInsert().Model(&row).On("CONFLICT DO NOTHING").Returning("line_id, type, valid_from").Scan(ctx, &added)
	if err != nil {
		return nil, wrap("add bucket", err)
	}
	news, err := recount(ctx, db, spansOf(added), nil, now)
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

// AddPlans gives lines all buckets of their cycles at once; it skips types that a cycle has already. Usage since their start is
// recounted, unless they have not begun.
func AddPlans(ctx context.Context, db bun.IDB, plans []Contents, now time.Time) ([]News, error) {
	var rows, added, begun []bucketRow
	lineIDs := make([]string, len(plans))
	for i, c := range plans {
		lineIDs[i] = c.LineID
		for n, item := range c.Items {
			rows = append(rows, bucketRow{
				LineID: c.LineID, Type: item.Type, Unit: item.Unit, Total: item.Total, From: c.From, Until: c.Until, Position: n, Cycle: &c.Cycle, PurchaseCycle: 1,
			})
		}
	}
	if err := lock(ctx, db, lineIDs...); err != nil || len(rows) == 0 {
		return nil, wrap("add buckets of a plan", err)
	}
	err := db.NewInsert().Model(&rows).On("CONFLICT DO NOTHING").Returning("line_id, type, valid_from").Scan(ctx, &added)
	if err != nil {
		return nil, wrap("add buckets of a plan", err)
	}
	for _, b := range added {
		if !b.From.After(now) {
			begun = append(begun, b)
		}
	}
	if len(begun) == 0 {
		return nil, nil
	}
	news, err := recount(ctx, db, spansOf(begun), nil, now)
	return news, wrap("add buckets of a plan", err)
}

// EndAt ends the buckets of a cycle at a moment; it does not extend a bucket that ends earlier. Later usage is taken from other
// buckets.
func EndAt(ctx context.Context, db bun.IDB, lineID string, cycle int, at, now time.Time) ([]News, error) {
	if err := lock(ctx, db, lineID); err != nil {
		return nil, wrap("end buckets", err)
	}
	at = moment(at)
	var ended []struct {
		bucketRow
		Lasted *time.Time
	}
	before := db.NewSelect().Table("line_allowances").Column("id", "valid_until").Where("line_id = ?", lineID).Where("cycle = ?", cycle)
	err := db.NewUpdate().Model((*bucketRow)(nil)).TableExpr("(?) AS before", before).
		Set("valid_until = greatest(?, a.valid_from)", at).Set("updated_at = now()").Where("a.id = before.id").
		Where("before.valid_until IS NULL OR before.valid_until > greatest(?, a.valid_from)", at).
		Returning("a.type, a.valid_from, before.valid_until AS lasted").Scan(ctx, &ended)
	if err != nil {
		return nil, wrap("end buckets", err)
	}
	changed := map[key]span{}
	for _, b := range ended { // a bucket that ends sooner is used sooner, from its start on
		k := key{lineID, allowance.Family(b.Type)}
		changed[k] = changed[k].with(span{b.From, endOr(b.Lasted)})
	}
	news, err := recount(ctx, db, changed, nil, now)
	return news, wrap("end buckets", err)
}

// endOr returns an end, or a moment after everything.
func endOr(end *time.Time) time.Time {
	if end == nil {
		return usage.Distant
	}
	return *end
}
