package bench

import (
	"context"
	"fmt"

	"go.temporal.io/sdk/client"

	"selfcare/internal/customer"
)

const stepsPerRound = 60

// plans taken in turn, so that each step changes something.
var plans = []string{"hawakom-55", "basic-25"}

// wizardStep compares choosing a plan over HTTP with an update of a workflow that does nothing, one at a time.
func (b *Bench) wizardStep(ctx context.Context) ([]Figure, error) {
	rounds, err := perRound(b.Rounds, func(int) (latencies, error) { return b.wizardStepRound(ctx) })
	if err != nil {
		return nil, err
	}
	return []Figure{latencyFigure("P5", "one wizard step over HTTP (PUT plan), p50",
		"bare update of an idle workflow, without any activity", atMost(1.3), rounds)}, nil
}

func (b *Bench) wizardStepRound(ctx context.Context) (latencies, error) {
	numbers, err := b.freeNumbers(ctx, 1)
	if err != nil {
		return latencies{}, err
	}
	shopper := customer.New(b.web, b.cards, customer.AnyPerson())
	if err := shopper.Start(ctx, numbers[0]); err != nil {
		return latencies{}, err
	}
	idle, err := b.temporal.ExecuteWorkflow(ctx, client.StartWorkflowOptions{TaskQueue: bareQueue}, Idle)
	if err != nil {
		return latencies{}, fmt.Errorf("start an idle workflow: %w", err)
	}
	n := 0
	choose := func() error { n++; return shopper.ChoosePlan(ctx, plans[n%len(plans)]) }
	ours, other, err := alternate(stepsPerRound, choose, func() error { return b.updateIdle(ctx, idle.GetID()) })
	if err != nil {
		return latencies{}, err
	}
	return latencies{ours, other}, b.temporal.SignalWorkflow(ctx, idle.GetID(), idle.GetRunID(), bareStop, nil)
}
