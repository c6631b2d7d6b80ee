package bench

import (
	"context"
	"errors"
	"log/slog"
	"math"

	"selfcare/dev/bench/subscribers"
	"selfcare/internal/cache"
	"selfcare/internal/gateway/partners"
	"selfcare/worker"
)

// activityParts are the dependencies of the naive worker's activities: the same as the product's.
func (b *Bench) activityParts() (worker.Parts, error) {
	outside, err := partners.Open(b.cfg, nil, b.log)
	return worker.Parts{Store: b.store, Announce: announcer{b.cache, b.log}, Gateways: outside}, err
}

const (
	secondStartWithin = 6    // seconds
	mostOfTheStack    = 1024 // MB
	portsApart        = 100  // distance of a second stack's ports
)

// secondStart starts a stack with an existing database until it is ready, and measures the memory of all its
// processes.
func (b *Bench) secondStart(ctx context.Context) (figures []Figure, err error) {
	s, err := startStack(ctx, b.Devstack, b.Ports.apart(portsApart))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	var seconds, megabytes []float64
	for range b.Rounds {
		if err := s.end(); err != nil {
			return nil, err
		}
		ms, err := took(func() error {
			if err := s.launch(); err != nil {
				return err
			}
			return s.awaitReady(ctx)
		})
		if err != nil {
			return nil, err
		}
		mb, err := subscribers.ResidentMB(s.process.Process.Pid)
		if err != nil {
			return nil, err
		}
		seconds, megabytes = append(seconds, math.Round(ms/10)/100), append(megabytes, math.Round(mb))
	}
	return []Figure{
		figure("P15", "seconds of a second start, until /readyz says yes", "count", countAtMost(secondStartWithin), seconds),
		figure("P15", "MB resident of all processes of the stack once it is ready", "count", countAtMost(mostOfTheStack), megabytes),
	}, nil
}

type announcer struct {
	cache *cache.Cache
	log   *slog.Logger
}

// PublishChange announces as the product does.
func (a announcer) PublishChange(ctx context.Context, orderID string, seq int64) {
	if err := a.cache.PublishChange(ctx, orderID, seq); err != nil {
		a.log.WarnContext(ctx, "change could not be announced to open pages", "error", err)
	}
}
