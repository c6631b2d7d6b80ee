package usage

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
)

// Counted is the result of a batch.
type Counted struct {
	Taken      int                   // counted now
	Known      int                   // counted before, and sent again
	WrittenOff int                   // of those counted now: charged, but without a payer
	Refused    map[int]contract.Code // by index in the batch
	News       []News
	Debits     []usage.Debit // to be charged to balances in the same transaction
}

// Count counts events, each once. The events are valid (usage.Check). It refuses events without a line, and an event whose id
// was counted with other figures. The caller charges the debits to the balances.
func Count(ctx context.Context, db DB, events []usage.Event, now time.Time) (Counted, error) {
	b := batch{db: db, counted: Counted{Refused: map[int]contract.Code{}}, lines: make([]string, len(events))}
	b.events = slices.Clone(events)
	for i := range b.events {
		b.events[i].UsedAt = moment(b.events[i].UsedAt)
	}
	for _, step := range []func(context.Context) error{b.findLines, b.write, b.compare, b.charge} {
		if err := step(ctx); err != nil {
			return b.counted, wrap("count usage", err)
		}
	}
	news, err := recount(ctx, db, b.spans(), now)
	b.counted.News = news
	return b.counted, wrap("count usage", err)
}

// batch is a batch in progress.
type batch struct {
	db      DB
	events  []usage.Event
	lines   []string               // of each event; empty without one
	payers  map[string]usage.Payer // by line
	fresh   map[string]bool        // ids that were not counted before
	counted Counted
}

// findLines finds the line of each event.
func (b *batch) findLines(ctx context.Context) error {
	var numbers []string
	for _, e := range b.events {
		numbers = append(numbers, e.MSISDN)
	}
	services := map[string][]usage.Service{}
	err := readRows(ctx, b.db, func(rows *sql.Rows) error {
		var number string
		var s usage.Service
		err := rows.Scan(&number, &s.LineID, &s.From, &s.Until)
		services[number] = append(services[number], s)
		return err
	}, "SELECT msisdn, id, activated_at, ended_at FROM lines WHERE msisdn = ANY($1)", numbers)
	for i, e := range b.events {
		line, refused := usage.LineAt(services[e.MSISDN], e.UsedAt)
		if b.lines[i] = line; refused != "" {
			b.counted.Refused[i] = refused
		}
	}
	return err
}

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
	b.fresh = map[string]bool{}
	return readRows(ctx, b.db, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		b.fresh[id] = true
		return err
	}, `
		WITH fresh AS (
		    INSERT INTO usage_events (event_id, line_id, type, unit, amount, uncovered, charged, used_at)
		    SELECT id, line::uuid, type, unit, amount, amount, charged, used_at
		    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::timestamptz[])
		        AS e (id, line, type, unit, amount, charged, used_at)
		    ON CONFLICT (event_id) DO NOTHING RETURNING event_id, line_id, type, amount, charged, used_at
		), shown AS (
		    INSERT INTO usage_details (line_id, kind, used_at, event_id, type, amount, charged, party)
		    SELECT f.line_id, e.kind, f.used_at, f.event_id, f.type, f.amount, f.charged, nullif(e.party, '')
		    FROM fresh AS f JOIN unnest($1::text[], $8::text[], $9::text[]) AS e (id, kind, party) ON e.id = f.event_id
		    ON CONFLICT DO NOTHING
		)
		SELECT event_id FROM fresh`,
		row.ids, row.lines, row.types, row.units, row.amounts, row.charges, row.moments, row.kinds, row.parties)
}

// lock locks the lines of the batch, and reads their payers: none of the lines can end before the transaction.
func (b *batch) lock(ctx context.Context, lineIDs []string) error {
	b.payers = map[string]usage.Payer{}
	return readRows(ctx, b.db, func(rows *sql.Rows) error {
		var id, subscription string
		var ended bool
		err := rows.Scan(&id, &subscription, &ended)
		b.payers[id] = usage.PayerOf(subscription, ended)
		return err
	}, "SELECT id, subscription_type, status = 'ended' FROM lines WHERE id = ANY($1::text[]::uuid[]) ORDER BY id FOR NO KEY UPDATE", lineIDs)
}

