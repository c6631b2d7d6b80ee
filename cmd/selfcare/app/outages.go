package app

import (
	"context"
	"log/slog"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/internal/domain/outage"
	"selfcare/internal/platform/metrics"
)

const (
	noteCallsEvery  = 5 * time.Second
	noteCallsWithin = 4 * time.Second
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
}

// CountCall counts one call for the order or purchase whose activity makes it.
func (w *callWatcher) CountCall(ctx context.Context, system string, answered bool) {
	var work outage.Work
	if activity.IsActivity(ctx) {
		work, _ = outage.WorkOf(activity.GetInfo(ctx).WorkflowExecution.ID)
	}
	w.tally.Add(system, answered, work, time.Now())
}

// watchCalls records the outcomes of calls until the program ends.
func (p *parts) watchCalls(ctx context.Context) *callWatcher {
	w := &callWatcher{Metrics: p.metrics, notes: p.store.Outages, log: p.log}
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		w.noteEvery(ctx, noteCallsEvery)
	}()
	p.stopping.Add("notes of calls", func(context.Context) error {
		stop()
		<-stopped
		return nil
	})
	return w
}

func (w *callWatcher) noteEvery(ctx context.Context, every time.Duration) {
	ticks := time.NewTicker(every)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-ticks.C:
			w.note(ctx, now)
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
		w.log.WarnContext(ctx, "calls to partners not recorded", "error", err)
	}
}
