package chaos_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/testkit/chaosshop"
)

const (
	crowdAtOnce = 10
	bought      = "esim" // the walk of buyers while parts die
)

// killed is the result of R2.
type killed struct {
	Seed    uint64            `json:"seed"`
	Orders  int64             `json:"orders"`
	Workers int64             `json:"workersKilled"`
	APIs    int64             `json:"apisKilled"`
	Answers chaosshop.Answers `json:"callsRepeated"`
	Took    string            `json:"took"`
}

// A worker dies every three to eight seconds, the API every ten.
func TestR2_DyingProcesses_LoseNoOrder(t *testing.T) {
	ctx := only(t, "R2")
	k := killed{Seed: drawSeed(t)}
	s := open(t)
	stop := s.runs(ctx, handsAtOnce, nothing)
	s.enter()
	began := time.Now()
	draws := rand.New(rand.NewPCG(k.Seed, 2))
	k.Orders = s.sells(ctx, int64(*ordersWanted), func(ctx context.Context) error {
		var clocks errgroup.Group
		clocks.Go(func() error {
			k.Workers = s.killsEvery(ctx, asWorker, func() time.Duration { return between(draws, 3*time.Second, 8*time.Second) })
			return nil
		})
		clocks.Go(func() error {
			k.APIs = s.killsEvery(ctx, asAPI, func() time.Duration { return 10 * time.Second })
			return nil
		})
		return clocks.Wait()
	})
	k.Took = time.Since(began).Round(time.Second).String()
	s.requireAllRight()
	s.requireSold(k.Orders)
	stop()
	k.Answers = s.shop.Answers()
	writeRaw(t, k)
	t.Logf("%+v", k)
	require.EqualValues(t, *ordersWanted, k.Orders)
	require.NotZero(t, k.Workers, "no worker was killed")
	require.NotZero(t, k.APIs, "no API was killed")
	s.requireHonest()
}

// recovered is the result of P13.
type recovered struct {
	Orders  int64             `json:"ordersOfARun"`
	Usual   []string          `json:"tookUsually"`
	Killed  []string          `json:"tookWithItsOnlyWorkerKilled"`
	Kills   int64             `json:"workersKilled"`
	Ratio   float64           `json:"ratioOfMedians"`
	Answers chaosshop.Answers `json:"callsRepeated"`
}

const (
	runsOfP13     = 3
	slowestOfP13  = 1.3
	chargeTimeout = 15 * time.Second // run.GatewayTimeout: the death of a worker during a charge is noticed then
)

// Runs with and without deaths take turns, so that other load on the machine hits both.
func TestP13_OnlyWorkerDies_DelayIsBounded(t *testing.T) {
	ctx := only(t, "P13")
	orders := int64(max(*ordersWanted/5, 1))
	r := recovered{Orders: orders}
	s := open(t)
	stop := s.runs(ctx, 1, nothing)
	s.enter()
	s.sells(ctx, crowdAtOnce, undisturbed) // everything is warm
	var usual, with []time.Duration
	for range runsOfP13 {
		usual = append(usual, s.took(func() { s.sells(ctx, orders, undisturbed) }))
		with = append(with, s.took(func() {
			s.sells(ctx, orders, func(ctx context.Context) error {
				r.Kills += s.killsOnce(ctx, asWorker, orders/2)
				return nil
			})
		}))
	}
	s.requireAllRight()
	stop()
	r.Usual, r.Killed, r.Answers = texts(usual), texts(with), s.shop.Answers()
	r.Ratio = median(with).Seconds() / median(usual).Seconds()
	writeRaw(t, r)
	t.Logf("%+v", r)
	require.EqualValues(t, runsOfP13, r.Kills)
	allowed := time.Duration(slowestOfP13*float64(median(usual))) + chargeTimeout
	require.LessOrEqual(t, median(with), allowed, "%s usually", median(usual))
	s.requireHonest()
}

func nothing() map[string]string { return nil }

func undisturbed(context.Context) error { return nil }

// sells runs customers until that many orders have ended, while something else happens.
func (s *stack) sells(ctx context.Context, wanted int64, meanwhile func(ctx context.Context) error) int64 {
	s.t.Helper()
	s.sold.Store(0)
	var begun atomic.Int64
	s.sellsWhile(ctx, func() bool { return begun.Add(1) <= wanted }, meanwhile)
	return s.sold.Load()
}

// sellsWhile runs customers as long as more are wanted, and the other work until the last one has finished.
func (s *stack) sellsWhile(ctx context.Context, wanted func() bool, meanwhile func(ctx context.Context) error) {
	s.t.Helper()
	all, ctx := errgroup.WithContext(ctx)
	happening, stop := context.WithCancel(ctx)
	all.Go(func() error { return meanwhile(happening) })
	all.Go(func() error {
		defer stop()
		buyers, buying := errgroup.WithContext(ctx)
		for range crowdAtOnce {
			buyers.Go(func() error {
				for wanted() {
					if err := s.walk(buying, bought); err != nil {
						return err
					}
					s.sold.Add(1)
				}
				return nil
			})
		}
		return buyers.Wait()
	})
	require.NoError(s.t, all.Wait())
}

// killsEvery repeatedly kills every process of a part until ctx ends, and counts them.
func (s *stack) killsEvery(ctx context.Context, role string, pause func() time.Duration) (dead int64) {
	for {
		select {
		case <-ctx.Done():
			return dead
		case <-time.After(pause()):
			dead += int64(s.kill(role))
		}
	}
}

// killsOnce kills a part after that many sold orders.
func (s *stack) killsOnce(ctx context.Context, role string, sold int64) (dead int64) {
	for ctx.Err() == nil && dead == 0 {
		if s.sold.Load() >= sold {
			dead = int64(s.kill(role))
		}
		select {
		case <-ctx.Done():
		case <-time.After(pollEvery / 10):
		}
	}
	return dead
}

// requireSold checks that each told customer has an active order, and that there is no other order.
func (s *stack) requireSold(orders int64) {
	s.t.Helper()
	var active, all int64
	require.NoError(s.t, s.db.NewRaw("SELECT count(*) FILTER (WHERE stage = 'active'), count(*) FROM orders WHERE created_at > ?", s.began).Scan(s.t.Context(), &active, &all))
	require.Equal(s.t, orders, active)
	require.Equal(s.t, orders, all, "an order without a customer")
}

func (s *stack) took(do func()) time.Duration {
	began := time.Now()
	do()
	return time.Since(began)
}

func between(draws *rand.Rand, from, to time.Duration) time.Duration {
	return from + time.Duration(draws.Int64N(int64(to-from)))
}

func median(of []time.Duration) time.Duration { return slices.Sorted(slices.Values(of))[len(of)/2] }

func texts(of []time.Duration) (all []string) {
	for _, one := range of {
		all = append(all, one.Round(100*time.Millisecond).String())
	}
	return all
}
