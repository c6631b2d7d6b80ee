package middleware

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// LocalCache keeps rarely changing values for some seconds; all waiting callers share one read.
type LocalCache struct {
	ttl     time.Duration
	now     func() time.Time
	flights singleflight.Group
	mu      sync.RWMutex
	entries map[string]cacheEntry
}

type cacheEntry struct {
	value any
	until time.Time
}

// cacheLimit bounds the entries that callers can create with varying requests.
const cacheLimit = 1000

// NewLocalCache keeps each value for the given duration.
func NewLocalCache(keep time.Duration, now func() time.Time) *LocalCache {
	return &LocalCache{ttl: keep, now: now, entries: map[string]cacheEntry{}}
}

// ReadCached answers from the cache or calls read, once for all waiting callers.
func ReadCached[T any](ctx context.Context, m *LocalCache, key string, read func(context.Context) (T, error)) (T, error) {
	if value, ok := m.get(key); ok {
		return value.(T), nil // a key belongs to one reader, so to one type
	}
	value, err, _ := m.flights.Do(key, func() (any, error) {
		// A caller's cancellation must not fail the others.
		fresh, err := read(context.WithoutCancel(ctx))
		if err == nil {
			m.put(key, fresh)
		}
		return fresh, err
	})
	if err != nil {
		var none T
		return none, err
	}
	return value.(T), nil
}

func (m *LocalCache) get(key string) (any, bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	found, ok := m.entries[key]
	return found.value, ok && m.now().Before(found.until)
}

func (m *LocalCache) put(key string, value any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.entries) >= cacheLimit {
		clear(m.entries)
	}
	m.entries[key] = cacheEntry{value: value, until: m.now().Add(m.ttl)}
}
