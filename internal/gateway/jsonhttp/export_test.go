package jsonhttp

import (
	"context"
	"time"
)

// Within returns how long one call of the client may take for a caller.
func Within(ctx context.Context, c *Client) time.Duration { return c.within(ctx) }
