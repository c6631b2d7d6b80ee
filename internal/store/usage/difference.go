package usage

import (
	"context"

	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
)

// difference is the change of the rows by another assignment.
type difference struct {
	moved     map[string]int64 // by bucket: change of the covered amount
	cleared   []string         // events whose parts are rewritten
	uncovered columnsOfEvents
	parts     columnsOfParts
}

type columnsOfEvents struct {
	ids     []string
	amounts []int64
}

type columnsOfParts struct {
	events, buckets []string
	amounts         []int64
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
		d.parts.events, d.parts.buckets = append(d.parts.events, is.EventID), append(d.parts.buckets, p.BucketID)
		d.parts.amounts = append(d.parts.amounts, p.Amount)
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
func (d *difference) write(ctx context.Context, db DB) error {
	if len(d.cleared) > 0 {
		if _, err := db.Exec(ctx, "DELETE FROM usage_parts WHERE event_id = ANY($1)", d.cleared); err != nil {
			return err
		}
	}
	if len(d.parts.events) > 0 {
		_, err := db.Exec(ctx, `
			INSERT INTO usage_parts (event_id, allowance_id, amount)
			SELECT event, bucket::uuid, amount FROM unnest($1::text[], $2::text[], $3::bigint[]) AS p (event, bucket, amount)`,
			d.parts.events, d.parts.buckets, d.parts.amounts)
		if err != nil {
			return err
		}
	}
	if len(d.uncovered.ids) == 0 {
		return nil
	}
	_, err := db.Exec(ctx, `
		UPDATE usage_events AS e SET uncovered = n.amount FROM unnest($1::text[], $2::bigint[]) AS n (id, amount) WHERE e.event_id = n.id`,
		d.uncovered.ids, d.uncovered.amounts)
	return err
}
