package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"selfcare/internal/platform/config"
	"selfcare/internal/platform/health"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/platform/rollout"
	"selfcare/worker"
)

// promoteWithin is the time of a new worker to poll every queue before ramp and promote give up.
const promoteWithin = 30 * time.Second

// Rollout are an operator's actions on the builds of the workers.
type Rollout struct {
	parts      *parts
	deployment *rollout.Deployment
	out        io.Writer
}

// WithRollout connects, does something and closes the connection again.
func WithRollout(ctx context.Context, cfg config.Config, log *slog.Logger, out io.Writer, do func(Rollout) error) (err error) {
	p := &parts{cfg: cfg, log: log, metrics: metrics.New()}
	defer func() { err = p.close(ctx, err) }()
	if err := p.dialTemporal(ctx); err != nil {
		return err
	}
	return do(Rollout{p, p.deployment(), out})
}

func (p *parts) deployment() *rollout.Deployment {
	return rollout.New(p.temporal, p.cfg.Temporal.Namespace, worker.Deployment, worker.Queues)
}

// Status writes a line per build, newest first.
func (r Rollout) Status(ctx context.Context) error {
	versions, err := r.deployment.Status(ctx)
	if err != nil {
		return err
	}
	if len(versions) == 0 {
		return r.say("no worker has polled yet\n")
	}
	table := tabwriter.NewWriter(r.out, 0, 0, 2, ' ', 0)
	_, err = fmt.Fprintln(table, "BUILD\tSTATE\tWORKERS")
	for _, v := range versions {
		_, lineErr := fmt.Fprintf(table, "%s\t%s\t%d%s\n", v.BuildID, stateText(v), v.Workers, missingText(v))
		err = errors.Join(err, lineErr)
	}
	return errors.Join(err, table.Flush())
}

func stateText(v rollout.Version) string {
	if v.State == rollout.Ramping {
		return fmt.Sprintf("%s %g %%", v.State, v.Percent)
	}
	return string(v.State)
}

// missingText matters when work may go to a build that does not poll all of its queues.
func missingText(v rollout.Version) string {
	if len(v.Missing) == 0 || v.State == rollout.Drained {
		return ""
	}
	return fmt.Sprintf("\tnot polled: %v", v.Missing)
}

func (r Rollout) say(text string, args ...any) error {
	_, err := fmt.Fprintf(r.out, text, args...)
	return err
}

// Ramp sends a share of the work to a build; an empty build ends the ramp.
func (r Rollout) Ramp(ctx context.Context, build string, percent float32) error {
	if err := r.whenPolled(ctx, func() error { return r.deployment.Ramp(ctx, build, percent) }); err != nil {
		return err
	}
	return r.Status(ctx)
}

// Promote gives all work to a build.
func (r Rollout) Promote(ctx context.Context, build string, force bool) error {
	if err := r.whenPolled(ctx, func() error { return r.deployment.Promote(ctx, build, force) }); err != nil {
		return err
	}
	return r.Status(ctx)
}

// whenPolled gives newly started workers a moment.
func (r Rollout) whenPolled(ctx context.Context, do func() error) error {
	patience, cancel := context.WithTimeout(ctx, promoteWithin)
	defer cancel()
	again := time.NewTicker(time.Second)
	defer again.Stop()
	for {
		err := do()
		if !errors.Is(err, rollout.ErrNotPolled) {
			return err
		}
		select {
		case <-again.C:
		case <-patience.Done():
			return err
		}
	}
}

// Drain waits until a build is unused; without a build, until all replaced ones are unused.
func (r Rollout) Drain(ctx context.Context, build string, move bool) error {
	drained, err := r.listReplaced(ctx, build)
	if err != nil {
		return err
	}
	for _, one := range drained {
		told := -1
		err := r.deployment.Drain(ctx, one, move, func(pinned int) {
			if pinned != told {
				told = pinned
				_ = r.say("%s drains: %d runs are pinned to it\n", one, pinned) // only the end matters
			}
		})
		if err == nil {
			err = r.say("%s is drained: its workers may be stopped\n", one)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r Rollout) listReplaced(ctx context.Context, build string) ([]string, error) {
	if build != "" {
		return []string{build}, nil
	}
	versions, err := r.deployment.Status(ctx)
	var found []string
	for _, v := range versions {
		if v.State == rollout.Draining {
			found = append(found, v.BuildID)
		}
	}
	if err == nil && len(found) == 0 {
		err = r.say("nothing drains\n")
	}
	return found, err
}

// versionInForce is not ready until a build takes the work, and in a process that promotes its own build, until that
// one does: an earlier order would wait. A build in force stays in force, so the check then passes without a call, and
// a failing Temporal takes no API out of service.
func (p *parts) versionInForce(roles Roles) health.Check {
	var known atomic.Bool
	return health.Check{Name: "worker version", Probe: func(ctx context.Context) error {
		if known.Load() {
			return nil
		}
		current, err := p.deployment().Current(ctx)
		switch {
		case err != nil:
		case current == "":
			err = errors.New("no build of the workers is current yet: start a worker, see selfcare rollout status")
		case roles.Worker && roles.Promote && current != roles.BuildID:
			err = fmt.Errorf("build %s takes the work until %s has been promoted", current, roles.BuildID)
		}
		known.Store(err == nil)
		return err
	}}
}

// takeWork makes this build the current one on request, or if there is none yet. The worker runs all the time; only
// its work waits.
func (p *parts) takeWork(ctx context.Context, build string, promote bool) {
	trying, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		p.awaitWork(trying, build, promote)
	}()
	p.stopping.Add("rollout", func(context.Context) error { stop(); <-ended; return nil })
}

func (p *parts) awaitWork(ctx context.Context, build string, promote bool) {
	deployment, current := p.deployment(), build
	var err error
	if promote {
		err = deployment.AwaitTakeover(ctx, build)
	} else {
		current, err = deployment.AwaitFirst(ctx, build)
	}
	switch {
	case ctx.Err() != nil: // the process is stopping
	case err != nil:
		p.log.ErrorContext(ctx, "build gets no work", "build", build, "error", err)
	case current == build:
		p.log.InfoContext(ctx, "build takes the work", "build", build)
	default:
		p.log.InfoContext(ctx, "build waits to be promoted: selfcare rollout ramp or promote", "build", build, "current", current)
	}
}
