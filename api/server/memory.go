package server

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// memory keeps what hardly ever changes for a few seconds, and lets a crowd wait for one reader.
type memory struct {
	keep    time.Duration
	now     func() time.Time
	flights singleflight.Group
	mu      sync.RWMutex
	kept    map[string]remembered
}

type remembered struct {
	value any
	until time.Time
}

// memoryLimit bounds what callers can make us remember by varying their questions.
const memoryLimit = 1000

func newMemory(keep time.Duration, now func() time.Time) *memory {
	return &memory{keep: keep, now: now, kept: map[string]remembered{}}
}

// recall answers from memory or asks read, once for all callers that wait.
func recall[T any](ctx context.Context, m *memory, key string, read func(context.Context) (T, error)) (T, error) {
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

func (m *memory) get(key string) (any, bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	found, ok := m.kept[key]
	return found.value, ok && m.now().Before(found.until)
}

func (m *memory) put(key string, value any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.kept) >= memoryLimit {
		clear(m.kept)
	}
	m.kept[key] = remembered{value: value, until: m.now().Add(m.keep)}
}
