package subscription

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/spending"
	"selfcare/internal/store"
	"selfcare/internal/store/allowance"
	"selfcare/internal/store/lineholder"
	planstore "selfcare/internal/store/plan"
	subscriptionstore "selfcare/internal/store/subscription"
)

// batch is what the turns of several plans share in one transaction: what is read for all of them at its begin, and what is written for
// all of them at its end. A turn without a batch reads and writes by itself.
type batch struct {
	// Read once for all lines: most of them have the same few plans.
	terms   map[string]subscription.Plan
	buckets map[string][]allowance.Bucket
	names   map[string]planstore.Name

	holders map[string]lineholder.Holders // of the lines that are in service
	extras  map[string]bool               // lines that pay for more than their plan
	known   map[string]spending.Known     // of prepaid lines that are due to pay: their balances are locked

	charges []subscriptionstore.ChargedCycle
	grants  []allowance.Granted
	notices []contract.Notice
}

// newBatch reads the lines of plans, whose rows are locked.
func newBatch(ctx context.Context, q *store.Tx, due []subscriptionstore.DuePlan) (b *batch, err error) {
	b = &batch{
		terms: map[string]subscription.Plan{}, buckets: map[string][]allowance.Bucket{}, names: map[string]planstore.Name{},
		extras: map[string]bool{}, known: map[string]spending.Known{},
	}
	var all, paying []string
	for _, plan := range due {
		all = append(all, plan.LineID)
		if s := plan.Subscription; s.Type == subscription.Prepaid && s.Step == contract.StepRenew {
			paying = append(paying, plan.LineID)
		}
	}
	if b.holders, err = lineholder.OfLines(ctx, q, all); err != nil {
		return b, err
	}
	extras, err := q.PlanSubscriptions.ListWithExtras(ctx, all)
	if err != nil {
		return b, err
	}
	for _, lineID := range extras {
		b.extras[lineID] = true
	}
	return b, b.readKnown(ctx, q, paying)
}

func (b *batch) readKnown(ctx context.Context, q *store.Tx, lineIDs []string) error {
	balances, err := q.PlanSubscriptions.LockBalances(ctx, lineIDs)
	if err != nil || len(lineIDs) == 0 {
		return err
	}
	for _, lineID := range lineIDs {
		b.known[lineID] = spending.Known{Balance: balances[lineID]}
	}
	limits, err := q.Limits.OfLines(ctx, lineIDs...)
	for _, limit := range limits {
		known := b.known[limit.LineID]
		known.Limits = append(known.Limits, limit)
		b.known[limit.LineID] = known
	}
	return err
}

// write writes what the turns have left to the end.
func (b *batch) write(ctx context.Context, q *store.Tx) error {
	if err := q.PlanSubscriptions.AddCharges(ctx, b.charges...); err != nil {
		return err
	}
	if len(b.grants) > 0 {
		if err := q.Allowances.GrantAll(ctx, b.grants); err != nil {
			return err
		}
	}
	return q.Outbox.Queue(ctx, b.notices...)
}

// remember reads a value once. Without a memory it reads each time.
func remember[V any](memory map[string]V, key string, read func() (V, error)) (V, error) {
	if known, found := memory[key]; found {
		return known, nil
	}
	value, err := read()
	if err == nil && memory != nil {
		memory[key] = value
	}
	return value, err
}
