package app

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/internal/domain/outage"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/platform/metrics"
)

const (
	noteCallsEvery  = 5 * time.Second
	noteCallsWithin = 4 * time.Second
	probeEvery      = 15 * time.Second
	probeWithin     = 12 * time.Second // more than half of the time of a call, so that silence counts as a failure
)

// callWatcher counts calls to partners for Prometheus, and records failing partners and the work that waits for them.
type callWatcher struct {
	*metrics.Metrics

	tally outage.Tally
	notes callNotes
	log   *slog.Logger
}

type callNotes interface {
	Note(ctx context.Context, windows []outage.Window, now time.Time) error
	ListLasting(ctx context.Context, now time.Time) ([]outage.Outage, error)
}

// CountCall counts one call for the order or purchase whose activity makes it.
func (w *callWatcher) CountCall(ctx context.Context, system string, answered bool) {
	var work outage.Work
	if activity.IsActivity(ctx) {
		work, _ = outage.WorkOf(activity.GetInfo(ctx).WorkflowExecution.ID)
	}
	w.tally.Add(system, answered, work, time.Now())
}

// newCallWatcher counts from now on; noteCalls writes down what it counts.
func (p *parts) newCallWatcher() *callWatcher {
	return &callWatcher{Metrics: p.metrics, notes: p.store.Outages, log: p.log}
}

// noteCalls notes how calls go and probes partners that do not answer, until the program ends.
func (p *parts) noteCalls(ctx context.Context, w *callWatcher, outside *partners.Gateways) {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	var stopped sync.WaitGroup
	stopped.Go(func() { doEvery(ctx, noteCallsEvery, w.note) })
	stopped.Go(func() {
		doEvery(ctx, probeEvery, func(ctx context.Context, now time.Time) { w.probe(ctx, outside, now) })
	})
	p.stopping.Add("notes of calls", func(context.Context) error {
		stop()
		stopped.Wait()
		return nil
	})
}

func doEvery(ctx context.Context, pause time.Duration, do func(ctx context.Context, now time.Time)) {
	ticks := time.NewTicker(pause)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-ticks.C:
			do(ctx, now)
		}
	}
}

// probe calls partners that are away and that no work has called for a while. Without it, the outage of a partner that only customers
// cause calls of would last until the next customer.
func (w *callWatcher) probe(ctx context.Context, outside *partners.Gateways, now time.Time) {
	ctx, cancel := context.WithTimeout(ctx, probeWithin)
	defer cancel()
	lasting, err := w.notes.ListLasting(ctx, now)
	if err != nil {
		if ctx.Err() == nil {
			w.log.WarnContext(ctx, "outages could not be read", "error", err)
		}
		return
	}
	for _, o := range lasting {
		if now.Sub(o.FailedAt) >= probeEvery { // another worker, or work, may have called it just now
			partners.Probe(ctx, outside, o.Partner)
		}
	}
}

// note writes the counts down. A failing database loses these seconds: the next calls report the same.
func (w *callWatcher) note(ctx context.Context, now time.Time) {
	windows := w.tally.Take()
	if len(windows) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, noteCallsWithin)
	defer cancel()
	if err := w.notes.Note(ctx, windows, now); err != nil && ctx.Err() != context.Canceled {
		w.log.WarnContext(ctx, "calls to partners could not be recorded", "error", err)
	}
}
