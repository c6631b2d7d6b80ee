package workflowtest

import (
	"fmt"
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/renewal"
	"selfcare/internal/domain/subscription"
)

// PlanItem is a service or a bundle of a line that renews beside its plan.
type PlanItem struct {
	Name string
	renewal.Item
}

// HasItem adds a delivered item. The row of the plan knows when its cycle ends.
func (b *PlanBooks) HasItem(i PlanItem) contract.PlanSubscription {
	b.mu.Lock()
	defer b.mu.Unlock()
	i.Renews = true
	b.Items = append(b.Items, i)
	b.saved = subscription.Scheduled(subscription.ItemBegun(b.saved, i.Until), b.Rules)
	if b.Soon > 0 {
		b.saved.DueAt = time.Now().Add(b.Soon).UTC()
	}
	b.saved.Seq++
	return b.saved
}

// Turns turns the renewal of an item off, or on again.
func (b *PlanBooks) Turns(name string, renews bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for n := range b.Items {
		if b.Items[n].Name == name {
			b.Items[n].Renews = renews
		}
	}
}

// renewedItems renews or ends the due items by the rules.
func (b *PlanBooks) renewedItems(s contract.PlanSubscription, in contract.At) contract.PlanSubscription {
	s.ItemsDue = time.Time{}
	b.Items = slices.DeleteFunc(b.Items, func(i PlanItem) bool {
		return !i.Until.After(in.Now) && b.outcome(s, i) != renewal.Renewed
	})
	for n, i := range b.Items {
		if !i.Until.After(in.Now) {
			b.Balance -= i.Price
			b.Items[n].Cycle++
			_, b.Items[n].Until = renewal.Next(i.Item, in.Now)
			b.write(fmt.Sprintf("item %s %d", i.Name, b.Items[n].Cycle))
		}
		s = subscription.ItemBegun(s, b.Items[n].Until)
	}
	return s
}

func (b *PlanBooks) outcome(s contract.PlanSubscription, i PlanItem) renewal.Outcome {
	planned := s.Stage == contract.SubscriptionActive
	o := renewal.Decide(i.Item, renewal.Standing{Held: true, Sold: true, Planned: planned, Balance: b.Balance})
	if o != renewal.Renewed {
		b.write("item " + i.Name + " " + string(o))
	}
	return o
}
