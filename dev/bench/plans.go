package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"time"

	"github.com/google/uuid"

	"selfcare/api/gen"
	"selfcare/dev/bench/reads"
	"selfcare/dev/bench/searching"
	"selfcare/dev/bench/subscribers"
	"selfcare/dev/customer"
	"selfcare/internal/contract"
	"selfcare/internal/domain/site"
	"selfcare/internal/flow"
	sitestore "selfcare/internal/store/site"
)

const (
	renewalsAtOnce  = 2000
	openLines       = 20_000
	projectedLines  = 100_000
	mostOfTheWorker = 1024 // MB

	searchesPerRound = 60
)

// planBench measures the plans of lines.
type planBench struct{ *Bench }

func (b planBench) stacked() subscribers.Stack {
	return subscribers.Stack{DB: b.db, Pool: b.pool, Store: b.store, Temporal: b.temporal}
}

// reads compares the product's dashboard, and an active order, with a Fiber handler that reads the same rows with pgx.
func (b planBench) reads(ctx context.Context) ([]Figure, error) {
	numbers, err := b.freeNumbers(ctx, 1)
	if err != nil {
		return nil, err
	}
	owner, err := b.orderESIM(ctx, numbers[0])
	if err != nil {
		return nil, err
	}
	order, err := reads.Order(owner, b.pool)
	if err != nil {
		return nil, err
	}
	board, err := b.stacked().OpenDashboards(ctx, b.web)
	if err != nil {
		return nil, errors.Join(err, order.Close())
	}
	const bare = "Fiber handler reading the same rows with raw pgx"
	return b.readFigures(ctx,
		reading{"P6", "GET /orders/{id} per second, 16 clients", bare, 0.50, order},
		reading{"P6", "GET /dashboard per second, 16 clients", bare, 0.50, board})
}

// catalogue compares the plans and bundles on sale with a Fiber handler that sends the same bytes.
func (b planBench) catalogue(ctx context.Context) (all []Figure, err error) {
	for _, path := range []string{"/plans", "/bundles"} {
		whole, known, err := reads.Catalogue(ctx, b.web, path)
		if err != nil {
			return nil, err
		}
		figures, err := b.readFigures(ctx,
			reading{"P7", "GET " + path + " per second, 16 clients", "Fiber handler with the same body", 0.75, whole},
			reading{"P7", "GET " + path + " with If-None-Match per second, 304, 16 clients", "the same handler behind Fiber's ETag, 304", 0.9, known})
		if err != nil {
			return nil, err
		}
		all = append(all, figures...)
	}
	return all, nil
}

// search compares a query over HTTP with the same query of the same index in memory. The content is restored
// afterwards.
func (b planBench) search(ctx context.Context) (figures []Figure, err error) {
	before, err := b.store.Site.Content(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.loadContent(context.WithoutCancel(ctx), before.Source, before.File)) }()
	file := searching.Added(before.File)
	known, err := site.Parse(file)
	if err != nil {
		return nil, err
	}
	index := known.Searchable()
	if err := b.loadContent(ctx, "bench", file); err != nil {
		return nil, err
	}
	if err := b.awaitContent(ctx, index); err != nil {
		return nil, err
	}
	rounds, err := perRound(b.Rounds, func(int) (latencies, error) { return b.searchRound(ctx, index) })
	if err != nil {
		return nil, err
	}
	return []Figure{latencyFigure("C1", fmt.Sprintf("a search of %d answers in both languages over HTTP, p50", searching.Documents),
		"the same query of the same index in memory, without HTTP, p50", 50, atMost(2), rounds)}, nil
}

func everything(site.Find) bool { return true }

func (b planBench) loadContent(ctx context.Context, source, file string) error {
	return errors.Join(b.store.Site.Load(ctx, sitestore.File{Source: source, File: file, By: "bench"}), b.cache.DropSite(ctx))
}

// awaitContent waits until the API has the content of the index.
func (b planBench) awaitContent(ctx context.Context, index site.Searchable) error {
	wanted := len(index.Find(searching.Queries[0], everything).Finds)
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return until(ctx, lookEvery, func() (bool, error) {
		found, err := b.searched(ctx, searching.Queries[0])
		return found.Total >= wanted, err
	})
}

func (b planBench) searched(ctx context.Context, query string) (found gen.ContentFound, err error) {
	return found, b.web.Call(ctx, http.MethodGet, "/content/search?query="+url.QueryEscape(query), nil, &found)
}

