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
	batch = 100 // ids in one question
	// eachHour bounds what one sweep asks for each process. A table that is larger is gone through in several of them.
	eachHour = 50_000
	mostLate = 1_000
)

// Workflows is what Temporal knows of workflows.
type Workflows interface {
	// Running are those of the ids under which a workflow runs, as the list of workflows has it: it may be behind.
	ListRunning(ctx context.Context, ids []string) ([]string, error)
	// IsRunning asks the workflow itself.
	IsRunning(ctx context.Context, id string) (bool, error)
	// Page are ids of workflows of a type that have run for some time, and where the list goes on; empty at its end.
	Page(ctx context.Context, workflow string, most int, page []byte) (ids []string, next []byte, err error)
}

// Schedules is what Temporal knows of schedules. Their list has no types.
type Schedules interface {
	Workflows
	// Delete ends a schedule. One that is gone already is no error.
	Delete(ctx context.Context, id string) error
}

// Sweeper compares rows with workflows and schedules.
type Sweeper struct {
	rows      sweepstore.Sweeps
	workflows Workflows
	schedules Schedules
	beat      func(context.Context)
	most      int
	whole     bool
}

// New needs the rows, and the ways to the workflows and the schedules.
func New(rows sweepstore.Sweeps, w Workflows, schedules Schedules) *Sweeper {
	return &Sweeper{rows: rows, workflows: w, schedules: schedules, beat: func(context.Context) {}, most: eachHour}
}

// NewWhole goes through everything at once, from the beginning.
func NewWhole(rows sweepstore.Sweeps, w Workflows, schedules Schedules) *Sweeper {
	s := New(rows, w, schedules)
	s.most, s.whole = math.MaxInt, true
	return s
}

// Activities sweep while a workflow waits for it.
type Activities struct{ sweeper *Sweeper }

// NewActivities needs what New needs.
func NewActivities(rows sweepstore.Sweeps, w Workflows, schedules Schedules) *Activities {
	s := New(rows, w, schedules)
	s.beat = func(ctx context.Context) { activity.RecordHeartbeat(ctx) }
	return &Activities{s}
}

// SweepRows goes on through all rows and workflows from where the last sweep ended, mends what can be mended safely, and says what is
// wrong. Done again it finds the same.
func (a *Activities) SweepRows(ctx context.Context) (contract.Swept, error) {
	swept, err := a.sweeper.Sweep(ctx, true)
	return swept, failure.Map("sweep", err)
}

