package usage

import (
	"context"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
)

// difference is the change of the rows by another assignment.
type difference struct {
	moved     map[string]int64 // by bucket: change of the covered amount
	cleared   []string         // events whose parts are rewritten
	uncovered columnsOfEvents
	parts     []partRow
}

type columnsOfEvents struct {
	ids     []string
	amounts []int64
}

type partRow struct {
	bun.BaseModel `bun:"table:usage_parts,alias:p"`

	EventID     string
	AllowanceID string
	Amount      int64
}

// add compares the stored assignment with the correct one.
func (d *difference) add(were map[string]*counted, are []usage.Taken) {
	if d.moved == nil {
		d.moved = map[string]int64{}
	}
	for _, is := range are {
		was := were[is.EventID]
		if was.uncovered != is.Uncovered {
			d.uncovered.ids = append(d.uncovered.ids, is.EventID)
			d.uncovered.amounts = append(d.uncovered.amounts, is.Uncovered)
		}
		if !sameParts(was.parts, is.Parts) {
			d.replace(was, is)
		}
	}
}

func sameParts(were map[string]int64, are []usage.Part) bool {
	for _, p := range are {
		if were[p.BucketID] != p.Amount {
			return false
		}
	}
	return len(were) == len(are)
}

func (d *difference) replace(was *counted, is usage.Taken) {
	if len(was.parts) > 0 {
		d.cleared = append(d.cleared, is.EventID)
	}
	for bucket, amount := range was.parts {
		d.moved[bucket] -= amount
	}
	for _, p := range is.Parts {
		d.moved[p.BucketID] += p.Amount
		d.parts = append(d.parts, partRow{EventID: is.EventID, AllowanceID: p.BucketID, Amount: p.Amount})
	}
}

// after returns the buckets after the change.
func (d *difference) after(buckets []allowance.Bucket) []allowance.Bucket {
	for i := range buckets {
		buckets[i].Used += d.moved[buckets[i].ID]
	}
	return buckets
}

// write subtracts before it adds, so that no bucket is ever overdrawn in between.
func (d *difference) write(ctx context.Context, db bun.IDB) error {
	if len(d.cleared) > 0 {
		if _, err := db.NewDelete().Model((*partRow)(nil)).Where("event_id = ANY (?)", pgdialect.Array(d.cleared)).Exec(ctx); err != nil {
			return err
		}
	}
	if len(d.parts) > 0 {
		if _, err := db.NewInsert().Model(&d.parts).Exec(ctx); err != nil {
			return err
		}
	}
	if len(d.uncovered.ids) == 0 {
		return nil
	}
	_, err := db.NewUpdate().Model((*eventRow)(nil)).
		TableExpr("unnest(?::text[], ?::bigint[]) AS n (id, amount)", pgdialect.Array(d.uncovered.ids), pgdialect.Array(d.uncovered.amounts)).
		Set("uncovered = n.amount").Where("e.event_id = n.id").Exec(ctx)
	return err
}
