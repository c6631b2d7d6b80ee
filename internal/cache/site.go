package cache

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

// siteKeptFor limits how long old content is shown after a change that Redis missed.
const siteKeptFor = 5 * time.Minute

const siteGeneration = "site:generation"

// Site returns the content that KeepSite stored since the last DropSite; nil without any. Pass the generation to KeepSite, so
// that content from before a change is never stored after it.
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

// StoreSite stores content that was read in a generation.
func (c *Cache) StoreSite(ctx context.Context, generation int64, content []byte) error {
	if err := c.redis.Set(ctx, siteKey(generation), content, siteKeptFor).Err(); err != nil {
		return fmt.Errorf("keep site content: %w", err)
	}
	return nil
}

// DropSite must be called after each change of the content.
func (c *Cache) DropSite(ctx context.Context) error {
	if err := c.redis.Incr(ctx, siteGeneration).Err(); err != nil {
		return fmt.Errorf("drop kept site content: %w", err)
	}
	return nil
}

func siteKey(generation int64) string { return "site:" + strconv.FormatInt(generation, 10) }
