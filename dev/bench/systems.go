package bench

import (
	"context"
	"fmt"
	"log/slog"

	"selfcare/internal/cache"
	"selfcare/internal/gateway/courier"
	"selfcare/internal/gateway/esim"
	"selfcare/internal/gateway/identity"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/gateway/network"
	"selfcare/internal/gateway/payment"
	"selfcare/internal/gateway/registry"
	"selfcare/internal/platform/metrics"
	"selfcare/worker"
)

// activityParts is what the naive worker's activities work with: the same as the product's.
func (b *Bench) activityParts() (worker.Parts, error) {
	cfg, watch := b.cfg, metrics.New()
	parts := worker.Parts{Store: b.store, Announce: announcer{b.cache, b.log}}
	var err error
	for _, open := range []func() error{
		func() error {
			parts.Payment, err = payment.NewHTTP(payment.Config{URL: cfg.Payment.URL, SecretKey: cfg.Payment.SecretKey}, watch, b.log)
			return err
		},
		func() error {
			parts.Identity, err = identity.NewHTTP(identity.Config{URL: cfg.Identity.URL, AppID: cfg.Identity.AppID, AppKey: cfg.Identity.AppKey}, watch, b.log)
			return err
		},
		func() error {
			parts.Registry, err = registry.NewHTTP(registry.Config{URL: cfg.Registry.URL, APIKey: cfg.Registry.APIKey}, watch, b.log)
			return err
		},
		func() error {
			parts.Courier, err = courier.NewHTTP(courier.Config{URL: cfg.Courier.URL, APIKey: cfg.Courier.APIKey}, watch, b.log)
			return err
		},
		func() error {
			parts.Messages, err = messages.NewHTTP(messages.Config{URL: cfg.Messages.URL, APIKey: cfg.Messages.APIKey}, watch, b.log)
			return err
		},
		func() error {
			parts.ESIM, err = esim.NewHTTP(esim.Config{URL: cfg.ESIM.URL, Requester: cfg.ESIM.Requester, APIKey: cfg.ESIM.APIKey}, watch, b.log)
			return err
		},
		func() error {
			parts.Network, err = network.NewHTTP(network.Config{URL: cfg.Network.URL, APIKey: cfg.Network.APIKey}, watch, b.log)
			return err
		},
	} {
		if err := open(); err != nil {
			return parts, fmt.Errorf("open an outside system: %w", err)
		}
	}
	return parts, nil
}

type announcer struct {
	cache *cache.Cache
	log   *slog.Logger
}

// PublishOrder announces as the product does.
func (a announcer) PublishOrder(ctx context.Context, orderID string, seq int64) {
	if err := a.cache.PublishOrder(ctx, orderID, seq); err != nil {
		a.log.WarnContext(ctx, "change not announced", "error", err)
	}
}
