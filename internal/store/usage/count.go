package usage

import (
	"context"
	"crypto/sha256"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/usage"
	"selfcare/internal/store/tx"
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

// With returns the result with that of the further events of a batch, which begin at an index.
func (c Counted) With(further Counted, at int) Counted {
	if c.Refused == nil {
		c.Refused = map[int]contract.Code{}
	}
	c.Taken, c.Known, c.WrittenOff = c.Taken+further.Taken, c.Known+further.Known, c.WrittenOff+further.WrittenOff
	c.News, c.Debits = append(c.News, further.News...), append(c.Debits, further.Debits...)
	for i, code := range further.Refused {
		c.Refused[at+i] = code
	}
	return c
}

// Count counts events, each once. The events are valid (usage.Check). It refuses events without a line, and an event whose id
// was counted with other figures, such as another day. The caller charges the debits to the balances.
func Count(ctx context.Context, conn *tx.Conn, events []usage.Event, now time.Time) (Counted, error) {
	b := batch{Conn: conn, counted: Counted{Refused: map[int]contract.Code{}}, lines: make([]string, len(events)), fresh: make([]bool, len(events))}
	b.events = slices.Clone(events)
	for i := range b.events {
		b.events[i].UsedAt = moment(b.events[i].UsedAt)
	}
	for _, step := range []func(context.Context) error{b.lockLines, b.claim, b.compare, b.charge} {
		if err := step(ctx); err != nil {
			return b.counted, wrap("count usage", err)
		}
	}
	news, err := recount(ctx, conn.DB, b.spans(), b.rows(), now)
	b.counted.News = news
	return b.counted, wrap("count usage", err)
}

// batch is a batch in progress.
type batch struct {
	*tx.Conn
	events  []usage.Event
	lines   []string               // of each event; empty without one
	fresh   []bool                 // the event was not counted before, and is the first of its id in the batch
	payers  map[string]usage.Payer // by line
	counted Counted
}

// lockLines finds the line of each event. It locks all lines of the numbers: none of them can end before the transaction, and no
// other batch counts their usage meanwhile.
func (b *batch) lockLines(ctx context.Context) error {
	numbers := make([]string, len(b.events))
	for i, e := range b.events {
		numbers[i] = e.MSISDN
	}
	var lines []struct {
		MSISDN           string `bun:"msisdn"`
		SubscriptionType string
		usage.Service
	}
	err := b.DB.NewSelect().Table("lines").Column("msisdn", "subscription_type").ColumnExpr("id AS line_id").
		ColumnExpr("activated_at AS from").ColumnExpr("ended_at AS until").
		Where("msisdn = ANY (?)", pgdialect.Array(numbers)).Order("id").For("NO KEY UPDATE").Scan(ctx, &lines)
	services := map[string][]usage.Service{}
	b.payers = map[string]usage.Payer{}
	for _, line := range lines {
		services[line.MSISDN] = append(services[line.MSISDN], line.Service)
		b.payers[line.LineID] = usage.PayerOf(line.SubscriptionType, line.Until != nil)
	}
	for i, e := range b.events {
		line, refused := usage.LineAt(services[e.MSISDN], e.UsedAt)
		if b.lines[i] = line; refused != "" {
			b.counted.Refused[i] = refused
		}
	}
	return err
}

// claim takes the ids of the events: an id that was not claimed before is fresh.
func (b *batch) claim(ctx context.Context) error {
	places := map[string]int{} // of the first event of each id
	var ids []string
	var months []time.Time
	for i, e := range b.events {
		id := idOf(e.ID)
		if _, seen := places[id]; b.lines[i] == "" || seen {
			continue
		}
		places[id] = i
		ids, months = append(ids, id), append(months, monthOf(e.UsedAt))
	}
	claimed, err := b.claimIDs(ctx, ids, months)
	for _, id := range claimed {
		b.fresh[places[id]] = true
	}
	return err
}

// idOf returns the stored form of an event's id.
func idOf(eventID string) string {
	sum := sha256.Sum256([]byte(eventID))
	return uuid.UUID(sum[:16]).String()
}

// monthOf returns the begin of a month of Riyadh.
func monthOf(at time.Time) time.Time {
	year, month, _ := at.In(calendar.Riyadh).Date()
	return time.Date(year, month, 1, 0, 0, 0, 0, calendar.Riyadh)
}

// compare compares each event whose id was claimed before with the stored one: an equal one is known, another one is refused.
func (b *batch) compare(ctx context.Context) error {
	var claimed []int
	first := map[string]int{}
	for i, e := range b.events {
		switch {
		case b.fresh[i]:
			b.counted.Taken++
			first[e.ID] = i
		case b.lines[i] != "":
			claimed = append(claimed, i)
		}
	}
	if len(claimed) == 0 {
		return nil
	}
	stored, err := b.readStored(ctx, claimed)
	for _, i := range claimed {
		same := stored[i]
		if n, is := first[b.events[i].ID]; is {
			same = b.lines[n] == b.lines[i] && hasSameFigures(b.events[n], b.events[i])
		}
		if same {
			b.counted.Known++
		} else {
			b.counted.Refused[i] = contract.FailUsageDiffers
		}
	}
	return err
}

// hasSameFigures compares all but the number and the other party.
func hasSameFigures(a, b usage.Event) bool {
	b.MSISDN, b.Party = a.MSISDN, a.Party
	return a == b
}

// chargeRow is the charge of an event beyond a plan.
type chargeRow struct {
	bun.BaseModel `bun:"table:usage_charges,alias:c"`

	EventID    string
	LineID     string
	Type       allowance.Type
	Unit       allowance.Unit
	Amount     int64
	Charged    int64
	UsedAt     time.Time
	WrittenOff bool
}

// charge stores the charges of the new events with their payer: a balance that the caller has to debit, or none. A bill collects
// its own.
func (b *batch) charge(ctx context.Context) error {
	var rows []chargeRow
	var charges []usage.Charge
	for i, e := range b.events {
		if !b.fresh[i] || e.Charged == 0 {
			continue
		}
		row := chargeRow{EventID: e.ID, LineID: b.lines[i], Type: e.Type, Unit: e.Unit, Amount: e.Amount, Charged: e.Charged, UsedAt: e.UsedAt}
		switch b.payers[b.lines[i]] {
		case usage.PayerBalance:
			charges = append(charges, usage.Charge{EventID: e.ID, LineID: b.lines[i], Amount: contract.Halalas(e.Charged)})
		case usage.PayerNone:
			row.WrittenOff = true
			b.counted.WrittenOff++
		case usage.PayerBill:
		}
		rows = append(rows, row)
	}
	b.counted.Debits = usage.Debits(charges)
	if len(rows) == 0 {
		return nil
	}
	_, err := b.DB.NewInsert().Model(&rows).Exec(ctx)
	return err
}

// rows returns the rows of the new events, for which no bucket has given anything yet.
func (b *batch) rows() map[key][]eventRow {
	rows := map[key][]eventRow{}
	for i, e := range b.events {
		if !b.fresh[i] {
			continue
		}
		row := eventRow{
			UsedAt: e.UsedAt, LineID: b.lines[i], Amount: e.Amount, Charged: e.Charged, Kind: string(usage.KindOf(e.Unit)), Type: e.Type, EventID: e.ID,
		}
		if party := usage.PartyOf(e); party != "" {
			row.Party = b.Keys.Seal(partyContext(row.LineID, e.ID), []byte(party))
		}
		k := key{row.LineID, allowance.Family(e.Type)}
		rows[k] = append(rows[k], row)
	}
	return rows
}

// spans returns the spans that have to be recounted for the new events.
func (b *batch) spans() map[key]span {
	spans := map[key]span{}
	for i, e := range b.events {
		if !b.fresh[i] {
			continue
		}
		k := key{b.lines[i], allowance.Family(e.Type)}
		spans[k] = spans[k].with(span{e.UsedAt, e.UsedAt.Add(time.Microsecond)})
	}
	return spans
}
