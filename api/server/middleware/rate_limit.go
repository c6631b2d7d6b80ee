package middleware

import (
	"context"
	"time"

	"selfcare/internal/cache"
	"selfcare/internal/contract"
)

type attemptCounter interface {
	Attempt(ctx context.Context, key string, limit cache.Limit) (allowed bool, retryAfter time.Duration, err error)
}

// Permit counts an attempt at something worth guessing. Where it cannot be counted it is refused.
func (s *Core) Permit(ctx context.Context, key string, limit cache.Limit) error {
	allowed, retryAfter, err := s.Attempts.Attempt(ctx, key, limit)
	if err != nil {
		s.LogFailure(ctx, "count attempts", err)
		return contract.Refuse(contract.FailUnavailable)
	}
	if !allowed {
		return &Limited{retryAfter: retryAfter}
	}
	return nil
}

// RateLimit is permit for what hides no secret: without Redis it goes on.
func (s *Core) RateLimit(ctx context.Context, key string, limit cache.Limit) error {
	allowed, retryAfter, err := s.Attempts.Attempt(ctx, key, limit)
	if err != nil {
		s.LogFailure(ctx, "count attempts", err)
		return nil
	}
	if !allowed {
		return &Limited{retryAfter: retryAfter}
	}
	return nil
}
