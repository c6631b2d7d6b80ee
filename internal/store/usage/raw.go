package usage

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/usage"
)

// claimIDs stores the ids that no event of the last months has, and returns them. An id is looked up in all months in which its
// event may have come.
func (b *batch) claimIDs(ctx context.Context, ids []string, months []time.Time) (claimed []string, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	// Raw: it inserts a list without the rows that are known.
	err = b.DB.NewRaw(`
		INSERT INTO usage_ids (id, month) SELECT e.id, e.month FROM unnest(?0::uuid[], ?1::timestamptz[]) AS e (id, month)
		WHERE NOT EXISTS (SELECT FROM usage_ids AS known WHERE known.id = e.id AND known.month >= ?2)
		ON CONFLICT DO NOTHING RETURNING id`,
		pgdialect.Array(ids), pgdialect.Array(months), monthOf(time.Now().Add(-usage.Oldest))).Scan(ctx, &claimed)
	return claimed, err
}

// readStored tells which events of the batch are stored with the same figures.
func (b *batch) readStored(ctx context.Context, places []int) (map[int]bool, error) {
	var lines, kinds, ids []string
	var moments []time.Time
	for _, i := range places {
		e := b.events[i]
		lines, kinds = append(lines, b.lines[i]), append(kinds, string(usage.KindOf(e.Unit)))
		moments, ids = append(moments, e.UsedAt), append(ids, e.ID)
	}
	var rows []struct {
		Place int64
		eventRow
	}
	from, until := boundsOf(moments, moments)
	// Raw: it joins a list with lateral selections.
	err := b.DB.NewRaw(`
		SELECT s.place, e.type, e.amount, coalesce(e.charged, 0) AS charged
		FROM unnest(?::uuid[], ?::"char"[], ?::timestamptz[], ?::text[]) WITH ORDINALITY AS s (line, kind, at, id, place)
		CROSS JOIN LATERAL (SELECT * FROM usage_events WHERE line_id = s.line AND kind = s.kind AND used_at = s.at AND event_id = s.id
		    AND used_at >= ? AND used_at <= ? OFFSET 0) AS e`,
		pgdialect.Array(lines), pgdialect.Array(kinds), pgdialect.Array(moments), pgdialect.Array(ids), from, until).Scan(ctx, &rows)
	stored := map[int]bool{}
	for _, r := range rows {
		i := places[r.Place-1]
		e := b.events[i]
		stored[i] = r.Type == e.Type && r.Amount == e.Amount && r.Charged == e.Charged
	}
	return stored, err
}

// eventsOf reads the events of spans with their parts. OFFSET 0 makes Postgres look each span up by the index: it cannot know how
// short a span is, and would read the whole table for an expected long one. The bounds of all spans spare it the days without one.
func eventsOf(ctx context.Context, db bun.IDB, spans map[key]span) (map[key]map[string]*counted, error) {
	var lines, kinds []string
	var since, until []time.Time
	for k, s := range spans {
		unit, _ := allowance.UnitOf(k.family)
		lines, kinds = append(lines, k.lineID), append(kinds, string(usage.KindOf(unit)))
		since, until = append(since, s.from), append(until, s.reach)
	}
	var rows []eventRow
	from, last := boundsOf(since, until)
	// Raw: it joins a list with lateral selections.
	err := db.NewRaw(`
		SELECT e.used_at, e.line_id, e.kind, e.type, e.event_id, e.amount, coalesce(e.bucket::text, '') AS bucket, e.parts
		FROM unnest(?::uuid[], ?::"char"[], ?::timestamptz[], ?::timestamptz[]) AS s (line, kind, since, until)
		CROSS JOIN LATERAL (SELECT * FROM usage_events WHERE line_id = s.line AND kind = s.kind AND used_at >= s.since AND used_at < s.until
		    AND used_at >= ? AND used_at <= ? OFFSET 0) AS e`,
		pgdialect.Array(lines), pgdialect.Array(kinds), pgdialect.Array(since), pgdialect.Array(until), from, last).Scan(ctx, &rows)
	events := map[key]map[string]*counted{}
	for _, row := range rows {
		k := key{row.LineID, allowance.Family(row.Type)}
		s, asked := spans[k] // of the same kind, another family may be read
		if !asked || row.UsedAt.Before(s.from) || !row.UsedAt.Before(s.reach) {
			continue
		}
		parts, err := row.partsOf()
		if err != nil {
			return nil, err
		}
		keep(events, k, &counted{row: row, parts: parts})
	}
	return events, err
}

