package subscribers

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"selfcare/dev/seed"
)

const startWithin = 15 * time.Minute

// Open is the cost of many open subscriptions.
type Open struct {
	Lines           int
	Begun, Started  time.Duration // until all rows were begun, and until all plans were called
	ProductMBBefore float64       // resident: API and worker, one process
	ProductMB       float64
	EachKB          float64 // cost of one more line
	ProjectedMB     float64 // for the projected number of lines
	TemporalMB      float64
	Metric          time.Duration // the query behind selfcare_renewals_due
}

// Open creates n lines, begins their plans, and waits until each plan was called. product is the process of API and worker; projected is
// a number of lines to project to.
func (s Stack) Open(ctx context.Context, n, projected, product int) (o Open, err error) {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	o.Lines = n
	ids, err := s.lines(ctx, n, func(context.Context, string) error { return nil })
	if err != nil {
		return o, err
	}
	if o.ProductMBBefore, err = residentMB(product); err != nil {
		return o, err
	}
	begin := time.Now()
	if err := seed.BeginPlans(ctx, s.DB, s.Store, begin); err != nil {
		return o, err
	}
	o.Begun = time.Since(begin)
	if err := s.called(ctx); err != nil {
		return o, fmt.Errorf("start the plans: %w", err)
	}
	o.Started = time.Since(begin)
	if err := s.until(ctx, n, "SELECT count(*) FROM plan_subscriptions WHERE stage = 'active' AND line_id = ANY($1::uuid[])", ids); err != nil {
		return o, fmt.Errorf("count the plans: %w", err)
	}
	return o, s.weigh(ctx, &o, projected, product)
}

func (s Stack) weigh(ctx context.Context, o *Open, projected, product int) (err error) {
	if o.ProductMB, err = residentMB(product); err != nil {
		return err
	}
	added := max(o.ProductMB-o.ProductMBBefore, 0) / float64(o.Lines)
	o.EachKB, o.ProjectedMB = added*1024, o.ProductMBBefore+added*float64(projected)
	family, err := startedBy(product)
	if err != nil {
		return err
	}
	for _, child := range family {
		mb, err := residentMB(child)
		if err != nil {
			return err
		}
		if name, _ := os.ReadFile(procFile(child, "comm")); strings.TrimSpace(string(name)) == "temporal" {
			o.TemporalMB = mb
		}
	}
	begin := time.Now()
	if _, err := s.Store.Figures.RenewalsDue(ctx, time.Now()); err != nil {
		return err
	}
	o.Metric = time.Since(begin)
	return nil
}

func procFile(pid int, name string) string { return filepath.Join("/proc", strconv.Itoa(pid), name) }

// residentMB is the resident memory of a process.
func residentMB(pid int) (float64, error) { return megabytes(pid, "status", "VmRSS:") }

func megabytes(pid int, file, name string) (float64, error) {
	said, err := os.ReadFile(procFile(pid, file))
	if err != nil {
		return 0, fmt.Errorf("read what a process takes: %w", err)
	}
	for line := range strings.Lines(string(said)) {
		var kilobytes float64
		if _, err := fmt.Sscanf(line, name+" %f kB", &kilobytes); err == nil {
			return kilobytes / 1024, nil
		}
	}
	return 0, errors.New("the system does not say what a process takes")
}

// ResidentMB is the memory of a process and all its descendants; shared pages count once, in parts.
func ResidentMB(pid int) (sum float64, err error) {
	family, err := startedBy(pid)
	if err != nil {
		return 0, err
	}
	for _, one := range append(family, pid) {
		mb, err := megabytes(one, "smaps_rollup", "Pss:")
		if err != nil {
			return 0, err
		}
		sum += mb
	}
	return sum, nil
}

// startedBy lists the descendants of a process.
func startedBy(pid int) (family []int, err error) {
	tasks, err := filepath.Glob(procFile(pid, "task/*/children"))
	if err != nil {
		return nil, err
	}
	for _, task := range tasks {
		text, err := os.ReadFile(task) //nolint:gosec // of the system
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
			continue // it has just ended
		}
		if err != nil {
			return nil, fmt.Errorf("find children: %w", err)
		}
		for field := range strings.FieldsSeq(string(text)) {
			child, err := strconv.Atoi(field)
			if err != nil {
				return nil, fmt.Errorf("find children: %w", err)
			}
			further, err := startedBy(child)
			if err != nil {
				return nil, err
			}
			family = append(append(family, child), further...)
		}
	}
	return family, nil
}
