// Package app puts the programs together: it alone knows the arguments of every constructor.
package app

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/uptrace/bun"
	"go.temporal.io/sdk/client"

	"selfcare/internal/cache"
	"selfcare/internal/platform/codec"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/health"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/platform/shutdown"
	"selfcare/internal/platform/temporal"
	"selfcare/internal/platform/tracing"
	"selfcare/internal/store"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/seal"
)

// parts are the connections every program needs.
type parts struct {
	cfg      config.Config
	log      *slog.Logger
	metrics  *metrics.Metrics
	traces   *tracing.Tracing
	db       *bun.DB
	store    *store.Store
	cache    *cache.Cache
	payloads *codec.Keys
	temporal client.Client
	stopping shutdown.Sequence
}

// connect opens all connections; on an error it closes the opened ones again. It closes traces last, after all work.
func connect(ctx context.Context, cfg config.Config, log *slog.Logger, traces *tracing.Tracing) (*parts, error) {
	p := &parts{cfg: cfg, log: log, metrics: metrics.New(), traces: traces}
	p.stopping.Add("traces", func(ctx context.Context) error {
		p.warn(ctx, "spans that were not sent are lost", traces.Close(ctx))
		return nil
	})
	for _, open := range []func(context.Context) error{p.openStore, p.openCache, p.dialTemporal} {
		if err := open(ctx); err != nil {
			return nil, errors.Join(err, p.stopping.Run(ctx))
		}
	}
	return p, nil
}

func (p *parts) openStore(ctx context.Context) error {
	keys, err := seal.Parse(p.cfg.DataKeys, p.cfg.IndexKey)
	if err != nil {
		return fmt.Errorf("DATA_KEYS or INDEX_KEY: %w", err)
	}
	p.db, err = pool.Open(ctx, p.cfg.DatabaseURL)
	if err != nil {
		return unreachable("DATABASE_URL", err)
	}
	p.stopping.Add("database", func(context.Context) error { return p.db.Close() })
	p.metrics.WatchPool("selfcare", p.db.DB)
	p.store = store.New(p.db, keys)
	p.metrics.WatchBusiness(ctx, p.store.Figures, time.Now, p.log)
	return nil
}

// warn logs a failure without an effect on customers.
func (p *parts) warn(ctx context.Context, what string, err error) {
	if err != nil {
		p.log.WarnContext(ctx, what, "error", err)
	}
}

// pepper is the secret behind one-time codes, idempotency keys and links.
func (p *parts) pepper() ([]byte, error) {
	pepper, err := base64.StdEncoding.DecodeString(p.cfg.CodePepper)
	if err != nil {
		return nil, fmt.Errorf("CODE_PEPPER: %w", err)
	}
	return pepper, nil
}

func (p *parts) openCache(context.Context) error {
	var err error
	if p.cache, err = cache.Open(p.cfg.RedisURL); err != nil {
		return fmt.Errorf("REDIS_URL: %w", err)
	}
	p.stopping.Add("Redis", func(context.Context) error { return p.cache.Close() })
	return nil
}

func (p *parts) dialTemporal(ctx context.Context) error {
	var err error
	if p.payloads, err = codec.ParseKeys(p.cfg.PayloadKeys); err != nil {
		return fmt.Errorf("PAYLOAD_KEYS: %w", err)
	}
	recorder, err := p.metrics.Temporal(p.log)
	if err != nil {
		return err
	}
	traced, err := p.traces.Temporal()
	if err != nil {
		return err
	}
	connection := temporal.Config{Temporal: p.cfg.Temporal, Keys: p.payloads, Metrics: recorder, Traces: traced}
	if p.temporal, err = temporal.Dial(ctx, connection, p.log); err != nil {
		return unreachable("TEMPORAL_ADDRESS", err)
	}
	p.stopping.Add("Temporal client", func(context.Context) error { p.temporal.Close(); return nil })
	return nil
}

// readiness checks the parts that every request needs. Temporal and Redis are not among them: without them orders can
// still be read, and a balancer that took every copy out of service would end that, too. The answer names them as
// missing. A worker that waits for its promotion is ready.
func (p *parts) readiness(roles Roles) *health.Readiness {
	checks := []health.Check{
		{Name: "database", Probe: p.db.PingContext},
		{Name: "Redis", Probe: p.cache.Ping, Spare: true},
		{Name: "Temporal", Probe: p.askTemporal, Spare: true},
	}
	if roles.API {
		checks = append(checks, p.versionInForce(roles))
	}
	return health.New(checks...)
}

func (p *parts) askTemporal(ctx context.Context) error {
	_, err := p.temporal.CheckHealth(ctx, &client.CheckHealthRequest{})
	if err != nil {
		return fmt.Errorf("ask Temporal: %w", err)
	}
	return nil
}