// boundsOf returns the first and the last moment of some times at which there can be usage.
func boundsOf(since, until []time.Time) (from, last time.Time) {
	last = time.Now().Add(2 * usage.Ahead)
	from, reach := last, time.Time{}
	for i := range since {
		from, reach = earliest(from, since[i]), latest(reach, until[i])
	}
	return from, earliest(last, reach)
}

// cover writes the parts of stored events anew, one partition in each statement: with all of them in one, Postgres would rather read
// a partition in full than look for each event in all of them.
func cover(ctx context.Context, db bun.IDB, changed []eventRow) error {
	byDay := map[string][]eventRow{}
	for _, r := range changed {
		day := calendar.Date(r.UsedAt)
		byDay[day] = append(byDay[day], r)
	}
	for _, day := range slices.Sorted(maps.Keys(byDay)) { // in one order, so that two batches do not lock each other
		if err := coverDay(ctx, db, byDay[day]); err != nil {
			return err
		}
	}
	return nil
}

func coverDay(ctx context.Context, db bun.IDB, changed []eventRow) error {
	var lines, kinds, ids, buckets, parts []string
	var moments []time.Time
	for _, r := range changed {
		lines, kinds, ids = append(lines, r.LineID), append(kinds, r.Kind), append(ids, r.EventID)
		buckets, parts, moments = append(buckets, r.Bucket), append(parts, string(r.Parts)), append(moments, r.UsedAt)
	}
	from, until := boundsOf(moments, moments)
	// Raw: it joins a list, and bounds the days.
	_, err := db.NewRaw(`
		UPDATE usage_events AS e SET bucket = nullif(n.bucket, '')::uuid, parts = nullif(n.parts, '')::jsonb
		FROM unnest(?::uuid[], ?::"char"[], ?::timestamptz[], ?::text[], ?::text[], ?::text[]) AS n (line, kind, at, id, bucket, parts)
		WHERE e.line_id = n.line AND e.kind = n.kind AND e.used_at = n.at AND e.event_id = n.id AND e.used_at >= ? AND e.used_at <= ?`,
		pgdialect.Array(lines), pgdialect.Array(kinds), pgdialect.Array(moments), pgdialect.Array(ids), pgdialect.Array(buckets), pgdialect.Array(parts),
		from, until).Exec(ctx)
	return err
}

// moveUsed changes what is used of buckets, all of them at once, and notes the level that a customer was told about.
func moveUsed(ctx context.Context, db bun.IDB, buckets []string, moved, told map[string]int64) error {
	if len(buckets) == 0 {
		return nil
	}
	amounts, levels := make([]int64, len(buckets)), make([]int64, len(buckets))
	for i, id := range buckets {
		amounts[i], levels[i] = moved[id], told[id]
	}
	// Raw: it joins a list.
	_, err := db.NewRaw(`
		UPDATE line_allowances AS a SET used = a.used + n.amount, told = greatest(a.told, n.level), updated_at = now()
		FROM unnest(?::uuid[], ?::bigint[], ?::bigint[]) AS n (id, amount, level) WHERE a.id = n.id AND (n.amount <> 0 OR n.level > a.told)`,
		pgdialect.Array(buckets), pgdialect.Array(amounts), pgdialect.Array(levels)).Exec(ctx)
	return err
}
