// Package sweep finds rows whose workflow is gone or late, and workflows without a row.
package sweep

import (
	"context"
	"fmt"
	"math"
	"slices"

	"go.temporal.io/sdk/activity"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/sweep"
	sweepstore "selfcare/internal/store/sweep"
)

const (
	batch = 100 // ids in one query
	// eachHour limits the rows of each process that one sweep reads. A larger table takes several sweeps.
	eachHour = 50_000
	mostLate = 1_000
	// mostRefused limits the refused writes of one sweep. So many have a single cause.
	mostRefused = 1_000
)

// Engine is what a sweep reads from Temporal about workflows.
type Engine interface {
	// ListRunning returns those of the ids under which a workflow runs, by the list of workflows, which may be behind.
	ListRunning(ctx context.Context, ids []string) ([]string, error)
	// IsRunning asks the workflow itself.
	IsRunning(ctx context.Context, id string) (bool, error)
	// Page returns ids of workflows of a type that have run for some time, and the next page; empty at the end.
	Page(ctx context.Context, workflow string, most int, page []byte) (ids []string, next []byte, err error)
	// ListRefused returns the ids of running workflows by type whose write our database refuses, without those that support
	// already holds.
	ListRefused(ctx context.Context, most int) (byType map[string][]string, err error)
}

// Sweeper compares rows with workflows.
type Sweeper struct {
	rows      sweepstore.Sweeps
	workflows Engine
	beat      func(context.Context)
	most      int
	whole     bool
}

// New takes the rows, and the port to the workflows.
func New(rows sweepstore.Sweeps, w Engine) *Sweeper {
	return &Sweeper{rows: rows, workflows: w, beat: func(context.Context) {}, most: eachHour}
}

// NewFullSweeper returns a sweeper that reads everything at once, from the beginning.
func NewFullSweeper(rows sweepstore.Sweeps, w Engine) *Sweeper {
	s := New(rows, w)
	s.most, s.whole = math.MaxInt, true
	return s
}

// Activities sweep as an activity.
type Activities struct{ sweeper *Sweeper }

// NewActivities takes the same as New.
func NewActivities(rows sweepstore.Sweeps, w Engine) *Activities {
	s := New(rows, w)
	s.beat = func(ctx context.Context) { activity.RecordHeartbeat(ctx) }
	return &Activities{s}
}

// SweepRows continues through all rows and workflows from where the last sweep ended, repairs what is safe to repair, and
// returns the findings. A repeat finds the same.
func (a *Activities) SweepRows(ctx context.Context) (contract.Swept, error) {
	swept, err := a.sweeper.Sweep(ctx, true)
	return swept, failure.Map("sweep", err)
}

