package bench

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"selfcare/api/gen"
	"selfcare/dev/customer"
)

const (
	eSIMPhone   = "apple-iphone-16"
	eSIMsARound = 120 // as many bare workflows, so that a round has some seconds of each
	bareRuns    = 500
)

// eSIMOrdersPerSecond compares whole eSIM orders through the HTTP API, from the first call to the active line, with a bare
// workflow of one activity, both ten at once.
func (b *Bench) eSIMOrdersPerSecond(ctx context.Context) ([]Figure, error) {
	type rates struct{ orders, bare float64 }
	round := func(int) (r rates, err error) {
		if r.orders, err = b.eSIMOrders(ctx, eSIMsARound); err != nil {
			return r, err
		}
		r.bare, err = atOnce(ctx, bareRuns, func(ctx context.Context, _ int) error { return b.runBare(ctx, OneActivity) })
		return r, err
	}
	if _, err := round(0); err != nil { // plans statements, fills connections and caches
		return nil, err
	}
	rounds, err := perRound(b.Rounds, round)
	if err != nil {
		return nil, err
	}
	var ratios, orders, bare []float64
	for _, r := range rounds {
		ratios, orders, bare = append(ratios, r.orders/r.bare), append(orders, r.orders), append(bare, r.bare)
	}
	f := figure("P1", "eSIM orders per second through the HTTP API, 10 at once, first call to active line",
		"bare workflow of one activity", atLeast(0.165), ratios)
	f.Absolute = map[string]float64{"ordersPerSecond": median(orders), "barePerSecond": median(bare)}
	f.Note = notef("%.1f orders against %.1f bare workflows per second; %d orders a round; 0.20 is the aim", median(orders), median(bare), eSIMsARound)
	return []Figure{f}, nil
}

func (b *Bench) eSIMOrders(ctx context.Context, count int) (float64, error) {
	numbers, err := b.freeNumbers(ctx, count)
	if err != nil {
		return 0, err
	}
	return atOnce(ctx, count, func(ctx context.Context, n int) error {
		_, err := b.orderESIM(ctx, numbers[n])
		return err
	})
}

// orderESIM is a customer who uses only the public API.
func (b *Bench) orderESIM(ctx context.Context, msisdn string) (*customer.Customer, error) {
	c := customer.New(b.web, b.cards, customer.AnyPerson())
	c.WantsESIM(eSIMPhone)
	for _, act := range []func(context.Context) error{
		func(ctx context.Context) error { return c.Start(ctx, msisdn) },
		func(ctx context.Context) error { return c.ChoosePlan(ctx, plans[0]) },
		c.ShowEligibility, c.AskForIdentity,
		func(ctx context.Context) error { return b.approvePush(ctx, c.Order.Id) },
		c.AwaitIdentity, c.GiveContact, c.Confirm,
		func(ctx context.Context) error { return c.Pay(ctx, customer.CardApproved) },
		func(ctx context.Context) error {
			return c.Await(ctx, func(o gen.Order) bool { return o.Stage == "active" })
		},
	} {
		if err := act(ctx); err != nil {
			return c, fmt.Errorf("eSIM order %s: %w", c.Order.Id, err)
		}
	}
	return c, nil
}

// approvePush taps on the phone once the digits are on the screen. An earlier call-back would be refused, and repeated
// only after a second.
func (b *Bench) approvePush(ctx context.Context, orderID string) error {
	record, err := b.store.Orders.Get(ctx, orderID)
	if err != nil {
		return err
	}
	return b.sims.approve(ctx, record.Order.Identity.TransactionID)
}

// atOnce runs something n times, with one call per buyer in parallel, and returns the rate per second.
func atOnce(ctx context.Context, n int, do func(ctx context.Context, i int) error) (float64, error) {
	group, running := errgroup.WithContext(ctx)
	group.SetLimit(buyersAtOnce)
	begin := time.Now()
	for i := range n {
		group.Go(func() error { return do(running, i) })
	}
	err := group.Wait()
	return float64(n) / time.Since(begin).Seconds(), err
}
