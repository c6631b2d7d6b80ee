package scale

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"
)

// Report is one run of all calls.
type Report struct {
	Size       Size              `json:"size"`
	At         time.Time         `json:"at"`
	Filled     map[string]string `json:"filled,omitempty"` // seconds of each table, if this run has filled the database
	Statements []*Statement      `json:"statements"`
	Refused    map[string]string `json:"refused"` // calls that the database or the store has refused
	Unseen     []string          `json:"unseen"`  // functions of the store that send statements, and that no call has reached
}

// Print writes a row for each statement, the costliest first.
func (r Report) Print(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintln(table, "pages\tms\trows\trows read\tof table\tread whole\tcall\tfunction\t") // Flush below reports errors
	for _, s := range r.Statements {
		name, read := s.mostRead()
		caller := s.Caller
		if s.Within {
			caller += " (in the database)"
		}
		_, _ = fmt.Fprintf(table, "%d\t%.1f\t%d\t%d\t%s\t%s\t%s\t%s\t\n", s.Buffers, s.Millis, s.Rows, read, name, strings.Join(s.Sequential, " "), s.Call, caller)
	}
	return table.Flush()
}

// WriteRaw stores the whole report with its plans.
func (r Report) WriteRaw(folder string) (path string, err error) {
	path = filepath.Join(folder, fmt.Sprintf("scale-%d-%s.json", r.Size.Lines, r.At.UTC().Format("20060102-150405")))
	raw, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return "", fmt.Errorf("encode the report: %w", err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("make the folder of the report: %w", err)
	}
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		return "", fmt.Errorf("write the report: %w", err)
	}
	return path, nil
}
