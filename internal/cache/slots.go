package cache

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// takeSlot counts and adds in one step, so that concurrent callers never exceed the number of slots.
var takeSlot = redis.NewScript(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[4])
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 2 end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1`)

// TakeSlot gives id one of a limited number of slots under key, for at most a time. An id that has a slot keeps it.
func (c *Cache) TakeSlot(ctx context.Context, key, id string, slots int, at time.Time, most time.Duration) (taken, fresh bool, err error) {
	answer, err := takeSlot.Run(ctx, c.redis, []string{slotsKey(key)},
		id, at.UnixMilli(), slots, at.Add(-most).UnixMilli(), most.Milliseconds()).Int()
	if err != nil {
		return false, false, fmt.Errorf("take a slot: %w", err)
	}
	return answer > 0, answer == 1, nil
}

// ListSlots returns the ids with slots that were taken before a time.
func (c *Cache) ListSlots(ctx context.Context, key string, before time.Time) ([]string, error) {
	ids, err := c.redis.ZRangeArgs(ctx, redis.ZRangeArgs{Key: slotsKey(key), Start: "-inf", Stop: before.UnixMilli(), ByScore: true}).Result()
	if err != nil {
		return nil, fmt.Errorf("read slots: %w", err)
	}
	return ids, nil
}

// ReleaseSlots releases slots.
func (c *Cache) ReleaseSlots(ctx context.Context, key string, ids ...string) error {
	members := make([]any, len(ids))
	for i, id := range ids {
		members[i] = id
	}
	if err := c.redis.ZRem(ctx, slotsKey(key), members...).Err(); err != nil {
		return fmt.Errorf("release slots: %w", err)
	}
	return nil
}

func slotsKey(key string) string { return "slots:" + key }
