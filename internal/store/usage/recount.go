package usage

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
)

// span is the time of a change, its end excluded.
type span struct{ from, reach time.Time }

// with returns the span that covers both spans.
func (s span) with(other span) span {
	if s == (span{}) {
		return other
	}
	if other.from.Before(s.from) {
		s.from = other.from
	}
	if other.reach.After(s.reach) {
		s.reach = other.reach
	}
	return s
}

// recount takes the usage in the spans, and after them as far as it makes a difference, from the buckets again, together with the
// rows of new events, which it adds. The lines are locked, so the result depends on events and buckets alone.
func recount(ctx context.Context, db bun.IDB, spans map[key]span, added map[key][]eventRow, now time.Time) ([]News, error) {
	if len(spans) == 0 {
		return nil, nil
	}
	buckets, err := bucketsOf(ctx, db, spans)
	if err != nil {
		return nil, err
	}
	settled := maps.Clone(spans)
	for k, s := range spans {
		settled[k] = span{s.from, usage.Settled(buckets[k], s.from, s.reach)}
	}
	events, err := eventsOf(ctx, db, settled)
	if err != nil {
		return nil, err
	}
	var changed difference
	var news []News
	for _, k := range slices.SortedFunc(maps.Keys(spans), compareKeys) {
		for _, row := range added[k] {
			keep(events, k, &counted{row: row, isNew: true})
		}
		if err := changed.add(events[k], usage.Assign(unused(buckets[k], events[k]), eventsIn(events[k]))); err != nil {
			return nil, err
		}
		news = append(news, newsOf(k.lineID, changed.after(buckets[k]), now)...)
	}
	return news, changed.write(ctx, db, news)
}

// bucketsOf reads the buckets that are valid in a span or later.
func bucketsOf(ctx context.Context, db bun.IDB, spans map[key]span) (map[key][]allowance.Bucket, error) {
	var lines, types []string
	var since []time.Time
	for k, s := range spans {
		for _, t := range allowance.Members(k.family) {
			lines, types, since = append(lines, k.lineID), append(types, string(t)), append(since, s.from)
		}
	}
	var rows []struct {
		LineID string
		allowance.Bucket
	}
	err := db.NewSelect().TableExpr("unnest(?::text[], ?::text[], ?::timestamptz[]) AS s (line, type, since)",
		pgdialect.Array(lines), pgdialect.Array(types), pgdialect.Array(since)).
		Join("JOIN line_allowances AS a ON a.line_id = s.line::uuid AND a.type = s.type AND (a.valid_until IS NULL OR a.valid_until >= s.since)").
		Column("a.line_id", "a.id", "a.type", "a.total", "a.used", "a.told").ColumnExpr("a.valid_from AS from").
		ColumnExpr("a.valid_until AS until").ColumnExpr("a.purchase_id IS NOT NULL AS bought").Scan(ctx, &rows)
	buckets := map[key][]allowance.Bucket{}
	for _, row := range rows {
		k := key{row.LineID, allowance.Family(row.Type)}
		buckets[k] = append(buckets[k], row.Bucket)
	}
	return buckets, err
}

// counted is an event with its stored assignment; a new event has none.
type counted struct {
	row   eventRow
	parts map[string]int64 // by bucket
	isNew bool
}

func keep(events map[key]map[string]*counted, k key, c *counted) {
	if events[k] == nil {
		events[k] = map[string]*counted{}
	}
	events[k][c.row.EventID] = c
}

// unused returns the buckets without the usage of the events.
func unused(buckets []allowance.Bucket, events map[string]*counted) []allowance.Bucket {
	given := map[string]int64{}
	for _, c := range events {
		for bucket, amount := range c.parts {
			given[bucket] += amount
		}
	}
	before := slices.Clone(buckets)
	for i := range before {
		before[i].Used -= given[before[i].ID]
	}
	return before
}

func eventsIn(events map[string]*counted) []usage.Event {
	all := make([]usage.Event, 0, len(events))
	for _, c := range events {
		all = append(all, c.row.event())
	}
	return all
}

// newsOf returns the buckets whose level customers must be told.
func newsOf(lineID string, buckets []allowance.Bucket, now time.Time) (news []News) {
	for _, b := range buckets {
		if b.News(now) {
			news = append(news, News{lineID, b})
		}
	}
	return news
}
