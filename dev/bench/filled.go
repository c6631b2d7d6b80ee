package bench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"go.temporal.io/sdk/client"

	"selfcare/dev/bench/subscribers"
	"selfcare/dev/scale"
	"selfcare/internal/contract"
	"selfcare/internal/platform/config"
)

// Filled is a filled database.
type Filled struct {
	Size             scale.Size
	URL, Application string // addresses for its owner and for the product
}

// environment has the variables of a stack on the database.
func (f Filled) environment() []string {
	data, index := scale.Ring()
	return []string{
		"DATABASE_URL=" + f.Application, "MIGRATE_DATABASE_URL=" + f.URL,
		"DATA_KEYS=" + data, "INDEX_KEY=" + index,
	}
}

// side is one of the two databases that are compared, with the parts that load needs.
type side struct {
	*Bench
	size scale.Size
	near bool // nearly empty
}

// filledBench compares a filled database with a nearly empty one, whose servers run beside each other.
type filledBench struct {
	Options
	full, near Filled
	sides      [2]*side
	share      float64 // of the usual rows of a round; small in a test
}

// RunFilled measures the product on a filled database against a nearly empty one. Root is the folder of the repository. A measurement
// that fails does not stop the others: the report has those.
func RunFilled(ctx context.Context, o Options, full, near Filled, root string) (report Report, err error) {
	report = newReport()
	report.Rounds = o.Rounds
	f := &filledBench{Options: o, full: full, near: near, share: 1}
	report.Filled = fmt.Sprintf("%d lines against %d", full.Size.Lines, near.Size.Lines)
	for _, part := range []struct {
		open     func(context.Context) (func() error, error)
		measured []measurement
	}{{f.openStacks, f.withStacks()}, {f.openStores, f.withStores(root)}} {
		figures, failed := f.measure(ctx, &report, part.open, part.measured)
		if failed != nil {
			f.say("%s", failed)
		}
		report.Figures, err = append(report.Figures, figures...), errors.Join(err, failed)
	}
	report.finish()
	return report, err
}

// measure opens both sides, takes the wanted measurements and closes the sides.
func (f *filledBench) measure(ctx context.Context, report *Report, open func(context.Context) (func() error, error), all []measurement) (figures []Figure, err error) {
	wanted := slices.DeleteFunc(all, func(m measurement) bool { return len(f.Only) > 0 && !slices.Contains(f.Only, m.id) })
	if len(wanted) == 0 {
		return nil, nil
	}
	closeAll, err := open(ctx)
	defer func() { err = errors.Join(err, closeAll()) }()
	if err != nil {
		return nil, err
	}
	if report.Machine, err = f.sides[0].machine(ctx); err != nil {
		return nil, err
	}
	for _, m := range wanted {
		if ctx.Err() != nil {
			return figures, errors.Join(err, ctx.Err())
		}
		f.say("%s: %s …", m.id, m.what)
		begun, before := time.Now(), load()
		found, failed := m.run(ctx)
		if failed != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", m.id, failed))
			continue
		}
		for i := range found {
			found[i].LoadBefore, found[i].LoadAfter = before, load()
			f.say("%s %s: %s, goal %s: %s (%s)", found[i].ID, found[i].What, found[i].measured(), found[i].Goal, found[i].verdict(), time.Since(begun).Round(time.Second))
		}
		figures = append(figures, found...)
	}
	return figures, err
}

func (f *filledBench) say(format string, args ...any) {
	_, _ = fmt.Fprintf(f.Progress, format+"\n", args...) // a closed terminal is no failure
}