// Sweep looks at what was found before, then at the rows and workflows that are next. Whatever seems wrong is looked at a second time
// before it is noted.
func (s *Sweeper) Sweep(ctx context.Context, mend bool) (swept contract.Swept, err error) {
	for _, p := range sweepstore.Processes {
		if err := s.process(ctx, p, mend, &swept); err != nil {
			return swept, fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	counts, err := s.rows.Counts(ctx)
	for _, c := range counts {
		swept.Findings += c.Total()
	}
	return swept, err
}

func (s *Sweeper) process(ctx context.Context, p sweepstore.Process, mend bool, swept *contract.Swept) error {
	place, err := s.rows.Place(ctx, p)
	if err != nil {
		return err
	}
	if s.whole {
		place = sweepstore.Place{}
	}
	for kind, look := range map[sweep.Kind]looks{
		sweep.RowWithoutWorkflow: s.findLostWorkflows, sweep.Late: s.late, sweep.WorkflowWithoutRow: s.findLostRows,
	} {
		if err := s.again(ctx, p, kind, look); err != nil {
			return err
		}
	}
	if place.RowKey, err = s.throughRows(ctx, p, place.RowKey, swept); err != nil {
		return err
	}
	if place.Page, err = s.throughWorkflows(ctx, p, place.Page, swept); err != nil {
		return err
	}
	if err := s.throughLate(ctx, p, swept); err != nil {
		return err
	}
	if mend && p.Mends() {
		if err := s.mend(ctx, p, swept); err != nil {
			return err
		}
	}
	return s.rows.Keep(ctx, p, place)
}

// looks tells which of some workflows are a finding, asked in the way that is right at this moment.
type looks func(ctx context.Context, p sweepstore.Process, workflows []string) (wrong []string, err error)

// again drops findings that are none any more.
func (s *Sweeper) again(ctx context.Context, p sweepstore.Process, kind sweep.Kind, look looks) error {
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

// findLostWorkflows asks each workflow, and then the row again: one that has ended meanwhile wrote so first.
func (s *Sweeper) findLostWorkflows(ctx context.Context, p sweepstore.Process, workflows []string) ([]string, error) {
	var gone []string
	for _, id := range workflows {
		runs, err := s.of(p).IsRunning(ctx, id)
		if err != nil {
			return nil, err
		}
		if !runs {
			gone = append(gone, id)
		}
	}
	return s.rows.StillOpen(ctx, p, gone)
}

func (s *Sweeper) late(ctx context.Context, p sweepstore.Process, workflows []string) ([]string, error) {
	return s.rows.StillLate(ctx, p, workflows)
}

// findLostRows looks for the rows, and then whether the workflows still run: one that found nothing to do has ended.
func (s *Sweeper) findLostRows(ctx context.Context, p sweepstore.Process, workflows []string) (lost []string, err error) {
	known, err := s.rows.ListKnown(ctx, p, workflows)
	if err != nil {
		return nil, err
	}
	for _, id := range without(workflows, known) {
		runs, err := s.of(p).IsRunning(ctx, id)
		if err != nil {
			return nil, err
		}
		if runs {
			lost = append(lost, id)
		}
	}
	return lost, nil
}

// throughRows goes on through the rows under way. It answers with the key of the last one, empty where it has come to the end.
func (s *Sweeper) throughRows(ctx context.Context, p sweepstore.Process, after string, swept *contract.Swept) (string, error) {
	for looked := 0; looked < s.most; {
		s.beat(ctx)
		ids, last, err := s.rows.Open(ctx, p, after, min(batch, s.most))
		if err != nil {
			return after, err
		}
		looked += len(ids)
		swept.Rows += len(ids)
		if len(ids) > 0 {
			running, err := s.of(p).ListRunning(ctx, ids)
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

// throughWorkflows goes on through the list of workflows. A page that the server does not know any more begins it anew.
func (s *Sweeper) throughWorkflows(ctx context.Context, p sweepstore.Process, page []byte, swept *contract.Swept) ([]byte, error) {
	if p.Workflow == "" && !p.Scheduled {
		return nil, nil
	}
	for looked := 0; looked < s.most; {
		s.beat(ctx)
		ids, next, err := s.of(p).Page(ctx, p.Workflow, batch, page)
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

func (s *Sweeper) throughLate(ctx context.Context, p sweepstore.Process, swept *contract.Swept) error {
	late, err := s.rows.Late(ctx, p, mostLate)
	if err != nil {
		return err
	}
	swept.Rows += len(late)
	return s.rows.Note(ctx, p, sweep.Late, late)
}

// note keeps what is still wrong at the second look.
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

// of is where to ask about the workflows of a process.
func (s *Sweeper) of(p sweepstore.Process) Workflows {
	if p.Scheduled {
		return s.schedules
	}
	return s.workflows
}

// mend calls the workflows of rows that are late, or without one, and deletes schedules without a row. A finding stays until a later
// sweep sees that it helped.
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
	if !p.Scheduled {
		return nil
	}
	return s.deleteSchedules(ctx, p)
}

// deleteSchedules ends schedules without a row. They are called afterwards: a row may have come meanwhile.
func (s *Sweeper) deleteSchedules(ctx context.Context, p sweepstore.Process) error {
	found, err := s.rows.ListFound(ctx, p, sweep.WorkflowWithoutRow, s.most)
	if err != nil {
		return err
	}
	for _, id := range found {
		s.beat(ctx)
		if err := s.schedules.Delete(ctx, id); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(found, batch) {
		if err := s.rows.Wake(ctx, p, some); err != nil {
			return err
		}
	}
	return nil
}

// without are those of all that are not among some.
func without(all, some []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(one string) bool { return slices.Contains(some, one) })
}
