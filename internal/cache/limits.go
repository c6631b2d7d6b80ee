package cache

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// Limit allows Max attempts per Window.
type Limit struct {
	Max    int64
	Window time.Duration
	Free   int64 // attempts before the warning; zero without one
}

// Tally is the result of an attempt.
type Tally struct {
	Allowed    bool
	Near       bool // above Free and not counted, so that a caller who is asked for more first uses nothing up
	RetryAfter time.Duration
}

// countAttempt counts and sets the end of the window in one step, so that every counter has an end.
var countAttempt = redis.NewScript(`
local n = redis.call('INCR', KEYS[1])
if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
local free = tonumber(ARGV[2])
if free > 0 and n > free then redis.call('DECR', KEYS[1]) end
return {n, redis.call('PTTL', KEYS[1])}`)

// Attempt counts one attempt under key, and returns whether it is allowed and, if not, when to retry. On an error the caller
// decides: a guard of a secret refuses, a mere read continues.
func (c *Cache) Attempt(ctx context.Context, key string, limit Limit) (tally Tally, err error) {
	answer, err := countAttempt.Run(ctx, c.redis, []string{"limit:" + key}, limit.Window.Milliseconds(), limit.Free).Int64Slice()
	if err != nil {
		return tally, fmt.Errorf("count attempt: %w", err)
	}
	if len(answer) != 2 {
		return tally, fmt.Errorf("count attempt: got %d values instead of 2", len(answer))
	}
	return Tally{
		Allowed: answer[0] <= limit.Max, Near: limit.Free > 0 && answer[0] > limit.Free,
		RetryAfter: time.Duration(answer[1]) * time.Millisecond,
	}, nil
}

// ForgetAttempts resets the counter.
func (c *Cache) ForgetAttempts(ctx context.Context, key string) error {
	if err := c.redis.Del(ctx, "limit:"+key).Err(); err != nil {
		return fmt.Errorf("forget attempts: %w", err)
	}
	return nil
}
