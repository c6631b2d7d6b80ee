package usage

import (
	"context"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
)

// difference is the change of the rows by another assignment.
type difference struct {
	added   []eventRow
	changed []eventRow
	moved   map[string]int64 // by bucket: change of the covered amount
}

// add compares the stored assignment with the correct one.
func (d *difference) add(were map[string]*counted, are []usage.Taken) error {
	if d.moved == nil {
		d.moved = map[string]int64{}
	}
	for _, is := range are {
		was := were[is.EventID]
		if !was.isNew && hasSameParts(was.parts, is.Parts) {
			continue
		}
		for bucket, amount := range was.parts {
			d.moved[bucket] -= amount
		}
		for _, p := range is.Parts {
			d.moved[p.BucketID] += p.Amount
		}
		if err := was.row.cover(is.Parts); err != nil {
			return err
		}
		if was.isNew {
			d.added = append(d.added, was.row)
		} else {
			d.changed = append(d.changed, was.row)
		}
	}
	return nil
}

func hasSameParts(were map[string]int64, are []usage.Part) bool {
	for _, p := range are {
		if were[p.BucketID] != p.Amount {
			return false
		}
	}
	return len(were) == len(are)
}

// after returns the buckets after the change.
func (d *difference) after(buckets []allowance.Bucket) []allowance.Bucket {
	for i := range buckets {
		buckets[i].Used += d.moved[buckets[i].ID]
	}
	return buckets
}

// write stores the change, and the levels that customers are told now.
func (d *difference) write(ctx context.Context, db bun.IDB, news []News) error {
	if len(d.added) > 0 {
		if _, err := db.NewInsert().Model(&d.added).Exec(ctx); err != nil {
			return err
		}
	}
	if err := cover(ctx, db, d.changed); err != nil {
		return err
	}
	told := map[string]int64{}
	for _, n := range news {
		told[n.Bucket.ID] = int64(n.Bucket.Level())
		d.moved[n.Bucket.ID] += 0 // a bucket is also written if only its level is new
	}
	buckets := slices.Sorted(maps.Keys(d.moved))
	return moveUsed(ctx, db, buckets, d.moved, told)
}
