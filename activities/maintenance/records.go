// Package maintenance drops what is kept only for a while.
package maintenance

import (
	"context"
	"time"

	"selfcare/activities/internal/failure"
)

// Activities is what we keep only for a while.
type Activities struct{ requests, sessions purger }

// purger drops the rows that are older than a time and says how many.
type purger interface {
	Purge(ctx context.Context, before time.Time) (int, error)
}

// New needs the answers kept for idempotency keys, and the sessions.
func New(requests, sessions purger) *Activities {
	return &Activities{requests: requests, sessions: sessions}
}

// ForgetRequests drops the answers kept for idempotency keys that are older than the time, and says how many.
func (r *Activities) ForgetRequests(ctx context.Context, before time.Time) (int, error) {
	count, err := r.requests.Purge(ctx, before)
	return count, failure.Map("forget requests", err)
}

// ForgetSessions drops the sessions that ended before the time, and says how many.
func (r *Activities) ForgetSessions(ctx context.Context, before time.Time) (int, error) {
	count, err := r.sessions.Purge(ctx, before)
	return count, failure.Map("forget sessions", err)
}
