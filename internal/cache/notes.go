package cache

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// Note keeps what a session has shown between two of its steps. Opaque ids only: nothing here is encrypted.
func (c *Cache) Note(ctx context.Context, slot, value string, ttl time.Duration) error {
	if err := c.redis.Set(ctx, noteKey(slot), value, ttl).Err(); err != nil {
		return fmt.Errorf("keep note: %w", err)
	}
	return nil
}

// ReadNote is what Note kept; empty when there is nothing or its time is over.
func (c *Cache) ReadNote(ctx context.Context, slot string) (string, error) {
	return noted(c.redis.Get(ctx, noteKey(slot)))
}

// TakeNote is ReadNote for one caller only: the note is gone afterwards.
func (c *Cache) TakeNote(ctx context.Context, slot string) (string, error) {
	return noted(c.redis.GetDel(ctx, noteKey(slot)))
}

func noted(answer *redis.StringCmd) (string, error) {
	value, err := answer.Result()
	if err != nil && !errors.Is(err, redis.Nil) {
		return "", fmt.Errorf("read note: %w", err)
	}
	return value, nil
}

func noteKey(slot string) string { return "note:" + slot }
