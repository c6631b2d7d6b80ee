package chaos_test

import (
	"cmp"
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/testkit/chaosshop"
	"selfcare/dev/testkit/crashpoint"
	"selfcare/internal/contract"
)

const (
	handsAtOnce  = 3 // workers
	pointsOfHand = 8 // points where one of them may die
	buyersAtOnce = 4
	surveys      = 2 // walks of each kind that find the regularly passed places
	walksInVain  = 5 // of each kind: no death came, and the remaining points are given up
)

// standing are the permanent processes: workers die at their next steps, and others continue them.
var standing = []crashpoint.Point{
	nextOf(contract.WorkflowMessageDelivery, "DeliverMessages", crashpoint.Before),
	nextOf(contract.WorkflowEInvoiceDelivery, "DeliverEInvoices", crashpoint.Before),
	nextOf(contract.WorkflowAuditSealing, "SealAuditLog", crashpoint.Before),
	nextOf(contract.WorkflowLateOrders, "TellLateOrders", crashpoint.Before),
	nextOf(contract.WorkflowServiceEnds, "EndServices", crashpoint.Before),
	nextOf(contract.WorkflowCardRemovals, "ForgetRemovedCards", crashpoint.Before),
	nextOf(contract.WorkflowNumberReturns, "ReturnNumbers", crashpoint.Before),
	nextOf(contract.WorkflowSubscriptionCalls, "CallSubscriptions", crashpoint.Before),
	nextOf(contract.WorkflowAutoRechargeDates, "FollowDueDates", crashpoint.Before),
}

// billing happens in the first night, or on the bill day of the walk "invoice": a period is billed once.
var billing = []crashpoint.Point{
	nextOf(contract.WorkflowBillingCycle, "BillLines", crashpoint.Before), nextOf(contract.WorkflowBillingCycle, "BillLines", crashpoint.After),
}

func nextOf(process, activity string, when crashpoint.Moment) crashpoint.Point {
	return crashpoint.Point{Place: crashpoint.Place{Process: process, Activity: activity}, When: when}
}

// cuts is the result of R1.
type cuts struct {
	Seed    uint64            `json:"seed"`
	Places  int               `json:"placesFound"`
	Wanted  int               `json:"cutsWanted"`
	Came    map[string]int    `json:"cutsThatCameByProcess"`
	Missed  []string          `json:"cutsThatDidNotCome"`
	Walks   map[string]int    `json:"walksByWay"`
	Answers chaosshop.Answers `json:"callsRepeated"`
	Took    string            `json:"took"`
}

// matrix is a stack whose workers die at each point once.
type matrix struct {
	*stack
	mu     sync.Mutex
	draws  *rand.Rand
	points []crashpoint.Point
	busy   map[string]bool // kinds of walks that must run alone, in progress
	next   int             // next kind
	inVain map[string]int  // walks of each kind since the last death
	before int             // remaining points at that time
	cuts   cuts
}

func TestR1_DyingWorker_HasEachEffectOnce(t *testing.T) {
	ctx := only(t, "R1")
	seed := drawSeed(t)
	m := &matrix{
		stack: open(t), draws: rand.New(rand.NewPCG(seed, 1)), points: standing, busy: map[string]bool{}, inVain: map[string]int{},
		cuts: cuts{Seed: seed, Came: map[string]int{}, Walks: map[string]int{}},
	}
	began := time.Now()
	stop := m.runs(ctx, handsAtOnce, m.told)
	m.enter()
	m.awaitStanding()
	kinds, later := ways(), []crashpoint.Point(nil)
	if slices.Contains(kinds, night+"billing") {
		m.wants(billing)
		require.NoError(t, m.goes(ctx, night+"billing"))
		later = m.awaitBilling(kinds)
	}
	m.tally()
	m.wants(append(later, m.sample(m.survey(ctx, kinds))...))
	m.crowd(ctx, kinds)
	m.tally()
	m.requireAllRight()
	stop()
	m.cuts.Answers, m.cuts.Took = m.shop.Answers(), time.Since(began).Round(time.Second).String()
	writeRaw(t, m.cuts)
	t.Logf("%+v", m.cuts)
	require.Empty(t, m.cuts.Missed, "each cut that was drawn comes")
	require.Greater(t, m.cuts.Wanted, len(standing), "no worker was to be killed under an order")
	m.requireHonest()
}

// told returns a new worker's points: some of the remaining ones.
func (m *matrix) told() map[string]string {
	m.mu.Lock()
	defer m.mu.Unlock()
	left := m.left()
	m.draws.Shuffle(len(left), func(i, k int) { left[i], left[k] = left[k], left[i] })
	return map[string]string{envNotes: string(m.notes), envPoints: crashpoint.List(left[:min(len(left), pointsOfHand)])}
}

// wants replaces the points. Running workers do not know them, so they are stopped.
func (m *matrix) wants(points []crashpoint.Point) {
	m.tally()
	m.mu.Lock()
	m.points = points
	m.mu.Unlock()
	m.kill(asWorker)
}

func (m *matrix) left() (left []crashpoint.Point) {
	for _, p := range m.points {
		if !m.notes.Came(p) {
			left = append(left, p)
		}
	}
	return left
}

