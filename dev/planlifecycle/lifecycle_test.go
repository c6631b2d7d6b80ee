// Package planlifecycle_test proves that the plan of a line lives for years: thousands of cycles, with changes by its
// owner, while workers are killed between the end of one run and the begin of the next.
package planlifecycle_test

import (
	"context"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
)

// `make chaos` sets the figures of docs/benchmarks.md; by default the tests run a small part of them.
var (
	cyclesWanted  = flag.Int("cycles", 30, "cycles of a plan")
	updatesWanted = flag.Int("updates", 4, "changes by its owner")
	killsWanted   = flag.Int("kills", 2, "workers killed at the end of a run")
	seedWanted    = flag.Uint64("seed", 0, "where in its life they fall; 0: drawn")
	rawWanted     = flag.String("raw", "", "file for what was measured")
	allowed       = flag.Duration("allowed", 2*time.Minute, "how long it may take")
)

const (
	mostEventsOfARun   = 4096
	mostEventsOfACycle = 20
	restsOfARun        = 100 // of a shard
)

// measured is the result of one life.
type measured struct {
	Seed            uint64         `json:"seed"`
	Cycles          int            `json:"cycles"`
	Updates         int            `json:"updates"`
	Repeated        int            `json:"updatesWhoseAnswerGotLost"`
	Kills           int            `json:"kills"`
	KilledAt        map[moment]int `json:"killedAt"`
	Runs            int            `json:"runs"`
	EventsMedian    int            `json:"eventsOfARunMedian"`
	EventsMost      int            `json:"eventsOfARunMost"`
	Took            string         `json:"took"`
	CyclesPerSecond float64        `json:"cyclesPerSecond"`
}

func TestYears_DyingWorkers_LoseNoCycle(t *testing.T) {
	testkit.Nightly(t, "stack")
	seed := *seedWanted
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d: repeat with -seed %d", seed, seed)
	draws := rand.New(rand.NewPCG(seed, 0))
	l := newLine(t, *cyclesWanted)
	deaths := make([]death, *killsWanted)
	for i, cycle := range drawn(draws, *killsWanted, *cyclesWanted) {
		deaths[i] = death{cycle, moments[draws.IntN(len(moments))]}
	}
	o := &owner{line: l, draws: rand.New(rand.NewPCG(seed, 1)), kept: kept{switched: map[int]string{}}}
	began := time.Now()
	killed := l.lives(o, deaths, drawn(draws, *updatesWanted, *cyclesWanted))
	took := time.Since(began)

	require.Equal(t, len(deaths), killed, "each worker was killed where it was to be")
	require.Equal(t, *updatesWanted, o.kept.total())
	l.requireEachCycleOnce(o.kept)
	l.requireEachUpdateOnce(o.kept)
	m := measured{
		Seed: seed, Cycles: l.plan().Cycle - 1, Updates: o.kept.total(), Repeated: o.kept.repeated, Kills: killed, KilledAt: map[moment]int{},
		Took: took.Round(time.Second).String(), CyclesPerSecond: float64(l.plan().Cycle-1) / took.Seconds(),
	}
	for _, d := range deaths {
		m.KilledAt[d.when]++
	}
	l.requireShortHistories(&m)
	writeRaw(t, m)
}

// lives runs one worker after the other, each until it is killed, with the owner in parallel.
func (l *line) lives(o *owner, deaths []death, choices []int) (killed int) {
	l.t.Helper()
	ctx, stop := context.WithTimeout(l.t.Context(), *allowed)
	defer stop()
	all, ctx := errgroup.WithContext(ctx)
	working, stopWorking := context.WithCancel(ctx)
	all.Go(func() error {
		for _, d := range append(slices.Clone(deaths), death{}) {
			was, err := l.works(working, d)
			if err != nil {
				return err
			}
			if was {
				killed++
				l.t.Logf("worker killed in cycle %d, %s", d.cycle, d.when)
			}
		}
		return nil
	})
	all.Go(func() error {
		defer stopWorking()
		if err := o.asks(ctx, *updatesWanted, choices); err != nil {
			return err
		}
		return l.reaches(ctx, *cyclesWanted+1, func(s contract.PlanSubscription) bool { return s.Scheduled == nil })
	})
	require.NoError(l.t, all.Wait())
	return killed
}

