package usage

import (
	"context"
	"database/sql"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
)

// write inserts the new events, without taking them from buckets yet, and locks their lines.
func (b *batch) write(ctx context.Context) error {
	var lineIDs []string
	var row columns
	for i, e := range b.events {
		if b.lines[i] != "" {
			lineIDs = append(lineIDs, b.lines[i])
			row.add(b.lines[i], e)
		}
	}
	if err := b.lock(ctx, lineIDs); err != nil {
		return err
	}
	var fresh []string
	// Raw: it changes two tables at once.
	err := b.db.NewRaw(`
		WITH fresh AS (
		    INSERT INTO usage_events (event_id, line_id, type, unit, amount, uncovered, charged, used_at)
		    SELECT id, line::uuid, type, unit, amount, amount, charged, used_at
		    FROM unnest(?0::text[], ?1::text[], ?2::text[], ?3::text[], ?4::bigint[], ?5::bigint[], ?6::timestamptz[])
		        AS e (id, line, type, unit, amount, charged, used_at)
		    ON CONFLICT (event_id) DO NOTHING RETURNING event_id, line_id, type, amount, charged, used_at
		), shown AS (
		    INSERT INTO usage_details (line_id, kind, used_at, event_id, type, amount, charged, party)
		    SELECT f.line_id, e.kind, f.used_at, f.event_id, f.type, f.amount, f.charged, nullif(e.party, '')
		    FROM fresh AS f JOIN unnest(?0::text[], ?7::text[], ?8::text[]) AS e (id, kind, party) ON e.id = f.event_id
		    ON CONFLICT DO NOTHING
		)
		SELECT event_id FROM fresh`,
		pgdialect.Array(row.ids), pgdialect.Array(row.lines), pgdialect.Array(row.types), pgdialect.Array(row.units),
		pgdialect.Array(row.amounts), pgdialect.Array(row.charges), pgdialect.Array(row.moments),
		pgdialect.Array(row.kinds), pgdialect.Array(row.parties)).Scan(ctx, &fresh)
	b.fresh = map[string]bool{}
	for _, id := range fresh {
		b.fresh[id] = true
	}
	return err
}

// eventsOf reads the events of spans with their parts. OFFSET 0 makes Postgres look each span up by the index: it cannot know how
// short a span is, and would read the whole table for an expected long one.
func eventsOf(ctx context.Context, db bun.IDB, spans map[key]span) (map[key]map[string]*counted, error) {
	lines, types, since, until := rowsOf(spans)
	var rows []struct {
		eventRow
		Uncovered int64
		Bucket    sql.NullString
		Part      sql.NullInt64
	}
	// Raw: it joins a list with lateral selections.
	err := db.NewRaw(`
		SELECT e.line_id, e.event_id, e.type, e.amount, e.used_at, e.uncovered, p.allowance_id AS bucket, p.amount AS part
		FROM unnest(?::text[], ?::text[], ?::timestamptz[], ?::timestamptz[]) AS s (line, type, since, until)
		CROSS JOIN LATERAL (SELECT * FROM usage_events WHERE line_id = s.line::uuid AND type = s.type
		    AND used_at >= s.since AND used_at < s.until OFFSET 0) AS e
		LEFT JOIN LATERAL (SELECT * FROM usage_parts WHERE event_id = e.event_id OFFSET 0) AS p ON true`,
		pgdialect.Array(lines), pgdialect.Array(types), pgdialect.Array(since), pgdialect.Array(until)).Scan(ctx, &rows)
	events := map[key]map[string]*counted{}
	for _, r := range rows {
		c := counted{event: usage.Event{ID: r.EventID, Type: r.Type, Amount: r.Amount, UsedAt: r.UsedAt}, uncovered: r.Uncovered}
		keep(events, key{r.LineID, allowance.Family(r.Type)}, c, r.Bucket, r.Part)
	}
	return events, err
}
