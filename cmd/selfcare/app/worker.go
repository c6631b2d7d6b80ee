package app

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"selfcare/activities/message"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/flow"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/store/pool"
	"selfcare/worker"
)

func (p *parts) startWorker(ctx context.Context, roles Roles) error {
	watcher := p.newCallWatcher()
	outside, err := partners.Open(p.cfg, watcher, p.log)
	if err != nil {
		return err
	}
	p.noteCalls(ctx, watcher, &outside)
	pepper, err := p.pepper()
	if err != nil {
		return err
	}
	devices, err := p.cfg.ZATCA.Devices()
	if err != nil {
		return err
	}
	w, err := worker.New(p.temporal, worker.Parts{
		Store:    p.store,
		Announce: announcer{p.cache, p.log},
		Links:    message.Links{Origin: p.cfg.PublicURL, Signer: messagelink.NewSigner(pepper)},
		Plans:    flow.NewSubscriptions(p.temporal),
		Bought:   flow.NewPurchases(p.temporal),
		Autos:    flow.NewAutoRecharges(p.temporal),
		Resume:   flow.NewResumptions(p.temporal, p.readOrder),
		Tell:     flow.New(p.temporal),
		Sweeps:   flow.NewSweeps(p.temporal),
		Devices:  devices,
		Figures:  p.metrics,
		Gateways: outside,
	}, worker.Options{
		StopTimeout: stopOf(p.cfg).finish, BuildID: roles.BuildID, Connections: pool.Size(p.cfg.DatabaseURL), Interceptors: roles.Interceptors,
		Queues: p.cfg.Worker.Queues, Slots: p.cfg.Worker.Slots, Tries: p.cfg.Worker.Tries,
	})
	if err != nil {
		return err
	}
	if err := w.Start(); err != nil {
		return fmt.Errorf("start the workers: %w", err)
	}
	p.stopping.Add("worker", func(context.Context) error { w.Stop(); return nil })
	p.takeWork(ctx, roles.BuildID, roles.Promote)
	return worker.Ensure(ctx, p.temporal, len(devices))
}

// readOrder reads an order from our database.
func (p *parts) readOrder(ctx context.Context, id string) (contract.Order, error) {
	record, err := p.store.Orders.Get(ctx, id)
	return record.Order, err
}

// announceWithin is the time of an announcement; after that the page has polled by itself.
const announceWithin = 2 * time.Second

// announcer tells open pages about a change of an order. A slow or missing Redis must not delay the step: pages also
// poll.
type announcer struct {
	cache *cache.Cache
	log   *slog.Logger
}

// PublishChange sends the announcement in parallel to the step, or logs its failure.
func (a announcer) PublishChange(ctx context.Context, id string, seq int64) {
	go func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), announceWithin)
		defer cancel()
		if err := a.cache.PublishChange(ctx, id, seq); err != nil {
			a.log.WarnContext(ctx, "change could not be announced to open pages", "id", id, "error", err)
		}
	}()
}
