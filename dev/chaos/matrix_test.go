package chaos_test

import (
	"cmp"
	"context"
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
	pointsOfHand = 8 // where one of them may die
	buyersAtOnce = 4
	surveys      = 2 // walks of each way that find out which places are come by each time
	walksInVain  = 5 // of each way: no cut came, and those that are left are not waited for
)

// adoption stands by itself, and ends. Its step takes a while, in which no worker may die for another's sake: Temporal would miss it for
// minutes. So it comes first, where there is time for it.
var adoption = nextOf(contract.WorkflowSubscriptionAdoption, "AdoptLines", crashpoint.After)

// standing are the processes that run without being asked for, and for ever: workers die at their next steps, and others take them.
var standing = []crashpoint.Point{
	nextOf(contract.WorkflowMessageDelivery, "DeliverMessages", crashpoint.Before),
	nextOf(contract.WorkflowEInvoiceDelivery, "DeliverEInvoices", crashpoint.Before),
	nextOf(contract.WorkflowAuditSealing, "SealAuditLog", crashpoint.Before),
	nextOf(contract.WorkflowLateOrders, "TellLateOrders", crashpoint.Before),
	nextOf(contract.WorkflowServiceEnds, "EndServices", crashpoint.Before),
	nextOf(contract.WorkflowNumberReturns, "ReturnNumbers", crashpoint.Before),
	nextOf(contract.WorkflowSubscriptionCalls, "CallSubscriptions", crashpoint.Before),
}

// billing is of the first night alone: a period is billed once.
var billing = []crashpoint.Point{
	nextOf(contract.WorkflowBillingCycle, "BillLines", crashpoint.Before), nextOf(contract.WorkflowBillingCycle, "BillLines", crashpoint.After),
}

func nextOf(process, activity string, when crashpoint.Moment) crashpoint.Point {
	return crashpoint.Point{Place: crashpoint.Place{Process: process, Activity: activity}, When: when}
}

// cuts is what R1 gave.
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

// matrix is a stack whose workers die at points, each once.
type matrix struct {
	*stack
	mu     sync.Mutex
	draws  *rand.Rand
	points []crashpoint.Point
	busy   map[string]bool // ways that somebody goes who has to be alone there
	next   int             // way
	inVain map[string]int  // walks of each way since a cut came
	before int             // cuts that were left then
	cuts   cuts
}

func TestR1_DyingWorker_HasEachEffectOnce(t *testing.T) {
	ctx := only(t, "R1")
	seed := drawSeed(t)
	m := &matrix{
		stack: open(t), draws: rand.New(rand.NewPCG(seed, 1)), points: standing, busy: map[string]bool{}, inVain: map[string]int{},
		cuts: cuts{Seed: seed, Came: map[string]int{}, Walks: map[string]int{}},
	}
	if everyWay() {
		m.points = []crashpoint.Point{adoption}
	}
	began := time.Now()
	stop := m.runs(ctx, handsAtOnce, m.told)
	m.enter()
	m.awaitStanding()
	if everyWay() {
		m.wants(standing)
		m.awaitStanding()
	}
	kinds := ways()
	if slices.Contains(kinds, night+"billing") {
		m.wants(billing)
		require.NoError(t, m.goes(ctx, night+"billing"))
		m.awaitStanding()
	}
	m.tally()
	m.wants(m.sample(m.survey(ctx, kinds)))
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

// told says where a new worker is to die: at a few of the points that are left.
func (m *matrix) told() map[string]string {
	m.mu.Lock()
	defer m.mu.Unlock()
	left := m.left()
	m.draws.Shuffle(len(left), func(i, k int) { left[i], left[k] = left[k], left[i] })
	return map[string]string{envNotes: string(m.notes), envPoints: crashpoint.List(left[:min(len(left), pointsOfHand)])}
}

// wants has workers die at other points from now on. Those that are there know nothing of them, and go.
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

// awaitStanding waits until each standing process has lost a worker. One that does not is told by the tally.
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

// tally counts the points that workers were to die at, and those at which one did.
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

// survey has each way gone a few times while nobody dies, and tells the places that were come by as often.
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
	slices.SortFunc(found, func(a, b crashpoint.Place) int { return cmp.Compare(a.String(), b.String()) }) // a seed draws the same again
	m.cuts.Places = len(found)
	return found
}

// belongs tells whether a place is of what somebody begins who goes these ways: not of what stands by itself or comes once, nor of a
// night that nobody lets pass.
func belongs(place crashpoint.Place, kinds []string) bool {
	for _, p := range slices.Concat([]crashpoint.Point{adoption}, billing, standing) {
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

// sample draws the cuts that are wanted: before and after each place, or some of those.
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

// crowd has customers go all ways in turn until a worker has died at each point, or nobody dies any more.
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

// takes is the next way, unless enough was gone.
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

// goes has somebody go a way, and says how that was.
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
