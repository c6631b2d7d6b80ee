package bench

import (
	"context"

	"github.com/google/uuid"

	"selfcare/dev/customer"
	"selfcare/internal/contract"
)

const stepsPerRound = 100

var plans = []string{"hawakom-55", "basic-25"}

// plansInTurn makes each step of an order change something.
func plansInTurn() func() string {
	n := 0
	return func() string { n++; return plans[n%len(plans)] }
}

// wizardStep compares choosing a plan over HTTP with an update of an idle workflow that changes a row, one at a time.
func (b *Bench) wizardStep(ctx context.Context) ([]Figure, error) {
	if _, err := b.wizardStepRound(ctx); err != nil { // warms connections and caches
		return nil, err
	}
	rounds, err := perRound(b.Rounds, func(int) (latencies, error) { return b.wizardStepRound(ctx) })
	if err != nil {
		return nil, err
	}
	return []Figure{latencyFigure("P5", "one wizard step over HTTP (PUT plan), p50",
		"bare update of an idle workflow whose one local activity updates one row, p50", 50, atMost(1.7), rounds)}, nil
}

func (b *Bench) wizardStepRound(ctx context.Context) (latencies, error) {
	shopper, err := b.shopper(ctx)
	if err != nil {
		return latencies{}, err
	}
	twin, err := b.shopper(ctx)
	if err != nil {
		return latencies{}, err
	}
	idle, err := b.startIdle(ctx)
	if err != nil {
		return latencies{}, err
	}
	ours, twins := plansInTurn(), plansInTurn()
	lists, err := inTurn(stepsPerRound,
		func() error { return shopper.ChoosePlan(ctx, ours()) },
		func() error {
			choice := contract.PlanChoice{PlanID: twins()}
			_, err := b.orders.Update(ctx, twin.Order.OrderNumber, contract.UpdateSelectPlan, uuid.NewString(), choice)
			return err
		},
		func() error { return b.updateIdle(ctx, idle.GetID()) })
	if err != nil {
		return latencies{}, err
	}
	return newLatencies(lists), b.temporal.SignalWorkflow(ctx, idle.GetID(), idle.GetRunID(), bareStop, nil)
}

// shopper is a customer who has just booked a number.
func (b *Bench) shopper(ctx context.Context) (*customer.Customer, error) {
	numbers, err := b.freeNumbers(ctx, 1)
	if err != nil {
		return nil, err
	}
	shopper := customer.New(b.web, b.cards, customer.AnyPerson())
	return shopper, shopper.Start(ctx, numbers[0])
}
