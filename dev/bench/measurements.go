package bench

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"selfcare/dev/bench/subscribers"
)

// measurement gives one or more figures.
type measurement struct {
	id   string
	what string
	run  func(context.Context) ([]Figure, error)
	long bool // only where it is asked for by name
}

func (b *Bench) measurements() []measurement {
	return []measurement{
		{id: "P1", what: "eSIM orders through the API", run: b.eSIMOrdersPerSecond},
		{id: "P2", what: "history of an order", run: historyBench{b}.historyEvents},
		{id: "P3", what: "orders per second", run: b.ordersPerSecond},
		{id: "P4", what: "first answer of POST /orders", run: b.firstAnswer},
		{id: "P5", what: "one wizard step", run: b.wizardStep},
		{id: "P6", what: "dashboards", run: planBench{b}.dashboards},
		{id: "P8", what: "number bookings in SQL", run: bookingBench{b}.bookings},
		{id: "P9", what: "many clients on few numbers", run: raceBench{b}.race},
		{id: "M1", what: "recharges by saved card", run: rechargeBench{b}.recharges},
		{id: "M2", what: "postings in the ledger", run: ledgerBench{b}.postings},
		{id: "M3", what: "renewals due at once", run: planBench{b}.renewals},
		{id: "M4", what: "open subscriptions", run: planBench{b}.openSubscriptions, long: true},
		{id: "P10", what: "password logins", run: b.logins},
	}
}

// IDs are the figures that can be asked for.
func IDs() []string {
	var ids []string
	for _, m := range (&Bench{}).measurements() {
		ids = append(ids, m.id)
	}
	return ids
}

func (b *Bench) wanted() []measurement {
	return slices.DeleteFunc(b.measurements(), func(m measurement) bool {
		if len(b.Only) == 0 {
			return m.long
		}
		return !slices.Contains(b.Only, m.id)
	})
}

// took measures one call in milliseconds.
func took(do func() error) (float64, error) {
	begin := time.Now()
	err := do()
	return milliseconds(time.Since(begin)), err
}

// rest comes before each call, so that none pays for what the one before left to be done.
const rest = 20 * time.Millisecond

// inTurn takes the times of several calls, each once in every turn, so that whatever else the machine does hits all
// alike. Their order within a turn is drawn. It answers with one list of milliseconds per call.
func inTurn(turns int, calls ...func() error) ([][]float64, error) {
	lists := make([][]float64, len(calls))
	for range turns {
		for _, i := range rand.Perm(len(calls)) {
			time.Sleep(rest) //nolint:forbidigo // no condition: the machine comes to rest
			ms, err := took(calls[i])
			if err != nil {
				return nil, err
			}
			lists[i] = append(lists[i], ms)
		}
	}
	return lists, nil
}

// perRound runs one round after another and collects what each gives.
func perRound[T any](rounds int, round func(n int) (T, error)) ([]T, error) {
	results := make([]T, 0, rounds)
	for n := range rounds {
		result, err := round(n)
		if err != nil {
			return nil, err
		}
		results = append(results, result)
	}
	return results, nil
}

const (
	renewalsAtOnce  = 2000
	cyclesCounted   = 5
	openLines       = 20_000
	projectedLines  = 100_000
	mostOfTheWorker = 1024 // MB
)

// planBench measures the plans of lines.
type planBench struct{ *Bench }

func (b planBench) stacked() subscribers.Stack {
	return subscribers.Stack{Pool: b.pool, Store: b.store, Temporal: b.temporal}
}

// dashboards compares the product's dashboard with a Fiber handler that reads the same rows with pgx.
func (b planBench) dashboards(ctx context.Context) (figures []Figure, err error) {
	boards, err := b.stacked().OpenDashboards(ctx, b.web)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, boards.Close()) }()
	if _, _, err := boards.PerSecond(ctx); err != nil { // statements are planned, connections and caches filled
		return nil, err
	}
	var ratios, ours, bare []float64
	for range b.Rounds {
		mine, plain, err := boards.PerSecond(ctx)
		if err != nil {
			return nil, err
		}
		ratios, ours, bare = append(ratios, mine/plain), append(ours, mine), append(bare, plain)
	}
	f := figure("P6", "GET /dashboard per second, 16 clients", "Fiber handler reading the same rows with raw pgx", atLeast(0.55), ratios)
	f.Absolute = map[string]float64{"oursPerSecond": median(ours), "barePerSecond": median(bare)}
	f.Note = notef("%.0f against %.0f per second", median(ours), median(bare))
	return []Figure{f}, nil
}

// renewals compares plans that are all due at one moment with bare workflows of one activity.
func (b planBench) renewals(ctx context.Context) ([]Figure, error) {
	var ratios, ours, bare, wrong, events []float64
	for range b.Rounds {
		plain, err := atOnce(ctx, bareRuns, func(ctx context.Context, _ int) error { return b.runBare(ctx, OneActivity) })
		if err != nil {
			return nil, err
		}
		renewed, err := b.stacked().Renew(ctx, renewalsAtOnce)
		if err != nil {
			return nil, err
		}
		ratios, ours, bare = append(ratios, renewed.PerSecond/plain), append(ours, renewed.PerSecond), append(bare, plain)
		wrong = append(wrong, float64(renewed.Twice+renewed.Missed))
		counts, err := b.stacked().EventsOfACycle(ctx, renewed.Lines[:cyclesCounted])
		if err != nil {
			return nil, err
		}
		for _, count := range counts {
			events = append(events, float64(count))
		}
	}
	rate := figure("M3", "renewals per second, 2,000 due at once", "bare workflow of one activity", atLeast(0.5), ratios)
	rate.Absolute = map[string]float64{"renewalsPerSecond": median(ours), "barePerSecond": median(bare)}
	rate.Note = notef("%.1f renewals against %.1f bare workflows per second, until the last line has its next cycle", median(ours), median(bare))
	exact := figure("M3", "renewals charged twice, or missed", "count", exactly(0), wrong)
	exact.Note = "in the ledger, after each round"
	return []Figure{rate, exact, figure("P2", "history events of a cycle of a plan", "count", countAtMost(20), events)}, nil
}

// openSubscriptions begins many at once and looks what they take.
func (b planBench) openSubscriptions(ctx context.Context) ([]Figure, error) {
	open, err := b.stacked().Adopt(ctx, openLines, projectedLines, b.stack.process.Process.Pid)
	if err != nil {
		return nil, err
	}
	f := figure("M4", "MB of the worker, 20,000 open subscriptions projected to 100,000", "count", countAtMost(mostOfTheWorker), []float64{math.Round(open.ProjectedMB)})
	f.Absolute = map[string]float64{
		"productMBBefore": open.ProductMBBefore, "productMB": open.ProductMB, "eachKB": open.EachKB, "temporalMB": open.TemporalMB,
		"adoptedSeconds": open.Adopted.Seconds(), "startedSeconds": open.Started.Seconds(), "metricMs": milliseconds(open.Metric),
	}
	f.Note = notef("%.0f MB with them, %.0f before: %.1f KB each, API and worker in one process; Temporal %.0f MB; begun in %.0f s, all workflows started after %.0f s; renewals due counted in %.1f ms",
		open.ProductMB, open.ProductMBBefore, open.EachKB, open.TemporalMB, open.Adopted.Seconds(), open.Started.Seconds(), milliseconds(open.Metric))
	return []Figure{f}, nil
}
