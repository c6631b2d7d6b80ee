package bench

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"selfcare/dev/bench/naive"
	"selfcare/dev/customer"
	"selfcare/internal/contract"
)

const (
	ordersPerRound = 30
	buyersAtOnce   = 10
)

// ordersPerSecond compares the product's workflows with the naive ones on the same journey. Both run in worker processes
// of the same options, use the same activities, and are driven without HTTP; call-backs reach both through the API.
func (b *Bench) ordersPerSecond(ctx context.Context) ([]Figure, error) {
	sims, err := b.orderRates(ctx, "orders per second, 10 at once, number to active line", b.buy)
	if err != nil {
		return nil, err
	}
	esims, err := b.orderRates(ctx, "eSIM orders per second, 10 at once, number to active line", b.buyESIM)
	return []Figure{sims, esims}, err
}

// journey is a customer's way through a shop.
type journey func(ctx context.Context, s shop, msisdn, card string) (contract.Order, error)

func (b *Bench) orderRates(ctx context.Context, what string, buy journey) (Figure, error) {
	type rates struct{ ours, naive float64 }
	rounds, err := perRound(b.Rounds, func(int) (r rates, err error) {
		if r.ours, err = b.ordersOf(ctx, buy, func() shop { return productShop{b} }); err != nil {
			return r, err
		}
		if err := b.sims.payments(ctx, loseReports); err != nil {
			return r, err
		}
		r.naive, err = b.ordersOf(ctx, buy, func() shop { return &naive.Shop{Temporal: b.temporal, LookEvery: lookEvery} })
		return r, errors.Join(err, b.sims.payments(ctx, sendReports))
	})
	if err != nil {
		return Figure{}, err
	}
	var ratios, ours, theirs []float64
	for _, r := range rounds {
		ratios, ours, theirs = append(ratios, r.ours/r.naive), append(ours, r.ours), append(theirs, r.naive)
	}
	f := figure("P3", what, "naive order", atLeast(3), ratios)
	f.Absolute = map[string]float64{"oursPerSecond": median(ours), "naivePerSecond": median(theirs)}
	f.Note = notef("%.1f against %.1f orders per second; %d orders a round, both driven without HTTP", median(ours), median(theirs), ordersPerRound)
	return f, nil
}

// ordersOf is the rate of orders that a shop brings from the first number to the active line.
func (b *Bench) ordersOf(ctx context.Context, buy journey, enter func() shop) (float64, error) {
	numbers, err := b.freeNumbers(ctx, ordersPerRound)
	if err != nil {
		return 0, err
	}
	group, buying := errgroup.WithContext(ctx)
	group.SetLimit(buyersAtOnce)
	begin := time.Now()
	for _, msisdn := range numbers {
		group.Go(func() error {
			_, err := buy(buying, enter(), msisdn, customer.CardApproved)
			return err
		})
	}
	err = group.Wait()
	return ordersPerRound / time.Since(begin).Seconds(), err
}
