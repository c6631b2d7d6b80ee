// Package maintenance deletes rows that are kept for a limited time.
package maintenance

import (
	"context"
	"time"

	"selfcare/activities/internal/failure"
)

// Activities deletes rows that are kept for a limited time.
type Activities struct{ requests, sessions, messages, failures, usage purger }

// purger deletes the rows older than a time and returns their number.
type purger interface {
	Purge(ctx context.Context, before time.Time) (int, error)
}

// New takes the tables of answers for idempotency keys, sessions, messages of the outbox, failed sign-ins, and usage.
func New(requests, sessions, messages, failures, usage purger) *Activities {
	return &Activities{requests: requests, sessions: sessions, messages: messages, failures: failures, usage: usage}
}

// ForgetRequests deletes the answers for idempotency keys older than the time, and returns their number.
func (r *Activities) ForgetRequests(ctx context.Context, before time.Time) (int, error) {
	count, err := r.requests.Purge(ctx, before)
	return count, failure.Map("forget requests", err)
}

// ForgetSessions deletes the sessions that ended before the time, and returns their number.
func (r *Activities) ForgetSessions(ctx context.Context, before time.Time) (int, error) {
	count, err := r.sessions.Purge(ctx, before)
	return count, failure.Map("forget sessions", err)
}

// ForgetMessages deletes the finished messages queued before the time, and returns their number.
func (r *Activities) ForgetMessages(ctx context.Context, before time.Time) (int, error) {
	count, err := r.messages.Purge(ctx, before)
	return count, failure.Map("forget messages", err)
}

// ForgetFailedSignIns deletes the rows of hours that ended before the time, and returns their number.
func (r *Activities) ForgetFailedSignIns(ctx context.Context, before time.Time) (int, error) {
	count, err := r.failures.Purge(ctx, before)
	return count, failure.Map("forget failed sign-ins", err)
}

// KeepMonthsOfUsage drops the months of usage that ended before the time, and returns the number of rows. It also creates the
// months that are needed next.
func (r *Activities) KeepMonthsOfUsage(ctx context.Context, before time.Time) (int, error) {
	count, err := r.usage.Purge(ctx, before)
	return count, failure.Map("keep months of usage", err)
}
