package guard

import (
	"log/slog"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
)

// Circuit sets when calls to a system stop: enough calls failed within the window. After the pause a few calls try it again.
type Circuit struct {
	FailureRate float64       // 0 < rate ≤ 1; zero means 0.5
	MinCalls    uint          // fewer calls in the window are no evidence; zero means 20
	Window      time.Duration // zero means 10 s
	Pause       time.Duration // zero means 5 s
	Trials      uint          // successful calls needed to close it again; zero means 2
}

func (c Circuit) withDefaults() Circuit {
	if c.FailureRate <= 0 || c.FailureRate > 1 {
		c.FailureRate = 0.5
	}
	if c.MinCalls == 0 {
		c.MinCalls = 20
	}
	if c.Window <= 0 {
		c.Window = 10 * time.Second
	}
	if c.Pause <= 0 {
		c.Pause = 5 * time.Second
	}
	if c.Trials == 0 {
		c.Trials = 2
	}
	return c
}

type circuit struct {
	breaker circuitbreaker.CircuitBreaker[any]
}

func newCircuit(system string, cfg Circuit, watch Watcher, log *slog.Logger) *circuit {
	cfg = cfg.withDefaults()
	watch.CircuitChanged(system, circuitbreaker.ClosedState.String()) // so that the gauge exists before the first failure
	return &circuit{breaker: circuitbreaker.NewBuilder[any]().
		WithFailureRateThreshold(cfg.FailureRate, cfg.MinCalls, cfg.Window).
		WithDelay(cfg.Pause).
		WithSuccessThreshold(cfg.Trials).
		OnStateChanged(func(event circuitbreaker.StateChangedEvent) {
			watch.CircuitChanged(system, event.NewState.String())
			log.Warn("circuit changed", "system", system, "before", event.OldState.String(), "after", event.NewState.String())
		}).
		Build()}
}

// enter asks for permission to call. Each true must be followed by one leave.
func (c *circuit) enter() bool { return c.breaker.TryAcquirePermit() }

// leave records the result of the call. A call that its caller gave up, or had little time for, says nothing about the system.
// During a trial its permit must still be returned, so it counts as a failure.
func (c *circuit) leave(healthy, givenUp bool) {
	switch {
	case healthy:
		c.breaker.RecordSuccess()
	case !givenUp || !c.breaker.IsClosed():
		c.breaker.RecordFailure()
	}
}
