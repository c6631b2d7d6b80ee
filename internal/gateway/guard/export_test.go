package guard

import (
	"context"
	"time"
)

// Within returns how long one call may take for a caller.
func Within(ctx context.Context, g *Guard) time.Duration { return g.within(ctx) }
