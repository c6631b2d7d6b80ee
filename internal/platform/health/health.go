// Package health reports whether this process should get requests.
package health

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// probeWithin limits the time of one probe. A balancer asks every few seconds, so probes must not queue up.
const probeWithin = 2 * time.Second

// Reasons for not being ready although all parts are.
var (
	ErrStarting = errors.New("about to start")
	ErrDraining = errors.New("about to stop")
)

// Check is one part that this process needs.
type Check struct {
	Name  string
	Probe func(context.Context) error
	Spare bool // the process is ready without it, and still does the most important work
}

// Readiness probes all parts at once. The zero value is ready.
type Readiness struct {
	checks   []Check
	starting atomic.Bool
	draining atomic.Bool
}

// New returns a Readiness with the given checks.
func New(checks ...Check) *Readiness { return &Readiness{checks: checks} }

// Start makes the process not ready until started is called: requests before it listens would be lost.
func (r *Readiness) Start() (started func()) {
	r.starting.Store(true)
	return func() { r.starting.Store(false) }
}

// Drain makes the process not ready for good: it is about to stop, and balancers must send no more requests.
func (r *Readiness) Drain() { r.draining.Store(true) }

// Ready returns nil, ErrStarting, ErrDraining or the errors of the required parts. degraded holds the errors of the other
// parts.
func (r *Readiness) Ready(ctx context.Context) (degraded, err error) {
	if r.draining.Load() {
		return nil, ErrDraining
	}
	if r.starting.Load() {
		return nil, ErrStarting
	}
	var spared, needed []error
	for i, complaint := range r.Report(ctx) {
		if r.checks[i].Spare {
			spared = append(spared, complaint)
			continue
		}
		needed = append(needed, complaint)
	}
	return errors.Join(spared...), errors.Join(needed...)
}

// Report returns one entry per check, in their order; nil for a healthy part.
func (r *Readiness) Report(ctx context.Context) []error {
	complaints := make([]error, len(r.checks))
	var asked sync.WaitGroup
	for i, check := range r.checks {
		asked.Go(func() {
			limited, cancel := context.WithTimeout(ctx, probeWithin)
			defer cancel()
			if err := check.Probe(limited); err != nil {
				complaints[i] = fmt.Errorf("%s: %w", check.Name, err)
			}
		})
	}
	asked.Wait()
	return complaints
}
