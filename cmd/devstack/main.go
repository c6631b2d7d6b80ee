// Command devstack runs the whole product on one machine: database, workflow engine, Redis, outside systems, API,
// worker and web app. It is for development and tests, never part of a production image.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
	"github.com/caarlos0/env/v11"

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/devstack"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/logging"
)

type commands struct {
	Run  runCommand  `cmd:"" default:"withargs" help:"Start everything and stop it with Ctrl-C."`
	Seed seedCommand `cmd:"" help:"Put development data into the migrated database of DATABASE_URL, and give the devices certificates of the simulator."`
	Leap leapCommand `cmd:"" help:"Have what comes next for the plan of a line come within seconds: its moments move that much earlier."`
	Set  setCommand  `cmd:"" help:"Change business figures of the stack of STATE_DIR, or of DATABASE_URL, for orders begun from now on."`
}

type runCommand struct {
	WithoutWorker bool `help:"Run no worker; start one yourself with the variables in the state folder's file env."`
}

type seedCommand struct{}

type setCommand struct {
	Figures map[string]string `arg:"" help:"For example holdFor=20s; holdFor=null takes the default again."`
}

type leapCommand struct {
	Number       string `arg:"" help:"For example 0570000001."`
	AutoRecharge bool   `help:"For its auto-recharge instead: it was set up a week earlier, and what was due since is made up for."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends at once
	parsed := kong.Parse(&commands{}, kong.Name("devstack"),
		kong.Description("Runs the whole product on one machine. Ports: PORT, TEMPORAL_PORT, TEMPORAL_UI_PORT, SIMULATOR_PORT, POSTGRES_PORT; folder: STATE_DIR."),
		kong.BindTo(ctx, (*context.Context)(nil)))
	if err := parsed.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "devstack:", err)
		os.Exit(1)
	}
}

// Run starts the stack and waits for Ctrl-C.
func (c runCommand) Run(ctx context.Context) error {
	begin := time.Now()
	settings, err := devstack.Read(env.ToMap(os.Environ()))
	if err != nil {
		return err
	}
	fmt.Println("Starting. State is kept in", settings.StateDir)
	err = devstack.Run(ctx, devstack.Options{
		Settings: settings,
		Roles:    app.Roles{API: true, Worker: !c.WithoutWorker},
		Ready:    func(a devstack.Addresses) { a.Print(os.Stdout, time.Since(begin)) },
	})
	if err == nil {
		fmt.Println("Stopped. Start again with the same command; nothing is lost.")
	}
	return err
}

// Run puts development data into a database.
func (seedCommand) Run(ctx context.Context) error {
	cfg, err := config.FromEnvironment()
	if err != nil {
		return err
	}
	if err := devstack.Seed(ctx, cfg); err != nil {
		return err
	}
	return devstack.Enrol(ctx, cfg, logging.New(os.Stderr, cfg.LogLevel))
}

// running is the configuration of the stack in STATE_DIR.
func running() (config.Config, error) {
	settings, err := devstack.Read(env.ToMap(os.Environ()))
	if err != nil {
		return config.Config{}, err
	}
	return settings.Running()
}

// Run moves a plan forward in time.
func (c leapCommand) Run(ctx context.Context) error {
	cfg, err := running()
	if err != nil {
		return err
	}
	if c.AutoRecharge {
		workflow, err := devstack.LeapAutoRecharge(ctx, cfg, c.Number)
		if err == nil {
			fmt.Printf("What was due in the last week is made up for by %s\n", workflow)
		}
		return err
	}
	s, err := devstack.Leap(ctx, cfg, c.Number)
	if err == nil {
		fmt.Printf("The plan %s is %s; next: %s at %s\n", s.PlanID, s.Stage, s.Step, s.DueAt.Local().Format(time.DateTime))
	}
	return err
}

// Run changes business figures.
func (c setCommand) Run(ctx context.Context) error {
	cfg, err := running()
	if err != nil {
		return err
	}
	return devstack.ChangeSettings(ctx, cfg, c.Figures)
}
