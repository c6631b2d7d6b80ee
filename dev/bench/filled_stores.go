package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"selfcare/activities/bill"
	"selfcare/dev/scale"
	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	billdomain "selfcare/internal/domain/bill"
	"selfcare/internal/domain/usage"
	"selfcare/internal/spending"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/number"
	"selfcare/internal/store/order"
	"selfcare/internal/store/purchase"
	"selfcare/internal/store/tx"
)

const (
	eventsABatch  = 500
	batchesARound = 10
	warmingRounds = 5
	billsARound   = 300
	takesARound   = 300
	readsARound   = 200
	takenCode     = "SCALE"
	pageSought    = 1_000
	searchedMs    = 20
)

// withStores lists the measurements that need no workflow.
func (f *filledBench) withStores(root string) []measurement {
	return []measurement{
		{id: "S5", what: "each statement of the store", run: func(ctx context.Context) ([]Figure, error) { return f.statements(ctx, root) }},
		{id: "S6", what: "usage events", run: f.usage},
		{id: "S7", what: "bills", run: f.bills},
		{id: "S8", what: "takes of a promo code", run: f.takes},
		{id: "S9", what: "the search of numbers", run: f.searches},
		{id: "S10", what: "lists of the console", run: f.lists},
		{id: "S11", what: "size of a usage event", run: f.eventSize},
	}
}

// usage counts batches of random lines as the network reports them, used within the last hour.
func (f *filledBench) usage(ctx context.Context) ([]Figure, error) {
	count := func(ctx context.Context, s *side) (float64, error) {
		intake := spending.Intake{Store: s.store, Now: time.Now}
		batches := make([][]usage.Event, f.some(batchesARound))
		for i := range batches {
			batches[i] = s.usedEvents(eventsABatch)
		}
		begin := time.Now()
		for _, batch := range batches {
			counted, err := intake.Count(ctx, batch)
			if err != nil {
				return 0, err
			}
			if counted.Taken != len(batch) {
				return 0, fmt.Errorf("%d of %d events were counted: %v", counted.Taken, len(batch), counted.Refused)
			}
		}
		return float64(len(batches)*eventsABatch) / time.Since(begin).Seconds(), nil
	}
	for range f.some(warmingRounds) { // the rows of most lines come from the disk otherwise
		for _, s := range f.sides {
			if _, err := count(ctx, s); err != nil {
				return nil, err
			}
		}
	}
	rates, err := f.both(ctx, count)
	if err != nil {
		return nil, err
	}
	const what = "usage events per second, batches of 500, random lines"
	return []Figure{rates.absolute("S6", what, countAtLeast(2_500)), rates.against("S6", what, atLeast(0.6))}, nil
}

// usedTypes are the types of events as lines use them: three of eight have another party.
var usedTypes = []allowance.Type{"data", "data", "data", "social_media", "wifi_data", "local_min", "local_min", "sms"}

// usedEvents draws events. A fiftieth is charged.
func (s *side) usedEvents(count int) []usage.Event {
	events := make([]usage.Event, 0, count)
	for len(events) < count {
		c := s.size.Draw()
		kind := usedTypes[rand.IntN(len(usedTypes))]
		unit, _ := allowance.UnitOf(kind)
		at := time.Now().Add(-time.Duration(rand.Int64N(int64(time.Hour))))
		e := usage.Event{
			ID: "cdr-" + uuid.NewString(), MSISDN: c.MSISDN, Type: kind, Unit: unit, Amount: 1 + rand.Int64N(9), UsedAt: at.UTC().Truncate(time.Microsecond),
		}
		if kind == "local_min" || kind == "sms" {
			e.Party = fmt.Sprintf("05%08d", rand.IntN(100_000_000))
		}
		if rand.IntN(50) == 0 {
			e.Charged = 1 + rand.Int64N(500)
		}
		events = append(events, e)
	}
	return events
}

