package bench

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"selfcare/dev/customer"
	"selfcare/internal/contract"
)

const (
	racers = 200
	prizes = 20
)

// raceResult has a count of the clients and one of the database.
type raceResult struct{ winners, doubles int }

// raceBench measures many clients on few numbers.
type raceBench struct{ *Bench }

// race lets 200 clients compete for 20 numbers over HTTP: each number must have one winner.
func (b raceBench) race(ctx context.Context) ([]Figure, error) {
	rounds, err := perRound(b.Rounds, func(int) (raceResult, error) { return b.raceRound(ctx) })
	if err != nil {
		return nil, err
	}
	var winners, doubles []float64
	for _, r := range rounds {
		winners, doubles = append(winners, float64(r.winners)), append(doubles, float64(r.doubles))
	}
	won := figure("P9", "200 clients on 20 numbers over HTTP: winners", "count", exactly(prizes), winners)
	won.Note = "every other client was told number_taken"
	twice := figure("P9", "200 clients on 20 numbers over HTTP: doubles", "count", exactly(0), doubles)
	twice.Note = "numbers without exactly one order in the database, holder included"
	return []Figure{won, twice}, nil
}

func (b raceBench) raceRound(ctx context.Context) (raceResult, error) {
	numbers, err := b.freeNumbers(ctx, prizes)
	if err != nil {
		return raceResult{}, err
	}
	var winners atomic.Int64
	var gate errgroup.Group
	start := make(chan struct{})
	for i := range racers {
		gate.Go(func() error {
			<-start
			won, err := b.goFor(ctx, numbers[i%prizes])
			if won {
				winners.Add(1)
			}
			return err
		})
	}
	close(start)
	if err := gate.Wait(); err != nil {
		return raceResult{}, err
	}
	doubles, err := b.doubles(ctx, numbers)
	return raceResult{winners: int(winners.Load()), doubles: doubles}, err
}

// goFor is one client's try; losing against a faster client is an answer, any other outcome a failure.
func (b raceBench) goFor(ctx context.Context, msisdn string) (won bool, err error) {
	err = customer.New(b.web, b.cards, customer.AnyPerson()).Start(ctx, msisdn)
	var refused *customer.Refused
	if errors.As(err, &refused) && refused.Problem.MessageKey == string(contract.FailNumberTaken) {
		return false, nil
	}
	return err == nil, err
}

// doubles counts the numbers that are not held by exactly one order, by the numbers table and by the orders table.
func (b raceBench) doubles(ctx context.Context, numbers []string) (doubles int, err error) {
	err = b.pool.QueryRow(ctx, `
		SELECT count(*) FROM numbers AS n WHERE n.msisdn = ANY($1) AND (
			n.status <> 'held'
			OR (SELECT count(*) FROM orders AS o WHERE o.msisdn = n.msisdn) <> 1
			OR NOT EXISTS (SELECT FROM orders AS o WHERE o.msisdn = n.msisdn AND o.id = n.order_id))`, numbers).Scan(&doubles)
	if err != nil {
		return 0, fmt.Errorf("look for doubles: %w", err)
	}
	return doubles, nil
}
