package main

import (
	"context"
	"os"

	"selfcare/cmd/selfcare/app"
)

type rolloutCommand struct {
	Status  statusCommand  `cmd:"" help:"List the builds of the workers: the current one, waiting ones and draining ones."`
	Ramp    rampCommand    `cmd:"" help:"Send a share of the work to a build."`
	Promote promoteCommand `cmd:"" help:"Give all work to a build; also the way back to an earlier one."`
	Drain   drainCommand   `cmd:"" help:"Wait until the replaced builds are unused."`
}

type statusCommand struct{}

// Run lists the builds.
func (statusCommand) Run(ctx context.Context) error {
	return withRollout(ctx, func(r app.Rollout) error { return r.Status(ctx) })
}

type rampCommand struct {
	Build   string  `arg:"" help:"Name in selfcare rollout status."`
	Percent float32 `required:"" help:"Share of the work, 1 to 100; 0 ends the ramp."`
}

// Run ramps the build up.
func (c rampCommand) Run(ctx context.Context) error {
	return withRollout(ctx, func(r app.Rollout) error { return r.Ramp(ctx, c.Build, c.Percent) })
}

type promoteCommand struct {
	Build string `arg:"" help:"Name in selfcare rollout status."`
	Force bool   `help:"Promote even if none of its workers polls, or if it misses a queue that the present build polls."`
}

// Run promotes the build.
func (c promoteCommand) Run(ctx context.Context) error {
	return withRollout(ctx, func(r app.Rollout) error { return r.Promote(ctx, c.Build, c.Force) })
}

type drainCommand struct {
	Build string `arg:"" optional:"" help:"Build; defaults to all replaced ones."`
	Move  bool   `help:"Move its pinned runs to the current build."`
}

// Run waits for the drain.
func (c drainCommand) Run(ctx context.Context) error {
	return withRollout(ctx, func(r app.Rollout) error { return r.Drain(ctx, c.Build, c.Move) })
}

func withRollout(ctx context.Context, do func(app.Rollout) error) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.WithRollout(ctx, cfg, log, os.Stdout, do)
}
