package vas

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/standing"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/vas"
	vasstore "selfcare/internal/store/vas"
)

const (
	most = 200 // services ended at a time
)

// Every is how often services to end are looked for.
const Every = time.Minute

// Ending ends services at the partner: those that were cancelled, whose cycle is over, or whose line has ended.
type Ending struct {
	gateway vas.Gateway
	held    heldServices
	now     func() time.Time
	every   time.Duration
}

type heldServices interface {
	ToEnd(ctx context.Context, now time.Time, most int) ([]vasstore.Held, error)
	End(ctx context.Context, id string, at time.Time) error
}

// NewEnding takes the partner's port, the services of lines, and the pause between two runs.
func NewEnding(g vas.Gateway, h heldServices, every time.Duration) *Ending {
	return &Ending{g, h, time.Now, every}
}

// EndServices ends the due services each minute, until its time is over or the worker stops.
func (e *Ending) EndServices(ctx context.Context) error {
	return standing.Repeat(ctx, func(ctx context.Context) (time.Duration, error) {
		return e.every, failure.Map("end services", e.EndDue(ctx))
	})
}

// EndDue ends the services that are due now. A service that the partner does not end must not block the rest; it is tried
// again.
func (e *Ending) EndDue(ctx context.Context) error {
	due, err := e.held.ToEnd(ctx, e.now(), most)
	if err != nil {
		return err
	}
	var failed error
	for _, held := range due {
		err := e.gateway.End(ctx, held.ID)
		if err == nil || errors.Is(err, gateway.ErrNotFound) {
			err = e.held.End(ctx, held.ID, e.now())
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("service of purchase %s: %w", held.ID, err))
		}
	}
	return failed
}
