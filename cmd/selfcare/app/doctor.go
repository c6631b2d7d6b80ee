package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"text/tabwriter"
	"time"

	"selfcare/internal/platform/config"
)

// examineWithin is the time of one part to answer the doctor.
const examineWithin = 5 * time.Second

// errUnwell makes the doctor's command fail after its table has the reasons.
var errUnwell = errors.New("something is missing or wrong: see the table above")

// examination is one line of the doctor's table.
type examination struct {
	part string
	// look returns the finding, or the fault.
	look func(context.Context) (found string, err error)
}

// Doctor writes one line per part of the surroundings and returns an error if one has a fault.
func Doctor(ctx context.Context, variables map[string]string, out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	cfg, err := config.Parse(variables)
	problems := []error{writeLine(table, "configuration", cfg.Environment, err)}
	unwell := err != nil
	if !unwell { // with half a configuration every other line would fail for the same reason
		var written error
		unwell, written = examineAll(ctx, cfg, table)
		problems = append(problems, written)
	}
	problems = append(problems, table.Flush())
	if unwell {
		problems = append(problems, errUnwell)
	}
	return errors.Join(problems...)
}

func examineAll(ctx context.Context, cfg config.Config, table io.Writer) (unwell bool, written error) {
	quiet := slog.New(slog.DiscardHandler)
	for _, e := range examinations(cfg, quiet) {
		found, err := examine(ctx, e)
		if lacksTable(err) {
			unwell = true
			continue
		}
		unwell = unwell || isFault(err)
		written = errors.Join(written, writeLine(table, e.part, found, err))
	}
	return unwell, written
}

func examine(ctx context.Context, e examination) (string, error) {
	limited, cancel := context.WithTimeout(ctx, examineWithin)
	defer cancel()
	return e.look(limited)
}

// isFault tells whether a finding makes the command fail.
func isFault(err error) bool {
	return err != nil && !errors.As(err, new(notYetError)) && !errors.As(err, new(warningError))
}

// writeLine writes "ok", "WRONG", "NOT YET" for a part that the first start creates, or "WARNING" for a fault of the near future; an
// error of several sentences becomes several lines.
func writeLine(out io.Writer, part, found string, err error) error {
	if err == nil {
		_, writeErr := fmt.Fprintf(out, "ok\t%s\t%s\n", part, found)
		return writeErr
	}
	verdict := "WRONG"
	switch {
	case errors.As(err, new(notYetError)):
		verdict = "NOT YET"
	case errors.As(err, new(warningError)):
		verdict = "WARNING"
	}
	var writeErrs []error
	for sentence := range strings.SplitSeq(err.Error(), "\n") {
		_, writeErr := fmt.Fprintf(out, "%s\t%s\t%s\n", verdict, part, sentence)
		writeErrs = append(writeErrs, writeErr)
	}
	return errors.Join(writeErrs...)
}
