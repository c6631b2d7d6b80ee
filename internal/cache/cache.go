// Package cache holds what may be lost: live notices of changed orders and counters of attempts. It runs on Redis.
package cache

import (
	"fmt"

	"github.com/redis/go-redis/v9"
)

// Cache is one Redis. Losing it costs live updates and sign-ins, never a booking or money.
type Cache struct {
	redis *redis.Client
}

// Open connects lazily to the Redis at url; nothing is sent before the first use.
func Open(url string) (*Cache, error) {
	options, err := redis.ParseURL(url)
	if err != nil {
		return nil, fmt.Errorf("parse the address of Redis: %w", err)
	}
	return &Cache{redis: redis.NewClient(options)}, nil
}

// Close ends all connections.
func (c *Cache) Close() error { return c.redis.Close() }