// Sweep first checks the known findings again, then the next rows and workflows. A suspected fault is checked a second time
// before it is recorded.
func (s *Sweeper) Sweep(ctx context.Context, mend bool) (swept contract.Swept, err error) {
	for _, p := range sweepstore.Processes {
		if err := s.sweepProcess(ctx, p, mend, &swept); err != nil {
			return swept, fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	if err := s.sweepRefusals(ctx, &swept); err != nil {
		return swept, fmt.Errorf("refused writes: %w", err)
	}
	counts, err := s.rows.Counts(ctx)
	for _, c := range counts {
		swept.Findings += c.Total()
	}
	return swept, err
}

func (s *Sweeper) sweepProcess(ctx context.Context, p sweepstore.Process, mend bool, swept *contract.Swept) error {
	place, err := s.rows.Place(ctx, p)
	if err != nil {
		return err
	}
	if s.whole {
		place = sweepstore.Place{}
	}
	for kind, look := range map[sweep.Kind]looks{
		sweep.RowWithoutWorkflow: s.findLostWorkflows, sweep.Late: s.listLate, sweep.WorkflowWithoutRow: s.findLostRows,
	} {
		if err := s.recheckFindings(ctx, p, kind, look); err != nil {
			return err
		}
	}
	if place.RowKey, err = s.sweepRows(ctx, p, place.RowKey, swept); err != nil {
		return err
	}
	if place.Page, err = s.sweepWorkflows(ctx, p, place.Page, swept); err != nil {
		return err
	}
	if err := s.sweepLate(ctx, p, swept); err != nil {
		return err
	}
	if mend && p.Mends() {
		if err := s.mend(ctx, p, swept); err != nil {
			return err
		}
	}
	return s.rows.Keep(ctx, p, place)
}

// looks returns which of some workflows are a finding at this moment.
type looks func(ctx context.Context, p sweepstore.Process, workflows []string) (wrong []string, err error)

// recheckFindings drops findings that no longer hold.
func (s *Sweeper) recheckFindings(ctx context.Context, p sweepstore.Process, kind sweep.Kind, look looks) error {
	known, err := s.rows.ListFound(ctx, p, kind, s.most)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(known, batch) {
		s.beat(ctx)
		wrong, err := look(ctx, p, some)
		if err != nil {
			return err
		}
		if err := s.rows.Forget(ctx, p, kind, without(some, wrong)); err != nil {
			return err
		}
	}
	return nil
}

// findLostWorkflows asks each workflow, and then reads the row again: a workflow that has ended meanwhile wrote that first.
func (s *Sweeper) findLostWorkflows(ctx context.Context, p sweepstore.Process, workflows []string) ([]string, error) {
	var gone []string
	for _, id := range workflows {
		runs, err := s.workflows.IsRunning(ctx, id)
		if err != nil {
			return nil, err
		}
		if !runs {
			gone = append(gone, id)
		}
	}
	return s.rows.StillOpen(ctx, p, gone)
}

func (s *Sweeper) listLate(ctx context.Context, p sweepstore.Process, workflows []string) ([]string, error) {
	return s.rows.StillLate(ctx, p, workflows)
}

// findLostRows looks for the rows, and then asks whether the workflows still run: a workflow with nothing to do has ended.
func (s *Sweeper) findLostRows(ctx context.Context, p sweepstore.Process, workflows []string) (lost []string, err error) {
	known, err := s.rows.ListKnown(ctx, p, workflows)
	if err != nil {
		return nil, err
	}
	for _, id := range without(workflows, known) {
		runs, err := s.workflows.IsRunning(ctx, id)
		if err != nil {
			return nil, err
		}
		if runs {
			lost = append(lost, id)
		}
	}
	return lost, nil
}

// sweepRows continues through the open rows. It returns the key of the last one, or "" at the end.
func (s *Sweeper) sweepRows(ctx context.Context, p sweepstore.Process, after string, swept *contract.Swept) (string, error) {
	for looked := 0; looked < s.most; {
		s.beat(ctx)
		ids, last, err := s.rows.Open(ctx, p, after, min(batch, s.most))
		if err != nil {
			return after, err
		}
		looked += len(ids)
		swept.Rows += len(ids)
		if len(ids) > 0 {
			running, err := s.workflows.ListRunning(ctx, ids)
			if err != nil {
				return after, err
			}
			if err := s.note(ctx, p, sweep.RowWithoutWorkflow, without(ids, running), s.findLostWorkflows); err != nil {
				return after, err
			}
		}
		if after = last; after == "" {
			return "", nil
		}
	}
	return after, nil
}

// sweepWorkflows continues through the list of workflows. It starts the list anew if the server no longer knows the page.
func (s *Sweeper) sweepWorkflows(ctx context.Context, p sweepstore.Process, page []byte, swept *contract.Swept) ([]byte, error) {
	if p.Workflow == "" {
		return nil, nil
	}
	for looked := 0; looked < s.most; {
		s.beat(ctx)
		ids, next, err := s.workflows.Page(ctx, p.Workflow, batch, page)
		if err != nil && len(page) > 0 {
			page = nil
			continue
		}
		if err != nil {
			return nil, err
		}
		looked += max(len(ids), 1)
		swept.Workflows += len(ids)
		ids = slices.DeleteFunc(ids, func(id string) bool { return !p.Has(id) })
		if err := s.note(ctx, p, sweep.WorkflowWithoutRow, ids, s.findLostRows); err != nil {
			return nil, err
		}
		if page = next; len(page) == 0 {
			return nil, nil
		}
	}
	return page, nil
}

func (s *Sweeper) sweepLate(ctx context.Context, p sweepstore.Process, swept *contract.Swept) error {
	late, err := s.rows.Late(ctx, p, mostLate)
	if err != nil {
		return err
	}
	swept.Rows += len(late)
	return s.rows.Note(ctx, p, sweep.Late, late)
}

// sweepRefusals notes the workflows and rows whose write our database refuses, and drops the others: the lists say all of them.
func (s *Sweeper) sweepRefusals(ctx context.Context, swept *contract.Swept) error {
	byType, err := s.workflows.ListRefused(ctx, mostRefused)
	if err != nil {
		return err
	}
	refused := map[string][]string{}
	for workflow, ids := range byType {
		swept.Workflows += len(ids)
		for _, id := range ids {
			name := sweepstore.NameOf(workflow, id)
			refused[name] = append(refused[name], id)
		}
	}
	for _, p := range sweepstore.Processes {
		aside, err := s.rows.ListAside(ctx, p, mostRefused)
		if err != nil {
			return err
		}
		refused[p.Name] = append(refused[p.Name], aside...)
	}
	for _, name := range sweepstore.Names() {
		p := sweepstore.Process{Name: name}
		known, err := s.rows.ListFound(ctx, p, sweep.RefusedWrite, mostRefused)
		if err != nil {
			return err
		}
		if err := s.rows.Forget(ctx, p, sweep.RefusedWrite, without(known, refused[name])); err != nil {
			return err
		}
		if err := s.rows.Note(ctx, p, sweep.RefusedWrite, refused[name]); err != nil {
			return err
		}
	}
	return nil
}

// note records what is still wrong at the second check.
func (s *Sweeper) note(ctx context.Context, p sweepstore.Process, kind sweep.Kind, suspected []string, look looks) error {
	if len(suspected) == 0 {
		return nil
	}
	wrong, err := look(ctx, p, suspected)
	if err != nil {
		return err
	}
	return s.rows.Note(ctx, p, kind, wrong)
}

// mend calls the workflows of rows that are late or without a workflow. A finding stays until a later sweep sees the repair.
func (s *Sweeper) mend(ctx context.Context, p sweepstore.Process, swept *contract.Swept) error {
	for _, kind := range []sweep.Kind{sweep.RowWithoutWorkflow, sweep.Late} {
		found, err := s.rows.ListFound(ctx, p, kind, s.most)
		if err != nil {
			return err
		}
		for some := range slices.Chunk(found, batch) {
			s.beat(ctx)
			if err := s.rows.Wake(ctx, p, some); err != nil {
				return err
			}
			swept.Called += len(some)
		}
	}
	return nil
}

// without returns the elements of all that are not in some.
func without(all, some []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(one string) bool { return slices.Contains(some, one) })
}
