// Command bench runs the whole product, measures it against bare and naive peers, prints a table and writes
// docs/benchmarks.md.
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
	"selfcare/dev/bench/reads"
	"selfcare/dev/embedded/postgres"
	"selfcare/dev/scale"
)

var options struct {
	Only     []string `help:"Figures to measure, all if left out: ${ids}."`
	Rounds   int      `help:"Rounds per figure." default:"5"`
	Lines    int      `help:"Idle lines in the database, of dev/scale; 0: those of the development data alone."`
	Devstack string   `help:"The product." default:"bin/devstack" type:"path"`
	InClear  string   `help:"The product whose payloads are in clear." default:"bin/devstack-in-clear" type:"path"`
	Document string   `help:"Where the table goes; written only when everything is measured." default:"docs/benchmarks.md" type:"path"`
	Raw      string   `help:"Folder of the raw figures." default:".bench" type:"path"`

	Apart string `help:"A bare handler that the program runs in a second process." enum:",plain,etag" default:"" hidden:""`

	APIPort        int `help:"Port of the stack under test." default:"28080"`
	TemporalPort   int `help:"Port of the stack under test." default:"27233"`
	TemporalUIPort int `help:"Port of the stack under test." default:"28233"`
	SimulatorPort  int `help:"Port of the stack under test." default:"28090"`
	PostgresPort   int `help:"Port of the stack under test." default:"25442"`
}

func main() {
	kong.Parse(&options, kong.Description("Measures the product against bare and naive peers."),
		kong.Vars{"ids": fmt.Sprint(bench.IDs())})
	if options.Apart != "" {
		fail(reads.ServeApart(options.Apart, os.Stdin, os.Stdout))
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	stop()
	fail(err)
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// fill copies a database with idle lines, because some measurements spoil it. release drops the copy.
func fill(ctx context.Context) (filled *bench.Filled, release func() error, err error) {
	if options.Lines == 0 {
		return nil, func() error { return nil }, nil
	}
	size := scale.Size{Lines: options.Lines, History: 1}
	server, err := scale.Serve(ctx, postgres.PackageBin("web"), options.Raw+"/scale", size, func(what string, took time.Duration) {
		fmt.Fprintf(os.Stderr, "%8s %s\n", took.Round(time.Millisecond), what)
	})
	if err != nil {
		return nil, nil, err
	}
	drop, err := scale.Copy(ctx, server)
	if err != nil {
		server.Stop()
		return nil, nil, err
	}
	release = func() error {
		err := drop()
		server.Stop()
		return err
	}
	return &bench.Filled{Size: size, URL: server.URL(scale.Copied), Application: server.ApplicationURL(scale.Copied)}, release, nil
}

// run measures. A missed goal is a result in the table, not an error.
func run(ctx context.Context) (err error) {
	filled, release, err := fill(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	report, err := bench.Run(ctx, bench.Options{
		Filled:   filled,
		Devstack: options.Devstack, InClear: options.InClear, Only: options.Only, Rounds: options.Rounds, Progress: os.Stderr,
		Ports: bench.Ports{
			API: options.APIPort, Temporal: options.TemporalPort, TemporalUI: options.TemporalUIPort,
			Simulators: options.SimulatorPort, Postgres: options.PostgresPort,
		},
	})
	if err != nil {
		return err
	}
	raw, err := report.WriteRaw(options.Raw)
	if err != nil {
		return err
	}
	if len(options.Only) == 0 {
		if err := report.WriteMarkdown(options.Document); err != nil {
			return err
		}
	}
	fmt.Println("Raw figures:", raw)
	return report.Print(os.Stdout)
}
