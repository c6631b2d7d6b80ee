package cache

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// takePlace counts and adds in one step, so that concurrent callers never exceed the number of places.
var takePlace = redis.NewScript(`
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[4])
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 2 end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1`)

// TakePlace gives id one of a limited number of places under key, for at most a time. An id that has a place keeps it.
func (c *Cache) TakePlace(ctx context.Context, key, id string, places int, at time.Time, most time.Duration) (taken, fresh bool, err error) {
	answer, err := takePlace.Run(ctx, c.redis, []string{placesKey(key)},
		id, at.UnixMilli(), places, at.Add(-most).UnixMilli(), most.Milliseconds()).Int()
	if err != nil {
		return false, false, fmt.Errorf("take a place: %w", err)
	}
	return answer > 0, answer == 1, nil
}

// Places returns the ids with places that were taken before a time.
func (c *Cache) Places(ctx context.Context, key string, before time.Time) ([]string, error) {
	ids, err := c.redis.ZRangeArgs(ctx, redis.ZRangeArgs{Key: placesKey(key), Start: "-inf", Stop: before.UnixMilli(), ByScore: true}).Result()
	if err != nil {
		return nil, fmt.Errorf("read places: %w", err)
	}
	return ids, nil
}

// LeavePlaces releases places.
func (c *Cache) LeavePlaces(ctx context.Context, key string, ids ...string) error {
	members := make([]any, len(ids))
	for i, id := range ids {
		members[i] = id
	}
	if err := c.redis.ZRem(ctx, placesKey(key), members...).Err(); err != nil {
		return fmt.Errorf("leave places: %w", err)
	}
	return nil
}

func placesKey(key string) string { return "places:" + key }
