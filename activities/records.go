package activities

import (
	"context"
	"time"

	"selfcare/internal/store"
)

// Records is what we keep only for a while.
type Records struct{ store *store.Store }

// NewRecords needs the store.
func NewRecords(s *store.Store) *Records { return &Records{store: s} }

// ForgetRequests drops the answers kept for idempotency keys that are older than the time, and says how many.
func (r *Records) ForgetRequests(ctx context.Context, before time.Time) (int, error) {
	count, err := r.store.Requests.Purge(ctx, before)
	return count, refused("forget requests", err)
}

// ForgetSessions drops the sessions that ended before the time, and says how many.
func (r *Records) ForgetSessions(ctx context.Context, before time.Time) (int, error) {
	count, err := r.store.Sessions.Purge(ctx, before)
	return count, refused("forget sessions", err)
}
