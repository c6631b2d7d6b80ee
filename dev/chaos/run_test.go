// Package chaos_test proves the promises to customers under faults: parts of a whole stack die under their orders.
package chaos_test

import (
	"context"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/demo"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
)

// `make chaos` runs a whole part; by default the tests run a small share of the first.
var (
	partWanted   = flag.String("part", "R1", "row of the figures to reach: R1, R2, R3, Waits, R5 or P13")
	kindsWanted  = flag.String("kinds", "esim", "ways that customers go in R1, with commas; all: each there is")
	cutsWanted   = flag.Int("cuts", 8, "workers killed around an activity in R1, besides those that have just started; 0: at each, before and after")
	ordersWanted = flag.Int("orders", 1000, "orders of R2, and a fifth of it in P13")
	lasting      = flag.Duration("lasting", 10*time.Minute, "how long the database comes and goes in R3")
	awayFor      = flag.Duration("away", time.Minute, "how long Temporal is gone in R5")
	seedWanted   = flag.Uint64("seed", 0, "what is drawn; 0: drawn itself")
	rawWanted    = flag.String("raw", "", "file for what was measured")
	allowed      = flag.Duration("allowed", 170*time.Second, "how long it may take")
)

const (
	cutsComeWithin  = 6 * time.Minute  // after a death others wait for its steps, up to a minute: its heartbeat, and the pause before the next try
	billsComeWithin = 20 * time.Second // after the first night
	pollEvery       = 200 * time.Millisecond
)

// nights are the nightly schedules, by the walk that starts each by hand.
var nights = map[string]string{
	night + "billing":         contract.WorkflowBillingDay,
	night + "dunning":         contract.WorkflowDunning,
	night + "expectations":    contract.WorkflowExpectations,
	night + "pickup-branches": contract.WorkflowBranchSync,
	night + "clean-up":        contract.WorkflowCleanUp,
	night + "reconciliation":  contract.WorkflowReconciliation,
	night + "row-sweep":       contract.WorkflowRowSweep,
}

// night comes before the id of a schedule.
const night = "night/"

// alone has the walks that run one at a time: two would look at the balance of one recipient, or change the same
// figures.
var alone = map[string]bool{"transfer": true, "auto-recharge": true, "invoice": true, "gift": true}

// everyWay tells whether all of R1 is wanted.
func everyWay() bool { return *kindsWanted == "all" }

// ways are the wanted walks.
func ways() []string {
	if !everyWay() {
		return strings.Split(*kindsWanted, ",")
	}
	all := slices.AppendSeq(slices.Collect(maps.Keys((&demo.Demo{}).Kinds())), maps.Keys(nights))
	slices.Sort(all)
	return all
}

// only skips an unwanted part, and gives the others their time.
func only(t *testing.T, part string) context.Context {
	t.Helper()
	testkit.Nightly(t, "stack")
	if *partWanted != part {
		t.Skipf("make chaos ONLY=%s", part)
	}
	ctx, cancel := context.WithTimeout(t.Context(), *allowed)
	t.Cleanup(cancel)
	return ctx
}

func drawSeed(t *testing.T) uint64 {
	t.Helper()
	seed := *seedWanted
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d: repeat with -seed %d", seed, seed)
	return seed
}

// runs keeps the API and that many workers running, and restarts killed ones, until over is called.
func (s *stack) runs(ctx context.Context, hands int, told func() map[string]string) (over func()) {
	s.t.Helper()
	parts, working := errgroup.WithContext(ctx)
	working, stop := context.WithCancel(working)
	parts.Go(func() error { return s.keeps(working, asAPI, func() map[string]string { return nil }) })
	for range hands {
		parts.Go(func() error { return s.keeps(working, asWorker, told) })
	}
	return func() {
		s.t.Helper()
		stop()
		require.NoError(s.t, parts.Wait())
	}
}

// walk sends a new customer on a walk to its end, or runs a night.
func (s *stack) walk(ctx context.Context, kind string) error {
	if id, isNight := strings.CutPrefix(kind, night); isNight {
		return s.engineer.passes(ctx, id)
	}
	return s.shop.Walk(ctx, kind)
}

// requireHonest checks that every refused customer got a time to come back, and that no customer saw an internal
// error.
func (s *stack) requireHonest() {
	s.t.Helper()
	answers := s.shop.Answers()
	require.Zero(s.t, answers.Broken, "500, 502 or 504")
	require.Zero(s.t, answers.Untimed, "503 without Retry-After")
}

func writeRaw(t *testing.T, what any) {
	t.Helper()
	if *rawWanted == "" {
		return
	}
	text, err := json.MarshalIndent(what, "", "  ")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Clean(*rawWanted), text, 0o600))
}
