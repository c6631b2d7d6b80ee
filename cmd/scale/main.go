// Command scale fills a database with very many lines, makes every call of the store, and prints each statement with its work.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"selfcare/dev/embedded/postgres"
	"selfcare/dev/scale"
)

var options struct {
	Lines   int     `help:"Lines of the database." default:"200000"`
	History float64 `help:"Share of the usual rows of a line's past." default:"1"`
	Folder  string  `help:"Folder of the database, which stays for the next run, and of the raw figures." default:".bench" type:"path"`
}

func main() {
	kong.Parse(&options, kong.Description("Prints the work of each statement in a database with very many lines. Run it in the root of the repository."))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	size := scale.Size{Lines: options.Lines, History: options.History}
	begun, filled := time.Now(), map[string]string{}
	server, err := scale.Start(ctx, postgres.PackageBin("web"), options.Folder+"/scale", size, func(what string, took time.Duration) {
		filled[what] = took.Round(time.Millisecond).String()
		fmt.Fprintf(os.Stderr, "%8s %s\n", took.Round(time.Millisecond), what)
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
