// Package cache holds data that may be lost: live notices of changed orders, and counters of attempts. It runs on Redis.
package cache

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"
)

// answerWithin limits every call, because cached data is not worth a long wait.
const answerWithin = time.Second

// Cache is a connection to Redis. Its loss costs live updates and sign-ins, but never a booking or money.
type Cache struct {
	redis   *redis.Client
	changes orderChanges
}

// Open connects lazily to the Redis at url; nothing is sent before the first use.
func Open(url string) (*Cache, error) {
	options, err := redis.ParseURL(url)
	if err != nil {
		return nil, fmt.Errorf("parse the address of Redis: %w", err)
	}
	options.DialTimeout, options.ReadTimeout, options.WriteTimeout = answerWithin, answerWithin, answerWithin
	options.MaxRetries, options.DialerRetries = 1, 1
	redis.SetLogger(quiet{})
	return &Cache{redis: redis.NewClient(options)}, nil
}

// Ping tells whether Redis answers.
func (c *Cache) Ping(ctx context.Context) error {
	if err := c.redis.Ping(ctx).Err(); err != nil {
		return fmt.Errorf("ask Redis: %w", err)
	}
	return nil
}

// Close closes all connections.
func (c *Cache) Close() error {
	c.changes.stop()
	return c.redis.Close()
}

// quiet keeps the client's messages about lost connections out of the log, because each failed call is an error of its caller.
type quiet struct{}

// Printf logs a message of the client at debug level.
func (quiet) Printf(ctx context.Context, format string, values ...any) {
	slog.DebugContext(ctx, "redis client", "remark", fmt.Sprintf(format, values...))
}
