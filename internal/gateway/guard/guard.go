// Package guard watches the calls to an outside system, limits their time, and stops them for a while after too many failures.
package guard

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"selfcare/internal/gateway"
	"selfcare/internal/platform/tracing"
)

const (
	defaultTimeout = 10 * time.Second
	longestMargin  = 2 * time.Second
	marginPart     = 5
)

// Outcomes of a call, for the metrics.
const (
	OutcomeDone     = "done"
	OutcomeRefused  = "refused"
	OutcomeNotFound = "not-found"
	OutcomeRetry    = "retry"
	OutcomeUnknown  = "unknown"
)

// Watcher observes the calls. Its methods are called concurrently and must not block.
type Watcher interface {
	CallDone(system, operation, outcome string, took time.Duration)
	CircuitChanged(system, state string)
	// CountCall gets each call that says something about the system: whether it answered. A call that the circuit blocked
	// counts as unanswered. ctx is that of the call.
	CountCall(ctx context.Context, system string, answered bool)
}

type unwatched struct{}

func (unwatched) CallDone(_, _, _ string, _ time.Duration) {}
func (unwatched) CircuitChanged(_, _ string)               {}
func (unwatched) CountCall(context.Context, string, bool)  {}

// Config names a system and sets its limits.
type Config struct {
	System  string        // name in errors, logs and metrics
	Timeout time.Duration // of one whole call, shortened by the caller's deadline; zero means 10 s
	Circuit Circuit       // zero means the defaults
}

// Guard stands before one outside system. It never repeats a call, because only the caller knows the effect of a repeat.
type Guard struct {
	system  string
	timeout time.Duration
	circuit *circuit
	watch   Watcher
}

// New returns the guard of a system. watch may be nil.
func New(cfg Config, watch Watcher, log *slog.Logger) *Guard {
	if cfg.Timeout <= 0 {
		cfg.Timeout = defaultTimeout
	}
	if watch == nil {
		watch = unwatched{}
	}
	return &Guard{system: cfg.System, timeout: cfg.Timeout, circuit: newCircuit(cfg.System, cfg.Circuit, watch, log), watch: watch}
}

// Do makes one call. call sends it within the time of its context, and reports whether the system behaved: a refusal is a healthy
// answer. Its error, if any, is exactly one of the gateway errors, and so is that of Do.
func (g *Guard) Do(ctx context.Context, operation string, call func(ctx context.Context) (healthy bool, err error)) error {
	started := time.Now()
	ctx, span := tracing.Call(ctx, g.system, operation)
	err := g.callGuarded(ctx, call)
	tracing.Ended(span, outcome(err), err != nil)
	g.watch.CallDone(g.system, operation, outcome(err), time.Since(started))
	if err != nil {
		return fmt.Errorf("%s %s: %w", g.system, operation, err)
	}
	return nil
}

func (g *Guard) callGuarded(ctx context.Context, call func(ctx context.Context) (healthy bool, err error)) error {
	if !g.circuit.enter() {
		g.watch.CountCall(ctx, g.system, false)
		return fmt.Errorf("circuit open: %w", gateway.ErrRetry)
	}
	within := g.within(ctx)
	patient := within >= g.timeout/2
	limited, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	healthy, err := call(limited)
	givenUp := errors.Is(ctx.Err(), context.Canceled) || !patient && timedOut(err)
	g.circuit.leave(healthy, givenUp)
	if healthy || !givenUp {
		g.watch.CountCall(ctx, g.system, healthy)
	}
	return err
}

func timedOut(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

// within ends a call before its caller's deadline: an activity cut off by Temporal could not tell an unknown outcome from a
// call that never began.
func (g *Guard) within(ctx context.Context) time.Duration {
	deadline, limited := ctx.Deadline()
	if !limited {
		return g.timeout
	}
	left := time.Until(deadline)
	return min(g.timeout, left-min(left/marginPart, longestMargin))
}

func outcome(err error) string {
	switch {
	case err == nil:
		return OutcomeDone
	case errors.Is(err, gateway.ErrFinal):
		return OutcomeRefused
	case errors.Is(err, gateway.ErrNotFound):
		return OutcomeNotFound
	case errors.Is(err, gateway.ErrUnknown):
		return OutcomeUnknown
	default:
		return OutcomeRetry
	}
}