func (b planBench) searchRound(ctx context.Context, index site.Searchable) (latencies, error) {
	asked, looked := 0, 0
	lists, err := inTurn(searchesPerRound,
		func() error {
			asked++
			_, err := b.searched(ctx, searching.Queries[asked%len(searching.Queries)])
			return err
		},
		func() error {
			looked++
			if len(index.Find(searching.Queries[looked%len(searching.Queries)], everything).Finds) == 0 {
				return errors.New("found nothing")
			}
			return nil
		})
	if err != nil {
		return latencies{}, err
	}
	return latencies{ours: lists[0], bare: lists[1]}, nil
}

// reading is the pair of answers behind one figure.
type reading struct {
	id, what, against string
	goal              float64
	pair              *reads.Pair
}

func (b planBench) readFigures(ctx context.Context, wanted ...reading) (all []Figure, err error) {
	defer func() {
		for _, r := range wanted {
			err = errors.Join(err, r.pair.Close())
		}
	}()
	for _, r := range wanted {
		f, err := b.readFigure(ctx, r)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

func (b planBench) readFigure(ctx context.Context, r reading) (f Figure, err error) {
	if _, _, err := r.pair.PerSecond(ctx); err != nil { // plans statements, fills connections and caches
		return f, err
	}
	var ratios, ours, bare []float64
	for range b.Rounds {
		mine, plain, err := r.pair.PerSecond(ctx)
		if err != nil {
			return f, err
		}
		ratios, ours, bare = append(ratios, mine/plain), append(ours, mine), append(bare, plain)
	}
	f = figure(r.id, r.what, r.against, atLeast(r.goal), ratios)
	f.Absolute = map[string]float64{"oursPerSecond": median(ours), "barePerSecond": median(bare)}
	f.Note = notef("%.0f against %.0f per second", median(ours), median(bare))
	return f, nil
}

// renewals compares plans that are due at one moment with bare workflows of one activity. An idle line has no history of its own: the
// events are those of all shards.
func (b planBench) renewals(ctx context.Context) ([]Figure, error) {
	var ratios, ours, bare, wrong, events []float64
	for range b.Rounds {
		plain, err := atOnce(ctx, bareRuns, func(ctx context.Context, _ int) error { return b.runBare(ctx, OneActivity) })
		if err != nil {
			return nil, err
		}
		before, err := b.stacked().ShardEvents(ctx)
		if err != nil {
			return nil, err
		}
		renewed, err := b.stacked().Renew(ctx, renewalsAtOnce)
		if err != nil {
			return nil, err
		}
		ratios, ours, bare = append(ratios, renewed.PerSecond/plain), append(ours, renewed.PerSecond), append(bare, plain)
		wrong = append(wrong, float64(renewed.Twice+renewed.Missed))
		after, err := b.stacked().ShardEvents(ctx)
		if err != nil {
			return nil, err
		}
		events = append(events, float64(after-before)/renewalsAtOnce)
	}
	rate := figure("M3", "renewals per second, 2,000 due at once", "bare workflow of one activity", atLeast(0.5), ratios)
	rate.Absolute = map[string]float64{"renewalsPerSecond": median(ours), "barePerSecond": median(bare)}
	rate.Note = notef("%.1f renewals against %.1f bare workflows per second, until the last line has its next cycle", median(ours), median(bare))
	exact := figure("M3", "renewals charged twice, or missed", "count", exactly(0), wrong)
	exact.Note = "in the ledger, after each round"
	return []Figure{rate, exact, figure("P2", "history events for each cycle of a plan, of all shards", "count", countAtMost(20), events)}, nil
}

// openSubscriptions opens many at once and measures their cost.
func (b planBench) openSubscriptions(ctx context.Context) ([]Figure, error) {
	open, err := b.stacked().Open(ctx, openLines, projectedLines, b.stack.process.Process.Pid)
	if err != nil {
		return nil, err
	}
	f := figure("M4", "MB of the worker, 20,000 open subscriptions projected to 100,000", "count", countAtMost(mostOfTheWorker), []float64{math.Round(open.ProjectedMB)})
	f.Absolute = map[string]float64{
		"productMBBefore": open.ProductMBBefore, "productMB": open.ProductMB, "eachKB": open.EachKB, "temporalMB": open.TemporalMB,
		"begunSeconds": open.Begun.Seconds(), "startedSeconds": open.Started.Seconds(), "metricMs": milliseconds(open.Metric),
	}
	f.Note = notef("%.0f MB with them, %.0f before: %.1f KB each, API and worker in one process; Temporal %.0f MB; begun in %.0f s, all plans called after %.0f s; renewals due counted in %.1f ms",
		open.ProductMB, open.ProductMBBefore, open.EachKB, open.TemporalMB, open.Begun.Seconds(), open.Started.Seconds(), milliseconds(open.Metric))
	return []Figure{f}, nil
}

const (
	switchesARound    = 100
	switchesOfABuyer  = 20 // the limit of purchases that an account begins in ten minutes
	balancesOfABuyer  = 50
	bareSwitchAgainst = "bare update of an idle workflow whose one local activity updates one row, p50"
)

// switches compares the first answers to a plan switch, for the next cycle and now, with a bare update.
func (b planBench) switches(ctx context.Context) ([]Figure, error) {
	if _, err := b.laterRound(ctx); err != nil { // warms connections and caches
		return nil, err
	}
	later, err := perRound(b.Rounds, func(int) (latencies, error) { return b.laterRound(ctx) })
	if err != nil {
		return nil, err
	}
	if _, err := b.nowRound(ctx); err != nil {
		return nil, err
	}
	now, err := perRound(b.Rounds, func(int) (latencies, error) { return b.nowRound(ctx) })
	if err != nil {
		return nil, err
	}
	return []Figure{
		latencyFigure("M5", "first answer to a switch for the next cycle, p50", bareSwitchAgainst, 50, atMost(1.5), later),
		latencyFigure("M5", "first answer to a switch at once from the balance, p50", bareSwitchAgainst, 50, atMost(1.5), now),
	}, nil
}

func (b planBench) switcher(ctx context.Context) (*subscribers.Switcher, error) {
	c := customer.New(b.web, b.cards, customer.AnyPerson())
	c.Phone = &customer.Phone{Base: b.sims.base, HTTP: b.sims.http}
	return b.stacked().OpenSwitcher(ctx, c, balancesOfABuyer)
}

// laterRound lets each customer change the next plan.
func (b planBench) laterRound(ctx context.Context) (latencies, error) {
	buyer, err := b.switcher(ctx)
	if err != nil {
		return latencies{}, err
	}
	twin, err := b.switcher(ctx)
	if err != nil {
		return latencies{}, err
	}
	stands, err := b.store.PlanSubscriptions.Get(ctx, twin.LineID)
	if err != nil {
		return latencies{}, err
	}
	idle, err := b.startIdle(ctx)
	if err != nil {
		return latencies{}, err
	}
	ways, ours, twins := flow.NewSubscriptions(b.temporal), toAndFro(), toAndFro()
	lists, err := inTurn(switchesARound,
		func() error { _, err := buyer.ScheduleSwitch(ctx, ours().ID); return err },
		func() error {
			_, err := ways.ScheduleSwitch(ctx, stands, uuid.NewString(), contract.SwitchChoice{UserID: twin.UserID, PlanID: twins().ID})
			return err
		},
		func() error { return b.updateIdle(ctx, idle.GetID()) })
	if err != nil {
		return latencies{}, err
	}
	return newLatencies(lists), b.temporal.SignalWorkflow(ctx, idle.GetID(), idle.GetRunID(), bareStop, nil)
}

// toAndFro makes each switch change something.
func toAndFro() func() subscribers.Plan {
	n := 0
	return func() subscribers.Plan { n++; return subscribers.Switched[n%len(subscribers.Switched)] }
}

// nowRound lets a customer switch to and fro; each switch ends before the next call.
func (b planBench) nowRound(ctx context.Context) (l latencies, err error) {
	buyer, err := b.switcher(ctx)
	if err != nil {
		return l, err
	}
	idle, err := b.startIdle(ctx)
	if err != nil {
		return l, err
	}
	next := toAndFro()
	for range switchesOfABuyer {
		ours, err := b.switchOnce(ctx, buyer, next())
		if err != nil {
			return l, err
		}
		time.Sleep(rest) //nolint:forbidigo // no condition: the machine comes to rest
		bare, err := took(func() error { return b.updateIdle(ctx, idle.GetID()) })
		if err != nil {
			return l, err
		}
		l.ours, l.bare = append(l.ours, ours), append(l.bare, bare)
	}
	return l, b.temporal.SignalWorkflow(ctx, idle.GetID(), idle.GetRunID(), bareStop, nil)
}

// switchOnce times the first answer, without the rest of the switch.
func (b planBench) switchOnce(ctx context.Context, buyer *subscribers.Switcher, to subscribers.Plan) (ms float64, err error) {
	total, err := buyer.CostNow(ctx, to)
	if err != nil {
		return 0, err
	}
	time.Sleep(rest) //nolint:forbidigo // no condition: the machine comes to rest
	var begun gen.Purchase
	ms, err = took(func() (err error) { begun, err = buyer.BeginNow(ctx, to, total); return err })
	if err != nil {
		return 0, err
	}
	ended, err := buyer.Follow(ctx, begun)
	if err == nil && ended.Status != gen.PurchaseStatusCompleted {
		err = fmt.Errorf("switch %s is %s", ended.Number, ended.Status)
	}
	return ms, err
}
