package tx

import (
	"context"
	"time"
)

// purgeAtOnce keeps each statement of a purge short.
const purgeAtOnce = 5000

// Purge runs a statement that deletes rows from before $1, at most $2 of them, until none is left, and returns their number. It
// may be repeated after an interruption.
func (p Prepared) Purge(ctx context.Context, statement string, before time.Time) (purged int, err error) {
	for {
		changed, err := p.Exec(ctx, statement, before, purgeAtOnce)
		purged += int(changed)
		if err != nil || changed < purgeAtOnce {
			return purged, err
		}
	}
}
