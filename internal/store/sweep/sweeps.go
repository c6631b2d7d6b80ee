package sweep

import (
	"context"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/sweep"
)

// Finding is a row without its workflow, a workflow without its row, or a late row.
type Finding struct {
	Process  string     `json:"process"`
	Kind     sweep.Kind `json:"kind"`
	Workflow string     `json:"workflow"` // id
	FoundAt  time.Time  `json:"foundAt"`
}

// Sweeps reads the rows of processes, and stores the findings.
type Sweeps struct{ DB bun.IDB }

func wrap(operation string, err error) error {
	if err == nil || errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return fmt.Errorf("%s: %w", operation, err)
}

// Place is the progress of a process's sweep.
type Place struct {
	RowKey string
	Page   []byte
}

// Place returns where the sweep of a process continues; empty at its beginning.
func (q Sweeps) Place(ctx context.Context, p Process) (at Place, err error) {
	var page string
	err = q.DB.NewSelect().Table("sweeps").Column("row_key", "page").Where("process = ?", p.Name).Scan(ctx, &at.RowKey, &page)
	if err := wrap("find place of sweep", err); err != nil {
		return at, err
	}
	at.Page, err = base64.StdEncoding.DecodeString(page)
	return at, wrap("find place of sweep", err)
}

func (p Process) open() string {
	return p.underWay + " AND " + p.changedAt + " < now() - interval '" + settled + "'"
}

// goesOn is the condition for rows with work: under way, or due at some time.
func (p Process) goesOn() string {
	if p.mayBeLate == "" {
		return p.underWay
	}
	return p.underWay + " OR " + p.mayBeLate
}

func (p Process) late() string {
	return p.mayBeLate + " AND " + p.dueAt + " < now() - interval '" + overdue + "'"
}

// StillOpen returns those of the workflows whose row is open, and not just written.
func (q Sweeps) StillOpen(ctx context.Context, p Process, workflows []string) ([]string, error) {
	if p.key == "" {
		return nil, nil
	}
	return q.among(ctx, p, workflows, p.open())
}

// StillLate returns those of the workflows whose row is late.
func (q Sweeps) StillLate(ctx context.Context, p Process, workflows []string) ([]string, error) {
	if p.mayBeLate == "" {
		return nil, nil
	}
	return q.among(ctx, p, workflows, p.late())
}

// ListKnown returns those of the workflows that have a row.
func (q Sweeps) ListKnown(ctx context.Context, p Process, workflows []string) ([]string, error) {
	return q.among(ctx, p, workflows, "true")
}

// Has tells whether a workflow id belongs to the process.
func (p Process) Has(workflow string) bool { return strings.HasPrefix(workflow, p.Prefix) }

// idsOf returns the rest of the ids after the prefix, without ids that no row can have.
func (p Process) idsOf(workflows []string) (ids []string) {
	for _, workflow := range workflows {
		id := strings.TrimPrefix(workflow, p.Prefix)
		if p.isID != nil && !p.isID(id) {
			continue
		}
		ids = append(ids, id)
	}
	return ids
}

// ListFound returns the findings of a process and kind.
func (q Sweeps) ListFound(ctx context.Context, p Process, kind sweep.Kind, most int) (workflows []string, err error) {
	err = q.DB.NewSelect().Table("sweep_findings").Column("workflow").Where("process = ?", p.Name).Where("kind = ?", kind).Order("workflow").Limit(int64(most)).
		Scan(ctx, &workflows)
	return workflows, wrap("read findings", err)
}

// Forget deletes findings of a process and kind that are over.
func (q Sweeps) Forget(ctx context.Context, p Process, kind sweep.Kind, workflows []string) error {
	if len(workflows) == 0 {
		return nil
	}
	_, err := q.DB.NewDelete().Table("sweep_findings").Where("process = ?", p.Name).Where("kind = ?", kind).Where("workflow = ANY (?)", pgdialect.Array(workflows)).
		Exec(ctx)
	return wrap("drop findings", err)
}

// Findings returns the oldest findings.
func (q Sweeps) Findings(ctx context.Context, most int) (all []Finding, err error) {
	err = q.DB.NewSelect().Table("sweep_findings").Column("process", "kind", "workflow", "found_at").
		Order("process", "kind", "found_at", "workflow").Limit(int64(most)).Scan(ctx, &all)
	return all, wrap("read findings", err)
}

// Counts returns an entry for each process, also without findings.
func (q Sweeps) Counts(ctx context.Context) ([]sweep.Count, error) {
	var rows []struct {
		Process  string
		Kind     sweep.Kind
		Findings int
	}
	err := q.DB.NewSelect().Table("sweep_findings").Column("process", "kind").ColumnExpr("count(*) AS findings").Group("process", "kind").Scan(ctx, &rows)
	names := Names()
	counts := make([]sweep.Count, len(names))
	for n, name := range names {
		counts[n].Process = name
		for _, r := range rows {
			if r.Process != name {
				continue
			}
			switch r.Kind {
			case sweep.RowWithoutWorkflow:
				counts[n].WithoutWorkflow = r.Findings
			case sweep.Late:
				counts[n].Late = r.Findings
			case sweep.WorkflowWithoutRow:
				counts[n].WorkflowsWithoutRow = r.Findings
			case sweep.RefusedWrite:
				counts[n].RefusedWrites = r.Findings
			}
		}
	}
	return counts, wrap("count findings", err)
}

// Since returns the time since the oldest sweep of a process ended; zero before the first one.
func (q Sweeps) Since(ctx context.Context) (time.Duration, error) {
	var seconds float64
	err := q.DB.NewSelect().Table("sweeps").ColumnExpr("coalesce(extract(epoch FROM now() - min(ended_at)), 0)::float8").Scan(ctx, &seconds)
	return time.Duration(seconds * float64(time.Second)), wrap("find time of sweep", err)
}

// ListAside returns the workflow ids of rows whose write our database refused.
func (q Sweeps) ListAside(ctx context.Context, p Process, most int) (found []string, err error) {
	if p.aside == "" {
		return nil, nil
	}
	err = q.DB.NewSelect().TableExpr(p.rows).ColumnExpr("? || "+p.id+"::text", p.Prefix).Where(p.aside).Limit(int64(most)).Scan(ctx, &found)
	return found, wrap("find refused rows", err)
}
