package cache

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// Note stores what a session has proved between two steps. It takes opaque ids only, because it does not encrypt them.
func (c *Cache) Note(ctx context.Context, slot, value string, ttl time.Duration) error {
	if err := c.redis.Set(ctx, noteKey(slot), value, ttl).Err(); err != nil {
		return fmt.Errorf("keep note: %w", err)
	}
	return nil
}

// ReadNote returns the value of a note; empty without one, or after its end.
func (c *Cache) ReadNote(ctx context.Context, slot string) (string, error) {
	return noteValue(c.redis.Get(ctx, noteKey(slot)))
}

// TakeNote is ReadNote for a single caller: it deletes the note.
func (c *Cache) TakeNote(ctx context.Context, slot string) (string, error) {
	return noteValue(c.redis.GetDel(ctx, noteKey(slot)))
}

func noteValue(answer *redis.StringCmd) (string, error) {
	value, err := answer.Result()
	if err != nil && !errors.Is(err, redis.Nil) {
		return "", fmt.Errorf("read note: %w", err)
	}
	return value, nil
}

func noteKey(slot string) string { return "note:" + slot }
