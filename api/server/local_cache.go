package server

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// localCache keeps what hardly ever changes for a few seconds, and lets all who wait share one reader.
type localCache struct {
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

// cacheLimit bounds what callers can make us keep by varying their questions.
const cacheLimit = 1000

func newLocalCache(keep time.Duration, now func() time.Time) *localCache {
	return &localCache{ttl: keep, now: now, entries: map[string]cacheEntry{}}
}

// cached answers from the cache or calls read, once for all callers that wait.
func cached[T any](ctx context.Context, m *localCache, key string, read func(context.Context) (T, error)) (T, error) {
	if value, ok := m.get(key); ok {
		return value.(T), nil // a key belongs to one reader, so to one type
	}
	value, err, _ := m.flights.Do(key, func() (any, error) {
		// one caller's cancellation must not fail the others
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

func (m *localCache) get(key string) (any, bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	found, ok := m.entries[key]
	return found.value, ok && m.now().Before(found.until)
}

func (m *localCache) put(key string, value any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.entries) >= cacheLimit {
		clear(m.entries)
	}
	m.entries[key] = cacheEntry{value: value, until: m.now().Add(m.ttl)}
}
