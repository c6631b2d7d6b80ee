package chaos_test

import (
	"context"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/embedded/postgres"
	"selfcare/dev/embedded/temporal"
	"selfcare/dev/testkit/chaosshop"
)

// away is the result of R3 or R5.
type away struct {
	Seed    uint64            `json:"seed,omitempty"`
	Orders  int64             `json:"orders"`
	Times   int64             `json:"timesAway"`
	Lasted  string            `json:"awayAltogether"`
	Answers chaosshop.Answers `json:"callsRepeated"`
	Took    string            `json:"took"`
}

const (
	longestStop = 2 * time.Second
	backWithin  = 30 * time.Second // the restart of the database, or of Temporal
)

// Postgres is stopped for up to two seconds, every five to forty.
func TestR3_FlakyDatabase_KeepsBooksRight(t *testing.T) {
	ctx := only(t, "R3")
	a := away{Seed: drawSeed(t)}
	s := open(t)
	stop := s.runs(ctx, handsAtOnce, nothing)
	s.enter()
	began := time.Now()
	draws := rand.New(rand.NewPCG(a.Seed, 3))
	var gone time.Duration
	s.sellsWhile(ctx, func() bool { return time.Since(began) < *lasting }, func(ctx context.Context) error {
		for s.waits(ctx, between(draws, 5*time.Second, 40*time.Second)) {
			lasted, err := s.withoutDatabase(between(draws, 0, longestStop))
			if err != nil {
				return err
			}
			gone += lasted
			a.Times++
		}
		return nil
	})
	a.Orders, a.Lasted, a.Took = s.sold.Load(), gone.Round(time.Millisecond).String(), time.Since(began).Round(time.Second).String()
	s.requireOver(stop, &a)
}

// Temporal is gone for a minute under orders. Every accepted order goes on.
func TestR5_NoTemporal_AcceptsNoOrder(t *testing.T) {
	ctx := only(t, "R5")
	s := open(t)
	stop := s.runs(ctx, handsAtOnce, nothing)
	s.enter()
	began := time.Now()
	var a away
	var gone time.Duration
	var over atomic.Bool
	s.sellsWhile(ctx, func() bool { return !over.Load() }, func(ctx context.Context) (err error) {
		defer over.Store(true)
		if s.waits(ctx, *awayFor/4) {
			gone, err = s.withoutTemporal(*awayFor)
			a.Times++
			s.waits(ctx, *awayFor/4)
		}
		return err
	})
	a.Orders, a.Lasted, a.Took = s.sold.Load(), gone.Round(time.Millisecond).String(), time.Since(began).Round(time.Second).String()
	s.requireOver(stop, &a)
}

// requireOver checks that every customer has their purchase, once, and that the fault happened.
func (s *stack) requireOver(stop func(), a *away) {
	s.t.Helper()
	s.requireAllRight()
	s.requireSold(a.Orders)
	stop()
	a.Answers = s.shop.Answers()
	writeRaw(s.t, a)
	s.t.Logf("%+v", *a)
	require.NotZero(s.t, a.Times, "it was never gone")
	require.NotZero(s.t, a.Orders, "no order was made")
	require.NotZero(s.t, a.Answers.Repeated, "no customer noticed the fault")
	s.requireHonest()
}

func (s *stack) waits(ctx context.Context, pause time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(pause):
		return true
	}
}

// withoutDatabase stops the database and returns the real time of its absence.
func (s *stack) withoutDatabase(pause time.Duration) (gone time.Duration, err error) {
	began := time.Now()
	s.postgres.Stop()
	<-time.After(pause)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.t.Context()), backWithin)
	defer cancel()
	server, err := postgres.Start(ctx, s.database)
	if err == nil {
		s.postgres = server
	}
	return time.Since(began), err
}

func (s *stack) withoutTemporal(pause time.Duration) (gone time.Duration, err error) {
	began := time.Now()
	s.temporal.Stop()
	<-time.After(pause)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.t.Context()), backWithin)
	defer cancel()
	server, err := temporal.Start(ctx, s.engine)
	if err == nil {
		s.temporal = server
	}
	return time.Since(began), err
}
