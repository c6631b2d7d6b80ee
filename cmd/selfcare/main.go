// Command selfcare is the production binary: web app, API and worker, and the tools of an operator.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"
)

// commands are the words after "selfcare".
type commands struct {
	Serve    serveCommand    `cmd:"" help:"Run the web app, the API and a worker in one process."`
	API      apiCommand      `cmd:"" name:"api" help:"Run the web app and the API."`
	Worker   workerCommand   `cmd:"" help:"Run a worker."`
	Migrate  migrateCommand  `cmd:"" help:"Bring the database up to date and register Temporal's search attributes."`
	Content  contentCommand  `cmd:"" help:"Load the content of the site, show it, or plan a maintenance."`
	Import   importCommand   `cmd:"" help:"Import lists: plans, vouchers, numbers, SIM cards, cities, stores and the like."`
	Access   accessCommand   `cmd:"" help:"Set the permissions of a sub-account."`
	Settings settingsCommand `cmd:"" help:"Show the settings, or set one."`
	Staff    staffCommand    `cmd:"" help:"Manage staff, and help them back in."`
	Audit    auditCommand    `cmd:"" help:"Find tampering with the audit log, or print the head of its seals."`
	Keys     keysCommand     `cmd:"" help:"Show how many values each key has sealed, or seal all values with the first key."`
	ZATCA    zatcaCommand    `cmd:"" name:"zatca" help:"Obtain and renew the certificate of a device that stamps electronic invoices."`
	Partner  partnerCommand  `cmd:"" help:"Check a partner with its sandbox before it goes into service."`
	Rollout  rolloutCommand  `cmd:"" help:"Show which build of the workers takes the work, or change it."`
	Sweep    sweepCommand    `cmd:"" help:"Compare all rows with their workflows, and list what is missing or late."`
	Health   healthCommand   `cmd:"" help:"Ask the process of this machine or container whether it runs, or is ready."`
	Doctor   doctorCommand   `cmd:"" help:"Check the configuration, and each system that it names."`
	Replay   replayCommand   `cmd:"" help:"Replay recorded histories against the workflows of this binary."`
	Env      envCommand      `cmd:"" help:"Print every environment variable with its meaning and default."`
	Version  versionCommand  `cmd:"" help:"Print the version, the commit and its time; so does selfcare --version."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends at once
	parser := kong.Must(&commands{},
		kong.Name("selfcare"),
		kong.Description("Self-service of a mobile operator. Configuration comes from the environment: see selfcare env."),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	parsed, err := parser.Parse(words(os.Args[1:]))
	parser.FatalIfErrorf(err)
	if err := parsed.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "selfcare:", err)
		os.Exit(exitCode(err))
	}
}

// words returns the arguments. `--version` alone is the command of that name: as a flag, it belongs to a version of
// the content.
func words(arguments []string) []string {
	if slices.Equal(arguments, []string{"--version"}) {
		return []string{"version"}
	}
	return arguments
}

// exitCode tells a script the kind of failure, if the error has one.
func exitCode(err error) int {
	var known interface{ ExitCode() int }
	if errors.As(err, &known) {
		return known.ExitCode()
	}
	return 1
}
