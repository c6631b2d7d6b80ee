package main

import (
	"context"
	"os"

	"selfcare/cmd/selfcare/app"
)

type rolloutCommand struct {
	Status  statusCommand  `cmd:"" help:"List the builds of the workers: which takes the work, which waits, which drains."`
	Ramp    rampCommand    `cmd:"" help:"Send a share of the work to a build."`
	Promote promoteCommand `cmd:"" help:"Give all work to a build; also the way back to an earlier one."`
	Drain   drainCommand   `cmd:"" help:"Wait until nothing needs the builds that have been replaced."`
}

type statusCommand struct{}

// Run lists the builds.
func (statusCommand) Run(ctx context.Context) error {
	return withRollout(ctx, func(r app.Rollout) error { return r.Status(ctx) })
}

type rampCommand struct {
	Build   string  `arg:"" help:"As rollout status shows it."`
	Percent float32 `required:"" help:"Share of the work, 1 to 100; 0 ends the ramp."`
}

// Run ramps.
func (c rampCommand) Run(ctx context.Context) error {
	return withRollout(ctx, func(r app.Rollout) error { return r.Ramp(ctx, c.Build, c.Percent) })
}

type promoteCommand struct {
	Build string `arg:"" help:"As rollout status shows it."`
	Force bool   `help:"Even where none of its workers polls, or it leaves a queue alone that the present build polls."`
}

// Run promotes.
func (c promoteCommand) Run(ctx context.Context) error {
	return withRollout(ctx, func(r app.Rollout) error { return r.Promote(ctx, c.Build, c.Force) })
}

type drainCommand struct {
	Build string `arg:"" optional:"" help:"One build; all that have been replaced where not said."`
	Move  bool   `help:"Let runs that are pinned to it go on with the current build."`
}

// Run waits.
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
