// Command scale fills a database with very many lines, makes every call of the store, and prints each statement with its work.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"selfcare/dev/bench"
	"selfcare/dev/embedded/postgres"
	"selfcare/dev/scale"
)

var options struct {
	Lines   int     `help:"Lines of the database." default:"200000"`
	History float64 `help:"Share of the usual rows of a line's past." default:"1"`
	Folder  string  `help:"Folder of the database, which stays for the next run, and of the raw figures." default:".bench" type:"path"`

	Figures  bool     `help:"Measure the whole product against a nearly empty database instead."`
	Near     int      `help:"Lines of the nearly empty database." default:"6000"`
	Rounds   int      `help:"Rounds per figure." default:"5"`
	Only     []string `help:"Figures to measure, all if left out: S1 to S11."`
	Devstack string   `help:"The product." default:"bin/devstack" type:"path"`
}

// ports of the product on the filled database. Those of the other one are a hundred higher.
var ports = bench.Ports{API: 29080, Temporal: 29233, TemporalUI: 29243, Simulators: 29090, Postgres: 29442}

func main() {
	kong.Parse(&options, kong.Description("Prints the work of each statement in a database with very many lines. Run it in the root of the repository."))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	work := run
	if options.Figures {
		work = measure
	}
	err := work(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

func say(what string, took time.Duration) {
	fmt.Fprintf(os.Stderr, "%8s %s\n", took.Round(time.Millisecond), what)
}

// measure prints figures of the whole product. A missed goal is a result in the table, not an error.
func measure(ctx context.Context) error {
	var sides [2]bench.Filled
	for i, lines := range []int{options.Lines, options.Near} {
		sides[i].Size = scale.Size{Lines: lines, History: options.History}
		begun := time.Now()
		server, err := scale.Serve(ctx, postgres.PackageBin("web"), options.Folder+"/scale", sides[i].Size, say)
		if err != nil {
			return err
		}
		defer server.Stop()
		sides[i].URL, sides[i].Application = server.URL(scale.Database), server.ApplicationURL(scale.Database)
		fmt.Fprintf(os.Stderr, "%d lines are ready after %s.\n", lines, time.Since(begun).Round(time.Second))
	}
	report, err := bench.RunFilled(ctx, bench.Options{
		Devstack: options.Devstack, Only: options.Only, Rounds: options.Rounds, Ports: ports, Progress: os.Stderr,
	}, sides[0], sides[1], ".")
	if len(report.Figures) == 0 {
		return err
	}
	raw, failed := report.WriteRaw(options.Folder)
	fmt.Println("Raw figures:", raw)
	return errors.Join(err, failed, report.Print(os.Stdout))
}

func run(ctx context.Context) error {
	size := scale.Size{Lines: options.Lines, History: options.History}
	begun, filled := time.Now(), map[string]string{}
	server, err := scale.Start(ctx, postgres.PackageBin("web"), options.Folder+"/scale", size, func(what string, took time.Duration) {
		filled[what] = took.Round(time.Millisecond).String()
		say(what, took)
	})
	if err != nil {
		return err
	}
	defer server.Stop()
	fmt.Fprintf(os.Stderr, "The database is ready after %s.\n", time.Since(begun).Round(time.Second))
	report, err := scale.Run(ctx, server.URL(scale.Database), ".")
	if err != nil {
		return err
	}
	report.Size, report.Filled = size, filled
	if err := report.Print(os.Stdout); err != nil {
		return err
	}
	raw, err := report.WriteRaw(options.Folder)
	if err != nil {
		return err
	}
	fmt.Printf("%d statements of %d calls that were refused or answered, after %s. Raw figures: %s\n",
		len(report.Statements), len(report.Refused), time.Since(begun).Round(time.Second), raw)
	return nil
}