// openStacks starts a whole product on each database, and waits until both have done what was due.
func (f *filledBench) openStacks(ctx context.Context) (closeAll func() error, err error) {
	var open []*side
	closeAll = func() error {
		var errs []error
		for _, s := range open {
			errs = append(errs, s.close(ctx))
		}
		return errors.Join(errs...)
	}
	for i, database := range []Filled{f.full, f.near} {
		o := f.Options
		o.Filled, o.Ports = &database, f.Ports.apart(i*portsApart)
		s := &side{&Bench{Options: o, log: slog.New(slog.DiscardHandler)}, database.Size, i == 1}
		open, f.sides[i] = append(open, s), s
		if err := s.open(ctx); err != nil {
			return closeAll, err
		}
		if err := s.pauseSchedules(ctx); err != nil {
			return closeAll, err
		}
	}
	for _, s := range open {
		if err := s.settle(ctx, f.say); err != nil {
			return closeAll, err
		}
	}
	return closeAll, nil
}

// openStores opens both databases without a product.
func (f *filledBench) openStores(ctx context.Context) (closeAll func() error, err error) {
	var open []*side
	closeAll = func() error {
		var errs []error
		for _, s := range open {
			errs = append(errs, s.close(ctx))
		}
		return errors.Join(errs...)
	}
	data, index := scale.Ring()
	for i, database := range []Filled{f.full, f.near} {
		s := &side{&Bench{Options: f.Options, log: slog.New(slog.DiscardHandler)}, database.Size, i == 1}
		open, f.sides[i] = append(open, s), s
		s.cfg = config.Config{MigrateDatabaseURL: database.URL, DataKeys: data, IndexKey: index}
		if err := s.openDatabase(ctx); err != nil {
			return closeAll, err
		}
		if _, err := s.store.Partitions.Keep(ctx); err != nil {
			return closeAll, fmt.Errorf("make the partitions of today: %w", err)
		}
	}
	return closeAll, nil
}

// pauseSchedules keeps nightly work, such as the bills of a day, from beginning within a measurement.
func (s *side) pauseSchedules(ctx context.Context) error {
	list, err := s.temporal.ScheduleClient().List(ctx, client.ScheduleListOptions{})
	if err != nil {
		return fmt.Errorf("list schedules: %w", err)
	}
	for list.HasNext() {
		found, err := list.Next()
		if err != nil {
			return fmt.Errorf("list schedules: %w", err)
		}
		if err := s.temporal.ScheduleClient().GetHandle(ctx, found.ID).Pause(ctx, client.SchedulePauseOptions{Note: "a measurement"}); err != nil {
			return fmt.Errorf("pause %s: %w", found.ID, err)
		}
	}
	return nil
}

const (
	settleAtLeast = 75 * time.Second // the first looks of the shards are spread over a minute
	settleWithin  = 15 * time.Minute
	restAtMost    = 100 // rows: some plans are due at any moment
)

// settle waits until the product has done what was due before its start.
func (s *side) settle(ctx context.Context, say func(string, ...any)) error {
	begun, last := time.Now(), -1
	ctx, cancel := context.WithTimeout(ctx, settleWithin)
	defer cancel()
	return until(ctx, time.Second, func() (bool, error) {
		var waiting int
		err := s.pool.QueryRow(ctx, `
			SELECT (SELECT count(*) FROM subscription_calls)
			     + (SELECT count(*) FROM plan_subscriptions WHERE due_at < now() - interval '20 seconds' AND coalesce(aside_until, now()) <= now())
			     + (SELECT count(*) FROM number_returns WHERE state = 'owed' AND next_at <= now())`).Scan(&waiting)
		if waiting/1000 != last/1000 {
			say("%d lines: %d rows wait for the worker …", s.size.Lines, waiting)
		}
		last = waiting
		return waiting <= restAtMost && time.Since(begun) > settleAtLeast, err
	})
}

// pairOfRounds has the values of each round on both sides.
type pairOfRounds struct{ full, near []float64 }

