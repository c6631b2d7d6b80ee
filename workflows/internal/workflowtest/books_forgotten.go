package workflowtest

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// Forgets saves a step whose workflow task is lost with Temporal afterwards.
func (b *Books) Forgets(step func(*contract.Order)) {
	o := b.Last()
	step(&o)
	saved := order.Saved(o)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.states = append(b.states, saved)
	b.forgotten = saved.Seq
}

// isForgotten tells whether a state is older than a forgotten state.
func (b *Books) isForgotten(next, saved contract.Order) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.forgotten != 0 && b.forgotten == saved.Seq && next.Seq <= saved.Seq
}

func (b *Books) FindOrder(context.Context, string) (contract.FoundOrder, error) {
	found := b.Last()
	return contract.FoundOrder{Order: found, Written: found.Seq > 0}, nil
}
