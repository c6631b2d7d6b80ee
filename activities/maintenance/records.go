// Package maintenance deletes rows that are kept for a limited time.
package maintenance

import (
	"context"
	"time"

	"selfcare/activities/internal/failure"
)

// Activities deletes rows that are kept for a limited time.
type Activities struct {
	requests, sessions, failures, links purger
	partitions                          keeper
}

// purger deletes the rows older than a time and returns their number.
type purger interface {
	Purge(ctx context.Context, before time.Time) (int, error)
}

// keeper makes and drops partitions and returns the number of dropped rows.
type keeper interface {
	Keep(ctx context.Context) (int, error)
}

// New takes the tables of answers for idempotency keys, sessions, failed sign-ins, links of messages, and the divided tables.
func New(requests, sessions, failures, links purger, partitions keeper) *Activities {
	return &Activities{requests: requests, sessions: sessions, failures: failures, links: links, partitions: partitions}
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

// ForgetFailedSignIns deletes the rows of hours that ended before the time, and returns their number.
func (r *Activities) ForgetFailedSignIns(ctx context.Context, before time.Time) (int, error) {
	count, err := r.failures.Purge(ctx, before)
	return count, failure.Map("forget failed sign-ins", err)
}

// ForgetLinks deletes the links of messages that ended before the time, and returns their number.
func (r *Activities) ForgetLinks(ctx context.Context, before time.Time) (int, error) {
	count, err := r.links.Purge(ctx, before)
	return count, failure.Map("forget links", err)
}

// KeepPartitions drops the partitions of all divided tables whose time is over, creates those that are needed next, and returns the
// number of dropped rows. The database knows how long each table is kept (partitioned_tables).
func (r *Activities) KeepPartitions(ctx context.Context) (int, error) {
	count, err := r.partitions.Keep(ctx)
	return count, failure.Map("keep partitions", err)
}
