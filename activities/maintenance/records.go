// Package maintenance drops what is kept only for a while.
package maintenance

import (
	"context"
	"time"

	"selfcare/activities/internal/failure"
)

// Activities is what we keep only for a while.
type Activities struct{ requests, sessions, messages, failures, usage purger }

// purger drops the rows that are older than a time and says how many.
type purger interface {
	Purge(ctx context.Context, before time.Time) (int, error)
}

// New needs the answers kept for idempotency keys, the sessions, the messages of the outbox, the failed sign-ins, and the usage that
// customers are shown.
func New(requests, sessions, messages, failures, usage purger) *Activities {
	return &Activities{requests: requests, sessions: sessions, messages: messages, failures: failures, usage: usage}
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

// ForgetMessages drops the messages queued before the time that nothing more happens to, and says how many.
func (r *Activities) ForgetMessages(ctx context.Context, before time.Time) (int, error) {
	count, err := r.messages.Purge(ctx, before)
	return count, failure.Map("forget messages", err)
}

// ForgetFailedSignIns drops those of hours that ended before the time, and says how many rows that were.
func (r *Activities) ForgetFailedSignIns(ctx context.Context, before time.Time) (int, error) {
	count, err := r.failures.Purge(ctx, before)
	return count, failure.Map("forget failed sign-ins", err)
}

// KeepMonthsOfUsage drops the months of usage that ended before the time, and says how many rows that were. It also makes those that
// are needed next.
func (r *Activities) KeepMonthsOfUsage(ctx context.Context, before time.Time) (int, error) {
	count, err := r.usage.Purge(ctx, before)
	return count, failure.Map("keep months of usage", err)
}
