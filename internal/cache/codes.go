package cache

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// ErrNoCode means that there is no open code: never sent, expired, or used.
var ErrNoCode = errors.New("no open code")

// PutCode stores the MAC of a one-time code; an earlier code in the same slot becomes void.
func (c *Cache) PutCode(ctx context.Context, slot string, mac []byte, tries int, ttl time.Duration) error {
	key := codeKey(slot)
	_, err := c.redis.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.Del(ctx, key)
		p.HSet(ctx, key, "mac", mac, "left", tries)
		p.PExpire(ctx, key, ttl)
		return nil
	})
	if err != nil {
		return fmt.Errorf("put code: %w", err)
	}
	return nil
}

// useTry counts the try before the comparison, so that concurrent guesses cannot share a try.
var useTry = redis.NewScript(`
local mac = redis.call('HGET', KEYS[1], 'mac')
if not mac then return false end
return {mac, redis.call('HINCRBY', KEYS[1], 'left', -1)}`)

// TryCode uses one try. It returns the MAC to compare with and the remaining tries, negative when none was left.
func (c *Cache) TryCode(ctx context.Context, slot string) (mac []byte, left int, err error) {
	answer, err := useTry.Run(ctx, c.redis, []string{codeKey(slot)}).Slice()
	switch {
	case errors.Is(err, redis.Nil):
		return nil, 0, ErrNoCode
	case err != nil:
		return nil, 0, fmt.Errorf("try code: %w", err)
	}
	text, isText := answer[0].(string)
	count, isCount := answer[1].(int64)
	if !isText || !isCount {
		return nil, 0, fmt.Errorf("try code: unexpected answer of %T and %T", answer[0], answer[1])
	}
	return []byte(text), int(count), nil
}

// takeIfSame lets one of several correct answers win.
var takeIfSame = redis.NewScript(`
if redis.call('HGET', KEYS[1], 'mac') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`)

// TakeCode uses a code up; false when it was used or replaced a moment ago.
func (c *Cache) TakeCode(ctx context.Context, slot string, mac []byte) (bool, error) {
	taken, err := takeIfSame.Run(ctx, c.redis, []string{codeKey(slot)}, mac).Int()
	if err != nil {
		return false, fmt.Errorf("take code: %w", err)
	}
	return taken == 1, nil
}

// DropCode voids the code of a slot that could not be sent.
func (c *Cache) DropCode(ctx context.Context, slot string) error {
	if err := c.redis.Del(ctx, codeKey(slot)).Err(); err != nil {
		return fmt.Errorf("drop code: %w", err)
	}
	return nil
}

func codeKey(slot string) string { return "code:" + slot }
