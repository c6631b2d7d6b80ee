package bench

import (
	"context"
	"slices"

	"selfcare/internal/customer"
)

const answersPerRound = 40

// latencies of one round, in milliseconds.
type latencies struct{ ours, other []float64 }

func (l latencies) ratio() float64 { return percentile(l.ours, 50) / percentile(l.other, 50) }

// firstAnswer compares starting an order with a number, over HTTP, with a no-op workflow, one at a time.
func (b *Bench) firstAnswer(ctx context.Context) ([]Figure, error) {
	rounds, err := perRound(b.Rounds, func(int) (latencies, error) { return b.firstAnswerRound(ctx) })
	if err != nil {
		return nil, err
	}
	const against = "bare no-op workflow, start to result"
	half := latencyFigure("P4", "first answer of POST /orders with a number, p50", against, atMost(1.25), rounds)
	tails := make([]float64, len(rounds))
	for i, r := range rounds {
		tails[i] = percentile(r.ours, 99) / percentile(r.other, 50)
	}
	tail := figure("P4", "first answer of POST /orders with a number, p99", against+", its p50", atMost(2.5), tails)
	ours, other := joined(rounds)
	tail.Absolute = map[string]float64{"oursP99Ms": percentile(ours, 99), "bareP50Ms": percentile(other, 50), "bareP99Ms": percentile(other, 99)}
	tail.Note = "the median of each round's p99; the raw file has the bare workflow's own p99"
	return []Figure{half, tail}, nil
}

func (b *Bench) firstAnswerRound(ctx context.Context) (latencies, error) {
	numbers, err := b.freeNumbers(ctx, answersPerRound)
	if err != nil {
		return latencies{}, err
	}
	next := 0
	start := func() error {
		next++
		return customer.New(b.web, b.cards, customer.AnyPerson()).Start(ctx, numbers[next-1])
	}
	ours, other, err := alternate(answersPerRound, start, func() error { return b.runNoOp(ctx) })
	return latencies{ours, other}, err
}

func latencyFigure(id, what, against string, goal Goal, rounds []latencies) Figure {
	ratios := make([]float64, len(rounds))
	for i, r := range rounds {
		ratios[i] = r.ratio()
	}
	f := figure(id, what, against, goal, ratios)
	ours, other := joined(rounds)
	f.Absolute = map[string]float64{"oursP50Ms": percentile(ours, 50), "bareP50Ms": percentile(other, 50), "calls": float64(len(ours))}
	f.Note = notef("p50 %.1f ms against %.1f ms, one at a time, the two in turn, %d calls each",
		f.Absolute["oursP50Ms"], f.Absolute["bareP50Ms"], len(ours))
	return f
}

func joined(rounds []latencies) (ours, other []float64) {
	for _, r := range rounds {
		ours, other = slices.Concat(ours, r.ours), slices.Concat(other, r.other)
	}
	return ours, other
}
