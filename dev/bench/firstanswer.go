package bench

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"selfcare/dev/customer"
)

const answersPerRound = 100

// firstAnswer compares starting an order with a number, over HTTP, with a no-op workflow, one at a time.
func (b *Bench) firstAnswer(ctx context.Context) ([]Figure, error) {
	if _, err := b.firstAnswerRound(ctx); err != nil { // warms connections and caches
		return nil, err
	}
	rounds, err := perRound(b.Rounds, func(int) (latencies, error) { return b.firstAnswerRound(ctx) })
	if err != nil {
		return nil, err
	}
	const what, against = "first answer of POST /orders with a number", "bare no-op workflow, start to result"
	return []Figure{
		latencyFigure("P4", what+", p50", against+", p50", 50, atMost(1.6), rounds),
		latencyFigure("P4", what+", p99", against+", p99", 99, atMost(2), rounds),
	}, nil
}

func (b *Bench) firstAnswerRound(ctx context.Context) (latencies, error) {
	numbers, err := b.freeNumbers(ctx, 2*answersPerRound)
	if err != nil {
		return latencies{}, err
	}
	next := func() string {
		first := numbers[0]
		numbers = numbers[1:]
		return first
	}
	visitors, err := b.visitors(ctx, answersPerRound)
	if err != nil {
		return latencies{}, err
	}
	overHTTP := func() error {
		first := visitors[0]
		visitors = visitors[1:]
		return first.Start(ctx, next())
	}
	direct := func() error {
		input, err := b.newOrder(ctx)
		if err != nil {
			return err
		}
		_, err = b.orders.Start(ctx, input, func(int) string { return input.Order.Number }, next(), uuid.NewString())
		return err
	}
	lists, err := inTurn(answersPerRound, overHTTP, direct, func() error { return b.runNoOp(ctx) })
	if err != nil {
		return latencies{}, err
	}
	return newLatencies(lists), nil
}

// visitors have no number yet, and a device each: a device can hold only some numbers.
func (b *Bench) visitors(ctx context.Context, n int) ([]*customer.Customer, error) {
	list := make([]*customer.Customer, n)
	for i := range list {
		list[i] = customer.New(b.web, b.cards, customer.AnyPerson())
		if err := list[i].OpenDevice(ctx); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// freeNumbers picks free numbers. A number that was picked before is taken by now: each round picks anew.
func (b *Bench) freeNumbers(ctx context.Context, n int) ([]string, error) {
	rows, err := b.pool.Query(ctx, `
		SELECT msisdn FROM numbers WHERE status = 'free' AND category = 'bronze' ORDER BY random() LIMIT $1`, n)
	if err != nil {
		return nil, fmt.Errorf("pick free numbers: %w", err)
	}
	numbers, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("pick free numbers: %w", err)
	}
	if len(numbers) < n {
		return nil, fmt.Errorf("only %d free numbers left, %d needed", len(numbers), n)
	}
	return numbers, nil
}
