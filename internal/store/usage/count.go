package usage

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

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
func Count(ctx context.Context, db bun.IDB, events []usage.Event, now time.Time) (Counted, error) {
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
	db      bun.IDB
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
	var lines []struct {
		MSISDN string `bun:"msisdn"`
		usage.Service
	}
	err := b.db.NewSelect().Table("lines").Column("msisdn").ColumnExpr("id AS line_id").ColumnExpr("activated_at AS from").
		ColumnExpr("ended_at AS until").Where("msisdn = ANY (?)", pgdialect.Array(numbers)).Scan(ctx, &lines)
	services := map[string][]usage.Service{}
	for _, line := range lines {
		services[line.MSISDN] = append(services[line.MSISDN], line.Service)
	}
	for i, e := range b.events {
		line, refused := usage.LineAt(services[e.MSISDN], e.UsedAt)
		if b.lines[i] = line; refused != "" {
			b.counted.Refused[i] = refused
		}
	}
	return err
}

// lock locks the lines of the batch, and reads their payers: none of the lines can end before the transaction.
func (b *batch) lock(ctx context.Context, lineIDs []string) error {
	var lines []struct {
		ID               string
		SubscriptionType string
		Ended            bool
	}
	err := selectLocked(b.db, lineIDs).Column("id", "subscription_type").ColumnExpr("status = 'ended' AS ended").Scan(ctx, &lines)
	b.payers = map[string]usage.Payer{}
	for _, line := range lines {
		b.payers[line.ID] = usage.PayerOf(line.SubscriptionType, line.Ended)
	}
	return err
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

type eventRow struct {
	bun.BaseModel `bun:"table:usage_events,alias:e"`

	EventID string
	LineID  string
	Type    allowance.Type
	Unit    allowance.Unit
	Amount  int64
	Charged int64
	UsedAt  time.Time
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
	var rows []eventRow
	err := b.db.NewSelect().Model(&rows).Where("event_id = ANY (?)", pgdialect.Array(ids)).Scan(ctx)
	kept := map[string]keptEvent{}
	for _, r := range rows {
		kept[r.EventID] = keptEvent{r.LineID, usage.Event{
			ID: r.EventID, Type: r.Type, Unit: r.Unit, Amount: r.Amount, Charged: r.Charged, UsedAt: r.UsedAt,
		}}
	}
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
	_, err := b.db.NewUpdate().Model((*eventRow)(nil)).Set("written_off = true").Where("event_id = ANY (?)", pgdialect.Array(writtenOff)).Exec(ctx)
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