// awaitStanding waits until each permanent process has lost a worker. The tally reports a missing one.
func (m *matrix) awaitStanding() {
	deadline := time.After(cutsComeWithin)
	for len(m.left()) > 0 {
		select {
		case <-deadline:
			return
		case <-time.After(pollEvery):
		}
	}
}

// awaitBilling waits for the deaths of the first night. On most days of a month no period of a seeded line is due: then it
// returns the points, for the bill day of the walk "invoice".
func (m *matrix) awaitBilling(kinds []string) (later []crashpoint.Point) {
	m.t.Helper()
	bills := func(p crashpoint.Place) bool { return p.Process == contract.WorkflowBillingCycle }
	deadline := time.After(billsComeWithin)
	for due := true; due; {
		seen, err := m.notes.Seen()
		require.NoError(m.t, err)
		if len(m.left()) < len(billing) || slices.ContainsFunc(slices.Collect(maps.Keys(seen)), bills) {
			m.awaitStanding()
			return nil
		}
		select {
		case <-deadline:
			due = false
		case <-time.After(pollEvery):
		}
	}
	m.mu.Lock()
	m.points = nil
	m.mu.Unlock()
	if slices.Contains(kinds, "invoice") {
		later = slices.Clone(billing)
	}
	return later
}

// tally counts the planned points, and those with a death.
func (m *matrix) tally() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cuts.Wanted += len(m.points)
	for _, p := range m.points {
		if m.notes.Came(p) {
			m.cuts.Came[p.Process]++
		} else {
			m.cuts.Missed = append(m.cuts.Missed, p.String())
		}
	}
	m.points = nil
}

// survey runs each kind a few times without deaths, and returns the places that every run passes.
func (m *matrix) survey(ctx context.Context, kinds []string) (found []crashpoint.Place) {
	m.t.Helper()
	for range surveys {
		walks, walking := errgroup.WithContext(ctx)
		walks.SetLimit(buyersAtOnce)
		for _, kind := range kinds {
			walks.Go(func() error { return m.goes(walking, kind) })
		}
		require.NoError(m.t, walks.Wait())
	}
	seen, err := m.notes.Seen()
	require.NoError(m.t, err)
	for place, times := range seen {
		if times >= surveys && belongs(place, kinds) {
			found = append(found, place)
		}
	}
	slices.SortFunc(found, func(a, b crashpoint.Place) int { return cmp.Compare(a.String(), b.String()) }) // for the same draw by a seed
	m.cuts.Places = len(found)
	return found
}

// belongs tells whether a place belongs to the walks of these kinds: not to permanent processes or billing, nor to a
// night that no walk needs.
func belongs(place crashpoint.Place, kinds []string) bool {
	for _, p := range slices.Concat(billing, standing) {
		if p.Process == place.Process {
			return false
		}
	}
	for night, process := range nights {
		if process == place.Process {
			return slices.Contains(kinds, night)
		}
	}
	return true
}

// sample draws the wanted points: before and after each place, or some of those.
func (m *matrix) sample(places []crashpoint.Place) (points []crashpoint.Point) {
	for _, place := range places {
		points = append(points, crashpoint.Point{Place: place, When: crashpoint.Before}, crashpoint.Point{Place: place, When: crashpoint.After})
	}
	m.draws.Shuffle(len(points), func(i, k int) { points[i], points[k] = points[k], points[i] })
	if *cutsWanted > 0 {
		points = points[:min(len(points), *cutsWanted)]
	}
	return points
}

// crowd sends customers on all kinds of walks in turn until a worker has died at each point, or no death comes any
// more.
func (m *matrix) crowd(ctx context.Context, kinds []string) {
	m.t.Helper()
	m.before = len(m.points)
	buyers, walking := errgroup.WithContext(ctx)
	for range buyersAtOnce {
		buyers.Go(func() error {
			for {
				kind, wanted := m.takes(kinds)
				if !wanted {
					return nil
				}
				if err := m.goes(walking, kind); err != nil {
					return err
				}
			}
		})
	}
	require.NoError(m.t, buyers.Wait())
}

// takes returns the next kind, unless enough have run.
func (m *matrix) takes(kinds []string) (kind string, wanted bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	left := len(m.left())
	if left < m.before {
		m.before = left
		clear(m.inVain)
	}
	if left == 0 {
		return "", false
	}
	for range kinds {
		kind = kinds[m.next%len(kinds)]
		m.next++
		if !m.busy[kind] && m.inVain[kind] < walksInVain {
			m.busy[kind] = alone[kind] || nights[kind] != ""
			return kind, true
		}
	}
	return "", false // the others are enough
}

// goes runs one walk, and logs its result.
func (m *matrix) goes(ctx context.Context, kind string) error {
	began := time.Now()
	err := m.walk(ctx, kind)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.busy[kind] = false
	m.inVain[kind]++
	m.cuts.Walks[kind]++
	m.t.Logf("%s walked in %s, %d cuts are left", kind, time.Since(began).Round(time.Second), len(m.left()))
	return err
}
