package bench

import (
	"context"
	"log/slog"

	"selfcare/internal/cache"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/platform/metrics"
	"selfcare/worker"
)

// activityParts is what the naive worker's activities work with: the same as the product's.
func (b *Bench) activityParts() (worker.Parts, error) {
	outside, err := partners.Open(b.cfg, metrics.New(), b.log)
	return worker.Parts{Store: b.store, Announce: announcer{b.cache, b.log}, Gateways: outside}, err
}

type announcer struct {
	cache *cache.Cache
	log   *slog.Logger
}

// PublishChange announces as the product does.
func (a announcer) PublishChange(ctx context.Context, orderID string, seq int64, step string) {
	if err := a.cache.PublishChange(ctx, orderID, seq, step); err != nil {
		a.log.WarnContext(ctx, "change not announced", "error", err)
	}
}
