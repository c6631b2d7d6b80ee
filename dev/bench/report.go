package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Report is one run.
type Report struct {
	Started    time.Time `json:"started"`
	Took       string    `json:"took"`
	LoadBefore string    `json:"loadBefore"`
	LoadAfter  string    `json:"loadAfter"`
	Rounds     int       `json:"rounds"`
	Filled     string    `json:"filled,omitempty"` // lines of the databases
	Machine    Machine   `json:"machine"`
	Figures    []Figure  `json:"figures"`
}

func newReport() Report { return Report{Started: time.Now(), LoadBefore: load()} }

func (r *Report) describe(ctx context.Context, b *Bench) (err error) {
	r.Rounds = b.Rounds
	r.Machine, err = b.machine(ctx)
	return err
}

func (r *Report) finish() {
	r.Took, r.LoadAfter = time.Since(r.Started).Round(time.Second).String(), load()
}

// Print writes the table for a terminal.
func (r Report) Print(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "#\tmetric\tgoal\tmeasured\tverdict") // Flush below reports errors
	for _, f := range r.Figures {
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", f.ID, f.What, f.Goal, f.measured(), f.verdict())
	}
	return table.Flush()
}

// WriteRaw stores all measurements under folder, one file per run.
func (r Report) WriteRaw(folder string) (path string, err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("make the folder of raw figures: %w", err)
	}
	raw, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return "", fmt.Errorf("encode raw figures: %w", err)
	}
	path = filepath.Join(folder, r.Started.UTC().Format("20060102T150405Z")+".json")
	if err := os.WriteFile(path, append(raw, '\n'), 0o600); err != nil {
		return "", fmt.Errorf("write raw figures: %w", err)
	}
	return path, nil
}

const preface = `# Benchmarks

Written by ` + "`make bench`" + `. Each figure is the ratio of two things measured in turn in the same run on the same machine, as the
median of %d rounds with the lowest and the highest in brackets. The whole product runs in a process of its own: API and
worker, Postgres, Temporal dev server, simulators without delay. ` + "`go run ./cmd/bench --only P4,P5`" + ` runs some.

- When: %s, for %s
- Machine: %s, %d cores, %d MB, %s
- Load average before and after: %s; %s
- Database: %s
- Versions: %s

| # | metric | compared with | goal | measured | verdict |
|---|---|---|---|---|---|
`

// byHand begins the manual part of the document, which is kept.
const byHand = "\n## Measured once\n"

func keptByHand(path string) (string, error) {
	document, err := os.ReadFile(path) //nolint:gosec // the caller names the file
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read the document: %w", err)
	}
	_, kept, found := strings.Cut(string(document), byHand)
	if !found {
		return "", nil
	}
	return byHand + kept, nil
}

// WriteMarkdown writes the table with its machine and method.
func (r Report) WriteMarkdown(path string) error {
	var text strings.Builder
	fmt.Fprintf(&text, preface, r.Rounds, r.Started.UTC().Format("2 January 2006 15:04 UTC"), r.Took,
		r.Machine.CPU, r.Machine.Cores, r.Machine.MemoryMB, r.Machine.System, r.LoadBefore, r.LoadAfter, cmp.Or(r.Filled, "the development data alone"), r.Machine.versions())
	for _, f := range r.Figures {
		fmt.Fprintf(&text, "| %s | %s | %s | %s | %s | %s |\n", f.ID, f.What, f.Against, f.Goal, f.measured(), f.verdict())
	}
	text.WriteString("\n## What is behind them\n\n")
	for _, f := range r.Figures {
		if f.Note != "" {
			fmt.Fprintf(&text, "- %s, %s: %s.\n", f.ID, f.What, f.Note)
		}
	}
	kept, err := keptByHand(path)
	if err != nil {
		return err
	}
	text.WriteString(method + kept)
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil { //nolint:gosec // a document
		return fmt.Errorf("write the document: %w", err)
	}
	return nil
}

func (m Machine) versions() string {
	names := slices.Sorted(maps.Keys(m.Versions))
	for i, name := range names {
		names[i] = name + " " + m.Versions[name]
	}
	return strings.Join(names, ", ")
}

func notef(format string, args ...any) string { return fmt.Sprintf(format, args...) }