// bills bills lines in the batches of the product. Each line has a charge for a cycle, and two for usage.
func (f *filledBench) bills(ctx context.Context) ([]Figure, error) {
	rates, err := f.both(ctx, func(ctx context.Context, s *side) (float64, error) {
		batch, err := s.owed(ctx, f.some(billsARound))
		if err != nil {
			return 0, err
		}
		activities, issued := bill.New(s.store), 0
		begin := time.Now()
		for issued < f.some(billsARound) {
			done, err := activities.BillLines(ctx, batch)
			if err != nil {
				return 0, err
			}
			issued += done.Issued
			if done.Last == "" {
				break
			}
			batch.After = done.Last
		}
		seconds := time.Since(begin).Seconds()
		if issued == 0 {
			return 0, errors.New("nothing was billed")
		}
		return float64(issued) / seconds, nil
	})
	if err != nil {
		return nil, err
	}
	const what = "bills per second, in the product's batches"
	return []Figure{rates.absolute("S7", what, countAtLeast(60)), rates.against("S7", what, atLeast(0.9))}, nil
}

// owed makes lines of one bill day owe something in a period that none of them is billed for, beside what their plans charge. All postpaid lines of the nearly empty
// database have one bill day, so that its batches are full.
func (s *side) owed(ctx context.Context, count int) (in contract.BillingBatch, err error) {
	in.Now = time.Now()
	if s.near {
		in.Cohort = 15
		_, err := s.pool.Exec(ctx, `
			UPDATE lines SET activated_at = date_trunc('month', activated_at, 'Asia/Riyadh') + interval '14 days 12 hours'
			WHERE subscription_type = 'postpaid' AND extract(day FROM activated_at AT TIME ZONE 'Asia/Riyadh') <> 15`)
		if err != nil {
			return in, fmt.Errorf("move bill days: %w", err)
		}
	} else if in.Cohort, in.After, err = s.drawBillDay(ctx); err != nil {
		return in, err
	}
	var last string
	var ids []string
	err = s.pool.QueryRow(ctx, `
		WITH billed AS (
		    SELECT id FROM lines WHERE subscription_type = 'postpaid' AND extract(day FROM activated_at AT TIME ZONE 'Asia/Riyadh') = $1 AND status <> 'ended'
		       AND id > coalesce(nullif($2, '')::uuid, '00000000-0000-0000-0000-000000000000') ORDER BY id LIMIT $3
		) SELECT array_agg(id::text), coalesce((SELECT max(period) FROM invoices WHERE line_id IN (SELECT id FROM billed) AND period <> 'final'), '') FROM billed`,
		in.Cohort, in.After, count).Scan(&ids, &last)
	if err != nil {
		return in, fmt.Errorf("find lines to bill: %w", err)
	}
	month := time.Now().AddDate(0, 1, 0)
	if billed, err := time.Parse("2006-01", last); err == nil && !billed.Before(month) {
		month = billed
	}
	in.Period = time.Date(month.Year(), month.Month()+1, 1, 0, 0, 0, 0, time.UTC).Format("2006-01")
	period, err := billdomain.PeriodOf(in.Cohort, in.Period)
	if err != nil {
		return in, err
	}
	_, err = s.pool.Exec(ctx, `
		WITH cycle AS (
		    INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, vat, paid_by, cycle_from, cycle_until, charged_at)
		    SELECT line_id, cycle, 'scale-' || gen_random_uuid(), plan_id, 20000, 2609, 'invoice', $2, $3, now()
		    FROM plan_subscriptions WHERE line_id = ANY($1::uuid[])
		)
		INSERT INTO usage_charges (event_id, line_id, type, unit, amount, charged, used_at)
		SELECT 'scale-' || gen_random_uuid(), id, t.type, t.unit, 3, 150, now() - interval '1 hour'
		FROM unnest($1::uuid[]) AS id, (VALUES ('local_min', 'minute'), ('sms', 'sms')) AS t (type, unit)`, ids, period.From(), period.Until())
	if err != nil {
		return in, fmt.Errorf("charge lines: %w", err)
	}
	return in, nil
}

// drawBillDay draws a postpaid line, and returns its bill day and the line before it. Enough lines are behind it.
func (s *side) drawBillDay(ctx context.Context) (day int, after string, err error) {
	c := s.size.Draw()
	for c.Prepaid || c.N > s.size.Lines/2 {
		c = s.size.Draw()
	}
	err = s.pool.QueryRow(ctx, `
		SELECT extract(day FROM activated_at AT TIME ZONE 'Asia/Riyadh')::int, coalesce((SELECT id::text FROM lines WHERE id < $1 ORDER BY id DESC LIMIT 1), '')
		FROM lines WHERE id = $1`, c.LineID).Scan(&day, &after)
	if err != nil {
		return 0, "", fmt.Errorf("draw a bill day: %w", err)
	}
	return day, after, nil
}

