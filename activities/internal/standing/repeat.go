// Package standing repeats one piece of work: a sender at its queue, a watch over rows.
package standing

import (
	"context"
	"time"

	"go.temporal.io/sdk/activity"
)

const (
	lasts = 10 * time.Minute // after that the workflow starts the activity anew
	beat  = 5 * time.Second
)

// Over is the pause of a turn that ends the activity.
const Over = time.Duration(-1)

// Repeat takes turns until its time is over, a turn says so, or the worker stops. A turn returns the pause before the next one; an
// error ends the activity. Heartbeats go out before each turn and during pauses; a long turn must send its own.
func Repeat(ctx context.Context, turn func(context.Context) (pause time.Duration, err error)) error {
	over := time.NewTimer(lasts)
	defer over.Stop()
	for {
		activity.RecordHeartbeat(ctx)
		pause, err := turn(ctx)
		if err != nil || pause == Over {
			return err
		}
		if ended, err := wait(ctx, over.C, pause); ended {
			return err
		}
	}
}

// wait waits for the pause. It returns true if the activity ends instead.
func wait(ctx context.Context, over <-chan time.Time, pause time.Duration) (ended bool, err error) {
	next, pulse := time.NewTimer(pause), time.NewTicker(beat)
	defer next.Stop()
	defer pulse.Stop()
	for {
		select {
		case <-ctx.Done():
			return true, ctx.Err()
		case <-activity.GetWorkerStopChannel(ctx):
			return true, nil
		case <-over:
			return true, nil
		case <-next.C:
			return false, nil
		case <-pulse.C:
			activity.RecordHeartbeat(ctx)
		}
	}
}
