package server

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"selfcare/api/gen"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// core is what all handlers share: clock, log, limits, and the settings as known a moment ago.
type core struct {
	now           func() time.Time
	log           *slog.Logger
	derive        *deriver
	localCache    *localCache
	attempts      attemptCounter
	settingsStore settingReader
}

type attemptCounter interface {
	Attempt(ctx context.Context, key string, limit cache.Limit) (allowed bool, retryAfter time.Duration, err error)
}

type settingReader interface {
	Get(ctx context.Context) (store.Settings, error)
}

// view shows an order to the caller.
func (s *core) view(ctx context.Context, o contract.Order) (gen.Order, error) {
	v, err := s.presenter(ctx)
	return v.order(o), err
}

func (s *core) presenter(ctx context.Context) (presenter, error) {
	settings, err := s.settings(ctx)
	return presenter{language: requestOf(ctx).language, settings: settings, now: s.now()}, err
}

// settings may be some seconds old: an order keeps the ones it was started with anyway.
func (s *core) settings(ctx context.Context) (store.Settings, error) {
	settings, err := cached(ctx, s.localCache, "settings", s.settingsStore.Get)
	if err != nil {
		return settings, fmt.Errorf("read settings: %w", err)
	}
	return settings, nil
}

// permit counts an attempt at something worth guessing. Where it cannot be counted it is refused.
func (s *core) permit(ctx context.Context, key string, limit cache.Limit) error {
	allowed, retryAfter, err := s.attempts.Attempt(ctx, key, limit)
	if err != nil {
		s.logFailure(ctx, "count attempts", err)
		return contract.Refuse(contract.FailUnavailable)
	}
	if !allowed {
		return &limited{retryAfter: retryAfter}
	}
	return nil
}

// rateLimit is permit for what hides no secret: without Redis it goes on.
func (s *core) rateLimit(ctx context.Context, key string, limit cache.Limit) error {
	allowed, retryAfter, err := s.attempts.Attempt(ctx, key, limit)
	if err != nil {
		s.logFailure(ctx, "count attempts", err)
		return nil
	}
	if !allowed {
		return &limited{retryAfter: retryAfter}
	}
	return nil
}

// logFailure logs what the caller need not know: the work itself is done and cannot happen twice, the workflow sees to that.
func (s *core) logFailure(ctx context.Context, doing string, err error) {
	if err != nil {
		s.log.WarnContext(ctx, doing, "error", err)
	}
}