// requireEachCycleOnce checks that every cycle follows the former, was charged once, with its planned plan, and that
// the balance agrees.
func (l *line) requireEachCycleOnce(k kept) {
	l.t.Helper()
	var cycles []struct {
		Cycle       int
		PlanID      string
		Amount      contract.Halalas
		From, Until time.Time
	}
	require.NoError(l.t, l.db.NewRaw(`
		SELECT cycle, plan_id, amount, cycle_from AS "from", cycle_until AS "until" FROM subscription_charges WHERE item = 'plan' ORDER BY cycle`).Scan(l.t.Context(), &cycles))
	require.GreaterOrEqual(l.t, len(cycles), *cyclesWanted)
	plan, spent := smallPlan, contract.Halalas(0)
	for i, c := range cycles {
		if next, changed := k.switched[c.Cycle]; changed {
			plan = next
		}
		require.Equal(l.t, i+2, c.Cycle, "the first cycle was paid with the order")
		require.Equal(l.t, plan, c.PlanID, "cycle %d", c.Cycle)
		require.True(l.t, c.Until.Equal(c.From.AddDate(0, 0, 1)), "cycle %d", c.Cycle)
		require.True(l.t, i == 0 || c.From.Equal(cycles[i-1].Until), "cycle %d begins at %s", c.Cycle, c.From)
		spent += c.Amount
	}
	var postings int
	require.NoError(l.t, l.db.NewRaw("SELECT count(*) FROM ledger_operations WHERE kind = 'renewal'").Scan(l.t.Context(), &postings))
	require.Equal(l.t, len(cycles), postings)
	left, err := l.store.PlanSubscriptions.Balance(l.t.Context(), l.id)
	require.NoError(l.t, err)
	require.Equal(l.t, l.topUp-spent, left)
}

// requireEachUpdateOnce checks that the records of each choice exist once.
func (l *line) requireEachUpdateOnce(k kept) {
	l.t.Helper()
	var told []struct {
		Template string
		Count    int
	}
	require.NoError(l.t, l.db.NewRaw("SELECT template, count(*) FROM outbox GROUP BY template").Scan(l.t.Context(), &told))
	of := map[string]int{}
	for _, one := range told {
		of[one.Template] = one.Count
	}
	require.Equal(l.t, k.scheduled, of["switch-scheduled"])
	require.Equal(l.t, k.cancelled, of["switch-cancelled"])
	require.Equal(l.t, k.stopped, of["renewal-stopped"])
	require.Equal(l.t, k.started, of["renewal-started"]+of["plan-back"], "one that had run out came back at once")
	require.Equal(l.t, len(k.switched), of["plan-switched"])
}

// requireShortHistories checks that the runs of the shard are short, and what a cycle adds to them.
func (l *line) requireShortHistories(m *measured) {
	l.t.Helper()
	events := l.runs()
	m.Runs = len(events)
	if len(events) == 0 { // the first run goes on
		return
	}
	sorted := slices.Sorted(slices.Values(events))
	m.EventsMedian, m.EventsMost = sorted[len(sorted)/2], sorted[len(sorted)-1]
	require.Less(l.t, m.EventsMost, mostEventsOfARun)
	require.LessOrEqual(l.t, m.EventsMedian/restsOfARun, mostEventsOfACycle)
}

func writeRaw(t *testing.T, m measured) {
	t.Helper()
	raw, err := json.MarshalIndent(m, "", "  ")
	require.NoError(t, err)
	t.Logf("%s", raw)
	if *rawWanted != "" {
		require.NoError(t, os.WriteFile(*rawWanted, append(raw, '\n'), 0o600))
	}
}