// takes takes a code for purchases of random lines, ten at once, and gives it back afterwards.
func (f *filledBench) takes(ctx context.Context) ([]Figure, error) {
	rates, err := f.both(ctx, func(ctx context.Context, s *side) (float64, error) {
		found, err := s.customers(ctx, min(f.some(takesARound), s.size.Lines/3), 0, isAny)
		if err != nil {
			return 0, err
		}
		purchases := make([]string, len(found))
		rate, err := atOnce(ctx, len(found), func(ctx context.Context, n int) error {
			purchases[n] = uuid.NewString()
			err := s.store.Promos.TakeForPurchase(ctx, takenCode, purchases[n], found[n].LineID, time.Now())
			if errors.Is(err, storeerrors.ErrOutOfStock) {
				err = fmt.Errorf("customer %d: %w", found[n].N, err)
			}
			return err
		})
		for _, id := range purchases {
			err = errors.Join(err, s.store.Promos.GiveBackPurchase(ctx, id))
		}
		return rate, err
	})
	if err != nil {
		return nil, err
	}
	what := fmt.Sprintf("takes per second of a promo code that was used %d times, 10 at once", f.full.Size.Uses())
	return []Figure{rates.absolute("S8", what, countAtLeast(150))}, nil
}

// slowest returns the 99th percentile of single reads in milliseconds.
func (f *filledBench) slowest(read func(n int) error) (float64, error) {
	var times []float64
	for n := range f.some(readsARound) {
		ms, err := took(func() error { return read(n) })
		if err != nil {
			return 0, err
		}
		times = append(times, ms)
	}
	return percentile(times, 99), nil
}

