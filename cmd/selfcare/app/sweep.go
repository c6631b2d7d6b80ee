package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"text/tabwriter"
	"time"

	sweepacts "selfcare/activities/sweep"
	"selfcare/internal/flow"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/store"
	"selfcare/internal/store/sweep"
)

// shownFindings is the most shown findings.
const shownFindings = 1000

// sweepLate is the age of the last sweep that means a missing one: sweeps run each hour.
const sweepLate = 3 * time.Hour

// errFindings makes the command fail after its table has the reasons.
var errFindings = errors.New("rows and workflows disagree: see above, and docs/runbook.md#selfcarerowswithoutworkflow")

// Sweep compares all rows with their workflows, and writes the findings. With mend it calls the workflows of plans.
func Sweep(ctx context.Context, cfg config.Config, log *slog.Logger, mend, asJSON bool, out io.Writer) (err error) {
	p := &parts{cfg: cfg, log: log, metrics: metrics.New()}
	defer func() { err = p.close(ctx, err) }()
	if err := p.openStore(ctx); err != nil {
		return err
	}
	if err := p.dialTemporal(ctx); err != nil {
		return err
	}
	swept, err := sweepacts.NewFullSweeper(p.store.Sweeps, flow.NewSweeps(p.temporal)).Sweep(ctx, mend)
	if err != nil {
		return err
	}
	findings, err := p.store.Sweeps.Findings(ctx, shownFindings)
	if err != nil {
		return err
	}
	if asJSON {
		err = json.NewEncoder(out).Encode(map[string]any{
			"rows": swept.Rows, "workflows": swept.Workflows, "findings": findings, "count": swept.Findings, "called": swept.Called,
		})
	} else {
		err = writeFindings(out, findings, fmt.Sprintf("%d rows and %d workflows compared: %d findings, %d called",
			swept.Rows, swept.Workflows, swept.Findings, swept.Called))
	}
	if err == nil && swept.Findings > 0 {
		err = errFindings
	}
	return err
}

func writeFindings(out io.Writer, findings []sweep.Finding, sum string) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	var err error
	if len(findings) > 0 {
		_, err = fmt.Fprintln(table, "PROCESS\tWRONG\tWORKFLOW\tSINCE")
	}
	for _, f := range findings {
		_, lineErr := fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", f.Process, f.Kind, f.Workflow, f.FoundAt.UTC().Format(time.RFC3339))
		err = errors.Join(err, lineErr)
	}
	err = errors.Join(err, table.Flush())
	_, lineErr := fmt.Fprintln(out, sum)
	return errors.Join(err, lineErr)
}

// rowsAndWorkflows reports the findings of the last comparison of rows with workflows.
func rowsAndWorkflows(ctx context.Context, s *store.Store, _ time.Time) (string, error) {
	counts, since, err := s.Figures.Sweep(ctx)
	if err != nil {
		return "", err
	}
	var wrong []error
	for _, c := range counts {
		if c.Total() > 0 {
			wrong = append(wrong, fmt.Errorf("%s: %d rows without a workflow, %d late, %d workflows without a row, %d refused writes: run selfcare sweep", c.Process,
				c.WithoutWorkflow, c.Late, c.WorkflowsWithoutRow, c.RefusedWrites))
		}
	}
	if since > sweepLate {
		wrong = append(wrong, fmt.Errorf("not compared for %s: look at the schedule row-sweep in Temporal", since.Round(time.Minute)))
	}
	switch {
	case len(wrong) > 0:
		return "", errors.Join(wrong...)
	case since == 0:
		return "not compared yet", nil
	default:
		return "agree, compared " + since.Round(time.Second).String() + " ago", nil
	}
}
