// Package health answers whether this process should be sent requests.
package health

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// probeWithin is how long one part may take to answer. A balancer asks every few seconds and must not queue up.
const probeWithin = 2 * time.Second

// Why a process is not ready though all its parts are.
var (
	ErrStarting = errors.New("about to start")
	ErrDraining = errors.New("about to stop")
)

// Check is one part this process needs.
type Check struct {
	Name  string
	Probe func(context.Context) error
	Spare bool // without it the process still does what matters most, and is ready
}

// Readiness asks all parts at once. The zero value is ready.
type Readiness struct {
	checks   []Check
	starting atomic.Bool
	draining atomic.Bool
}

// New makes a readiness of checks.
func New(checks ...Check) *Readiness { return &Readiness{checks: checks} }

// Start makes the process not ready until it is said to have started: who is sent requests before its doors are open loses them.
func (r *Readiness) Start() (started func()) {
	r.starting.Store(true)
	return func() { r.starting.Store(false) }
}

// Drain makes the process not ready for good: it is about to stop and balancers must send nobody any more.
func (r *Readiness) Drain() { r.draining.Store(true) }

// Ready answers nil, ErrStarting, ErrDraining or the complaints of the parts that cannot be spared; degraded are those of the others.
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

// Report has one entry per check, in their order; nil for a part that is well.
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
