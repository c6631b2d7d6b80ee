package cache

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

// siteKeptFor bounds how long old content can be shown when Redis was away while the content changed.
const siteKeptFor = 5 * time.Minute

const siteGeneration = "site:generation"

// Site is what KeepSite kept since the last DropSite; nil when there is nothing. The generation belongs into KeepSite:
// content that was read before a change is then never kept after it.
func (c *Cache) Site(ctx context.Context) (content []byte, generation int64, err error) {
	generation, err = c.redis.Get(ctx, siteGeneration).Int64()
	if err != nil && !errors.Is(err, redis.Nil) {
		return nil, 0, fmt.Errorf("read generation of site content: %w", err)
	}
	content, err = c.redis.Get(ctx, siteKey(generation)).Bytes()
	if err != nil && !errors.Is(err, redis.Nil) {
		return nil, 0, fmt.Errorf("read kept site content: %w", err)
	}
	return content, generation, nil
}

// KeepSite keeps content that was read in a generation.
func (c *Cache) KeepSite(ctx context.Context, generation int64, content []byte) error {
	if err := c.redis.Set(ctx, siteKey(generation), content, siteKeptFor).Err(); err != nil {
		return fmt.Errorf("keep site content: %w", err)
	}
	return nil
}

// DropSite is to be called after each change of the content.
func (c *Cache) DropSite(ctx context.Context) error {
	if err := c.redis.Incr(ctx, siteGeneration).Err(); err != nil {
		return fmt.Errorf("drop kept site content: %w", err)
	}
	return nil
}

func siteKey(generation int64) string { return "site:" + strconv.FormatInt(generation, 10) }
