// Package bench measures the whole product on one machine. Every figure is a ratio to a bare or naive peer in the same
// round, because absolute times drift.
package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/uptrace/bun"
	"go.temporal.io/sdk/client"

	"selfcare/dev/bench/naive"
	"selfcare/dev/customer"
	"selfcare/internal/cache"
	"selfcare/internal/flow"
	"selfcare/internal/platform/codec"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/shutdown"
	"selfcare/internal/platform/temporal"
	"selfcare/internal/store"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/seal"
)

// Options of a run.
type Options struct {
	Devstack string   // binary of the whole product
	InClear  string   // the same, built without sealing in Temporal
	Only     []string // ids of figures; empty means all
	Rounds   int
	Ports    Ports
	Env      []string // further variables of the stack
	Filled   *Filled  // database of the stack; nil: a new one
	Progress io.Writer
}

// Bench is a running stack with all parts that load needs.
type Bench struct {
	Options
	stack    *stack
	cfg      config.Config
	temporal client.Client
	db       *bun.DB
	store    *store.Store
	pool     *pgxpool.Pool
	cache    *cache.Cache
	orders   *flow.Orders
	sims     *simulators
	cards    *customer.Cards
	numbers  sync.Map // of orders, by id
	lines    atomic.Int64
	web      *customer.Client
	log      *slog.Logger
	closing  shutdown.Sequence
}

const closeWithin = 30 * time.Second

// Run starts its own stack, measures, and stops the stack.
func Run(ctx context.Context, o Options) (report Report, err error) {
	report = newReport()
	b := &Bench{Options: o, log: slog.New(slog.DiscardHandler)}
	defer func() { err = errors.Join(err, b.close(ctx)) }()
	if err := b.open(ctx); err != nil {
		return report, err
	}
	if b.Filled != nil {
		report.Filled = fmt.Sprintf("%d idle lines", b.Filled.Size.Lines)
	}
	if err := report.describe(ctx, b); err != nil {
		return report, err
	}
	for _, m := range b.wanted() {
		b.say("%s: %s …", m.id, m.what)
		figures, err := m.run(ctx)
		if err != nil {
			return report, fmt.Errorf("%s: %w", m.id, err)
		}
		report.Figures = append(report.Figures, figures...)
		for _, f := range figures {
			b.say("%s %s: %s, goal %s: %s", f.ID, f.What, f.measured(), f.Goal, f.verdict())
		}
	}
	report.finish()
	return report, nil
}

func (b *Bench) close(ctx context.Context) error {
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeWithin)
	defer cancel()
	return b.closing.Run(closing)
}

func (b *Bench) say(format string, args ...any) {
	_, _ = fmt.Fprintf(b.Progress, format+"\n", args...) // a closed terminal is no failure
}

// open starts the stack and connects to its parts.
func (b *Bench) open(ctx context.Context) error {
	for _, open := range []func(context.Context) error{
		b.startStack, b.openStore, b.openTemporal, b.openOutside, b.startWorkers,
	} {
		if err := open(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bench) startStack(ctx context.Context) (err error) {
	b.say("Starting the product …")
	env := b.Env
	if b.Filled != nil {
		env = slices.Concat(env, b.Filled.environment())
	}
	if b.stack, err = startStack(ctx, b.Devstack, b.Ports, env...); err != nil {
		return err
	}
	b.closing.Add("stack", func(context.Context) error { return b.stack.stop() })
	variables, err := b.stack.variables()
	if err != nil {
		return err
	}
	if b.cfg, err = config.Parse(variables); err != nil {
		return fmt.Errorf("read the stack's configuration: %w", err)
	}
	return nil
}

func (b *Bench) openStore(ctx context.Context) (err error) {
	if err := b.openDatabase(ctx); err != nil {
		return err
	}
	if err := b.liftLimits(ctx); err != nil {
		return err
	}
	if b.cache, err = cache.Open(b.cfg.RedisURL); err != nil {
		return fmt.Errorf("open Redis: %w", err)
	}
	b.closing.Add("Redis", func(context.Context) error { return b.cache.Close() })
	return nil
}

// openDatabase opens the store and a bare pool.
func (b *Bench) openDatabase(ctx context.Context) (err error) {
	keys, err := seal.Parse(b.cfg.DataKeys, b.cfg.IndexKey)
	if err != nil {
		return fmt.Errorf("read the data keys: %w", err)
	}
	if b.db, err = pool.Open(ctx, b.cfg.OwnerURL()); err != nil {
		return err
	}
	b.closing.Add("database", func(context.Context) error { return b.db.Close() })
	b.store = store.New(b.db, keys)
	if b.pool, err = poolLikeOurs(ctx, b.cfg.OwnerURL()); err != nil {
		return fmt.Errorf("open a bare pool: %w", err)
	}
	b.closing.Add("bare pool", func(context.Context) error { b.pool.Close(); return nil })
	return nil
}

// liftLimits lets one address start more orders than a person would, and no customer type codes.
func (b *Bench) liftLimits(ctx context.Context) error {
	return b.store.Settings.ChangeForAll(ctx, map[string]json.RawMessage{
		"orderStartsByAddress": json.RawMessage("10000000"), "orderStartsByDevice": json.RawMessage("10000000"),
		"holdsByAddress": json.RawMessage("10000000"), "holdsByHousehold": json.RawMessage("10000000"),
		"deviceSessionsByAddress": json.RawMessage("10000000"), "eligibilityByAddress": json.RawMessage("10000000"),
		"verifyContact": json.RawMessage("false"), // measures the shop, not a customer's reading speed
	})
}

func (b *Bench) openTemporal(ctx context.Context) error {
	keys, err := codec.ParseKeys(b.cfg.PayloadKeys)
	if err != nil {
		return fmt.Errorf("read the payload keys: %w", err)
	}
	connection := temporal.Config{Temporal: b.cfg.Temporal, Keys: keys}
	if b.temporal, err = temporal.Dial(ctx, connection, b.log); err != nil {
		return err
	}
	b.closing.Add("Temporal", func(context.Context) error { b.temporal.Close(); return nil })
	b.orders = flow.New(b.temporal)
	return nil
}

func (b *Bench) openOutside(ctx context.Context) error {
	b.web = customer.NewClient(b.stack.address(b.Ports.API)+"/api", "en")
	b.web.HTTP.Transport = &manyPlaces{next: b.web.HTTP.Transport}
	b.cards = &customer.Cards{Base: b.cfg.Moyasar.URL, PublishableKey: b.cfg.Moyasar.PublishableKey, HTTP: b.web.HTTP}
	b.sims = &simulators{base: b.stack.address(b.Ports.Simulators), http: &http.Client{Transport: b.web.HTTP.Transport, Timeout: 10 * time.Second}}
	return b.sims.quick(ctx)
}

func (b *Bench) startWorkers(context.Context) error {
	bare, err := startBareWorker(b.temporal, b.pool)
	if err != nil {
		return err
	}
	b.closing.Add("bare worker", func(context.Context) error { bare.Stop(); return nil })
	parts, err := b.activityParts()
	if err != nil {
		return err
	}
	peer, err := naive.StartWorker(b.temporal, workerOptions(), parts)
	if err != nil {
		return err
	}
	b.closing.Add("naive worker", func(context.Context) error { peer.Stop(); return nil })
	return nil
}