// both measures both sides in each round, in a drawn order. A round before the others is not counted.
func (f *filledBench) both(ctx context.Context, measure func(ctx context.Context, s *side) (float64, error)) (p pairOfRounds, err error) {
	for round := range f.Rounds + 1 {
		for _, i := range rand.Perm(len(f.sides)) {
			value, err := measure(ctx, f.sides[i])
			if err != nil {
				return p, fmt.Errorf("%d lines: %w", f.sides[i].size.Lines, err)
			}
			switch {
			case round == 0:
			case i == 0:
				p.full = append(p.full, value)
			default:
				p.near = append(p.near, value)
			}
		}
	}
	return p, nil
}

func (p pairOfRounds) ratios() []float64 {
	ratios := make([]float64, len(p.full))
	for i := range ratios {
		ratios[i] = p.full[i] / p.near[i]
	}
	return ratios
}

func (p pairOfRounds) values() map[string][]float64 {
	return map[string][]float64{"full": p.full, "nearEmpty": p.near}
}

const nearEmpty = "the nearly empty database"

// against compares the rates of both sides.
func (p pairOfRounds) against(id, what string, goal Goal) Figure {
	f := figure(id, what+", against "+nearEmpty, nearEmpty, goal, p.ratios())
	f.Absolute = map[string]float64{"full": median(p.full), "nearEmpty": median(p.near)}
	f.Note = notef("%.1f against %.1f", median(p.full), median(p.near))
	f.Values = p.values()
	return f
}

// absolute is the value of the filled database alone.
func (p pairOfRounds) absolute(id, what string, goal Goal) Figure {
	f := figure(id, what, "count", goal, p.full)
	f.Absolute, f.Values = map[string]float64{"nearEmpty": median(p.near)}, p.values()
	f.Note = notef("%.1f on %s", median(p.near), nearEmpty)
	return f
}

// some is a share of the usual rows of a round.
func (f *filledBench) some(rows int) int { return max(1, int(float64(rows)*f.share)) }

// randomLines draws lines of the filled database with their balances.
func (b *Bench) randomLines(ctx context.Context, count int) (lines []string, err error) {
	found, err := (&side{Bench: b, size: b.Filled.Size}).customers(ctx, count, 0, isPrepaid)
	for _, c := range found {
		lines = append(lines, c.LineID)
	}
	return lines, err
}

// customers draws customers that meet a condition, and whose balance is at least so high.
func (s *side) customers(ctx context.Context, count int, least contract.Halalas, meets func(scale.Customer) bool) ([]scale.Customer, error) {
	found, drawn := make([]scale.Customer, 0, count), map[string]scale.Customer{}
	for try := 0; len(found) < count; try++ {
		if try > 20 {
			return nil, fmt.Errorf("only %d of %d customers found", len(found), count)
		}
		var ids []string
		for range 2 * count {
			c := s.size.Draw()
			if _, known := drawn[c.LineID]; !known && meets(c) {
				drawn[c.LineID], ids = c, append(ids, c.LineID)
			}
		}
		rows, err := s.pool.Query(ctx, `
			SELECT l.id FROM lines AS l JOIN line_balances AS b ON b.line_id = l.id JOIN plan_subscriptions AS p ON p.line_id = l.id
			WHERE l.id = ANY($1::uuid[]) AND l.status = 'active' AND p.stage = 'active' AND b.amount >= $2`, ids, least)
		if err != nil {
			return nil, fmt.Errorf("find customers: %w", err)
		}
		for rows.Next() {
			var id string
			if err := rows.Scan(&id); err != nil {
				return nil, fmt.Errorf("find customers: %w", err)
			}
			if len(found) < count {
				found = append(found, drawn[id])
			}
		}
		if err := rows.Err(); err != nil {
			return nil, fmt.Errorf("find customers: %w", err)
		}
	}
	rand.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	return found, nil
}

func isPrepaid(c scale.Customer) bool { return c.Prepaid }

func isAny(scale.Customer) bool { return true }

func (s *side) stacked() subscribers.Stack {
	return subscribers.Stack{Pool: s.pool, Store: s.store, Temporal: s.temporal}
}