// searches asks for numbers as the public page does: any class, pattern and page.
func (f *filledBench) searches(ctx context.Context) ([]Figure, error) {
	p99, err := f.both(ctx, func(ctx context.Context, s *side) (float64, error) {
		return f.slowest(func(int) error {
			_, err := s.store.Numbers.Search(ctx, randomSearch())
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return []Figure{p99.absolute("S9", "ms of a search of free numbers, random class, pattern and page, p99", countAtMost(searchedMs))}, nil
}

func randomSearch() number.Query {
	q := number.Query{PerPage: 50, Page: 1 + rand.IntN(50), Category: []string{"", "", "bronze", "silver", "gold", "platinum"}[rand.IntN(6)]}
	digits := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(strconv.Itoa(rand.IntN(10)))
		}
		return b.String()
	}
	switch rand.IntN(5) {
	case 0:
	case 1:
		q.Contains = digits(1 + rand.IntN(5))
	case 2:
		q.EndsWith = digits(1 + rand.IntN(5))
	case 3:
		q.Contains, q.EndsWith = digits(1+rand.IntN(3)), digits(1+rand.IntN(3))
	default:
		q.SimilarTo, q.Page = "057"+digits(7), 1
	}
	if rand.IntN(4) == 0 {
		price := contract.Halalas(1 + rand.IntN(100_000))
		q.MaxPrice = &price
	}
	return q
}

// lists reads pages about the thousandth of the console's lists, by place.
func (f *filledBench) lists(ctx context.Context) ([]Figure, error) {
	var all []Figure
	for _, list := range []struct {
		what, table string
		read        func(s *side, after *tx.Place) (int, error)
	}{
		{"orders", "orders", func(s *side, after *tx.Place) (int, error) {
			q := order.SupportQuery{After: after, Stage: []string{"", "active", "abandoned"}[rand.IntN(3)]}
			found, err := s.store.Orders.ForSupport(ctx, q)
			return len(found), err
		}},
		{"purchases", "purchases", func(s *side, after *tx.Place) (int, error) {
			q := purchase.Filter{After: after, Stage: []contract.PurchaseStage{"", contract.PurchaseCompleted, contract.PurchaseFailed}[rand.IntN(3)]}
			found, err := s.store.Purchases.ForSupport(ctx, q)
			return len(found), err
		}},
	} {
		places := map[*side][]tx.Place{}
		for _, s := range f.sides {
			found, err := s.places(ctx, list.table)
			if err != nil {
				return nil, err
			}
			places[s] = found
		}
		p99, err := f.both(ctx, func(_ context.Context, s *side) (float64, error) {
			return f.slowest(func(int) error {
				rows, err := list.read(s, &places[s][rand.IntN(len(places[s]))])
				if err == nil && rows == 0 {
					err = errors.New("an empty page")
				}
				return err
			})
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", list.what, err)
		}
		all = append(all, p99.absolute("S10", fmt.Sprintf("ms of page %d of the console's %s, by place, p99", pageSought, list.what), countAtMost(searchedMs)))
	}
	return all, nil
}

// places are those behind the pages before the sought one. In a smaller list they are in its middle.
func (s *side) places(ctx context.Context, table string) (places []tx.Place, err error) {
	var rows int
	if err := s.pool.QueryRow(ctx, "SELECT count(*) FROM "+table).Scan(&rows); err != nil {
		return nil, fmt.Errorf("count %s: %w", table, err)
	}
	from := min((pageSought-1)*tx.PageSize, rows/2)
	found, err := s.pool.Query(ctx, "SELECT created_at, id::text FROM "+table+" ORDER BY created_at DESC, id DESC OFFSET $1 LIMIT $2", from, min(tx.PageSize*20, rows/4))
	if err != nil {
		return nil, fmt.Errorf("find places of %s: %w", table, err)
	}
	for found.Next() {
		var p tx.Place
		if err := found.Scan(&p.At, &p.ID); err != nil {
			return nil, fmt.Errorf("find places of %s: %w", table, err)
		}
		places = append(places, p)
	}
	return places, found.Err()
}

// Days for which a usage event and its id are kept (ADR 116).
const (
	daysOfEvent = 732
	daysOfID    = 131
)

// eventSize is what a usage event takes with its indexes over its life: its id is kept for a shorter time. Two thirds have another
// party, which is sealed.
func (f *filledBench) eventSize(ctx context.Context) ([]Figure, error) {
	var events, row, id, charge float64
	err := f.sides[0].pool.QueryRow(ctx, `
		WITH size AS (SELECT inhparent::regclass::text AS name, sum(pg_total_relation_size(inhrelid)) AS bytes FROM pg_inherits GROUP BY inhparent)
		SELECT c.events, (SELECT bytes FROM size WHERE name = 'usage_events') / c.events, (SELECT bytes FROM size WHERE name = 'usage_ids') / c.ids,
		       pg_total_relation_size('usage_charges') / greatest(c.charges, 1)
		FROM (SELECT (SELECT count(*) FROM usage_events) AS events, (SELECT count(*) FROM usage_ids) AS ids, (SELECT count(*) FROM usage_charges) AS charges) AS c`).
		Scan(&events, &row, &id, &charge)
	if err != nil {
		return nil, fmt.Errorf("measure usage: %w", err)
	}
	kept := math.Round(row + id*daysOfID/daysOfEvent)
	size := figure("S11", "bytes of a usage event with its indexes, over its life, the called party sealed", "count", countAtMost(220), []float64{kept})
	size.Absolute = map[string]float64{"events": events, "row": row, "id": id, "charge": charge}
	size.Note = notef("%.0f for the row, %.0f for its id, which is kept %d of %d days; %.0f for a charge; %.0f events, two thirds with another party", row, id, daysOfID, daysOfEvent, charge, events)
	return []Figure{size}, nil
}

// statements makes each call of the store, and counts the statements that pass a limit of dev/scale.
func (f *filledBench) statements(ctx context.Context, root string) ([]Figure, error) {
	found, err := scale.Run(ctx, f.full.URL, root)
	if err != nil {
		return nil, err
	}
	broken := found.Broken()
	names := make([]string, len(broken))
	for i, s := range broken {
		names[i] = fmt.Sprintf("%s (%s) %s", s.Call, s.Caller, s.Problem)
	}
	what := fmt.Sprintf("of %d statements of the store ", len(found.Statements))
	much := figure("S5", what+"those that read too much", "count", exactly(0), []float64{float64(len(broken))})
	much.Note = strings.Join(names, "; ")
	return []Figure{
		much,
		figure("S5", what+"those that read a table of more than 10,000 rows in full", "count", exactly(0), []float64{float64(scale.Scans(broken))}),
	}, nil
}