// columns holds events in the form of a bulk insert.
type columns struct {
	ids, lines, types, units []string
	amounts, charges         []int64
	moments                  []time.Time
	kinds, parties           []string // as shown to customers
}

func (c *columns) add(lineID string, e usage.Event) {
	c.ids, c.lines = append(c.ids, e.ID), append(c.lines, lineID)
	c.types, c.units = append(c.types, string(e.Type)), append(c.units, string(e.Unit))
	c.amounts, c.charges, c.moments = append(c.amounts, e.Amount), append(c.charges, e.Charged), append(c.moments, e.UsedAt)
	c.kinds, c.parties = append(c.kinds, string(usage.KindOf(e.Unit))), append(c.parties, usage.PartyOf(e))
}

// compare compares each event with the stored one of its id: an equal one is known, another one is refused.
func (b *batch) compare(ctx context.Context) error {
	kept, err := b.readKept(ctx)
	seen := map[string]bool{}
	for i, e := range b.events {
		if b.lines[i] == "" {
			continue
		}
		stored := kept[e.ID]
		stored.event.MSISDN, stored.event.Party = e.MSISDN, e.Party // not compared
		stored.event.UsedAt = moment(stored.event.UsedAt)
		switch {
		case stored.lineID != b.lines[i] || stored.event != e:
			b.counted.Refused[i] = contract.FailUsageDiffers
		case b.fresh[e.ID] && !seen[e.ID]:
			b.counted.Taken++
			seen[e.ID] = true
		default:
			b.counted.Known++
		}
	}
	return err
}

type keptEvent struct {
	lineID string
	event  usage.Event
}

func (b *batch) readKept(ctx context.Context) (map[string]keptEvent, error) {
	var ids []string
	for _, e := range b.events {
		ids = append(ids, e.ID)
	}
	kept := map[string]keptEvent{}
	err := readRows(ctx, b.db, func(rows *sql.Rows) error {
		var k keptEvent
		e := &k.event
		err := rows.Scan(&e.ID, &k.lineID, &e.Type, &e.Unit, &e.Amount, &e.Charged, &e.UsedAt)
		kept[e.ID] = k
		return err
	}, "SELECT event_id, line_id, type, unit, amount, charged, used_at FROM usage_events WHERE event_id = ANY($1)", ids)
	return kept, err
}

// charge sets the payer of the new events: a balance that the caller has to debit, or none. A bill collects its own events.
func (b *batch) charge(ctx context.Context) error {
	var charges []usage.Charge
	var writtenOff []string
	seen := map[string]bool{} // an event may be in a batch twice
	for i, e := range b.events {
		if !b.isNew(i) || seen[e.ID] || e.Charged == 0 {
			continue
		}
		seen[e.ID] = true
		switch b.payers[b.lines[i]] {
		case usage.PayerBalance:
			charges = append(charges, usage.Charge{EventID: e.ID, LineID: b.lines[i], Amount: contract.Halalas(e.Charged)})
		case usage.PayerNone:
			writtenOff = append(writtenOff, e.ID)
		case usage.PayerBill:
		}
	}
	b.counted.Debits, b.counted.WrittenOff = usage.Debits(charges), len(writtenOff)
	if len(writtenOff) == 0 {
		return nil
	}
	_, err := b.db.Exec(ctx, "UPDATE usage_events SET written_off = true WHERE event_id = ANY($1)", writtenOff)
	return err
}

// isNew tells whether an event of the batch counts for the first time. An event that is in the batch twice is new at both
// indexes.
func (b *batch) isNew(i int) bool {
	return b.lines[i] != "" && b.fresh[b.events[i].ID] && b.counted.Refused[i] == ""
}

// spans returns the spans that have to be recounted for the new events.
func (b *batch) spans() map[key]span {
	spans := map[key]span{}
	for i, e := range b.events {
		if !b.isNew(i) {
			continue
		}
		k := key{b.lines[i], allowance.Family(e.Type)}
		spans[k] = spans[k].with(span{e.UsedAt, e.UsedAt.Add(time.Microsecond)})
	}
	return spans
}
