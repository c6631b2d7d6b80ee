package workflowtest

import (
	"context"
	"fmt"
	"sync"

	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
)

// BulkBooks fake the writes of a bulk and the processes that it resumes. By default everything succeeds.
type BulkBooks struct {
	*Journal
	Items     int
	PerMinute int
	mu        sync.Mutex
	saved     contract.Bulk
	outcomes  map[int]contract.BulkOutcome
}

// NewBulkBooks makes books with three held items.
func NewBulkBooks(j *Journal) *BulkBooks {
	return &BulkBooks{Journal: j, Items: 3, PerMinute: 60, outcomes: map[int]contract.BulkOutcome{}}
}

// Last is the last written state of the bulk.
func (b *BulkBooks) Last() contract.Bulk {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.saved
}

// Outcomes are the outcomes of the items, by position.
func (b *BulkBooks) Outcomes() map[int]contract.BulkOutcome {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := map[int]contract.BulkOutcome{}
	for position, outcome := range b.outcomes {
		all[position] = outcome
	}
	return all
}

func (b *BulkBooks) save(next contract.Bulk, effect string) (contract.Bulk, error) {
	if err := b.try(effect); err != nil {
		return next, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.saved.ID == next.ID && b.saved.Seq >= next.Seq {
		return next, temporal.NewNonRetryableApplicationError("ahead", contract.ErrorSavedAhead, nil, b.saved)
	}
	b.saved = next
	b.write(effect)
	return next, b.lost(effect)
}

func (b *BulkBooks) OpenBulk(_ context.Context, bulk contract.Bulk, at contract.At) (contract.Bulk, error) {
	if saved := b.Last(); saved.ID == bulk.ID && saved.Seq > 0 {
		return saved, nil
	}
	next, err := supportcase.OpenBulk(bulk, b.Items, b.PerMinute, at.Now)
	if err != nil {
		return bulk, No(contract.FailBulkNothing)
	}
	return b.save(next, "open-bulk")
}

func (b *BulkBooks) MoveBulk(_ context.Context, bulk contract.Bulk, in contract.BulkMove) (contract.Bulk, error) {
	next, err := supportcase.MoveBulk(bulk, in.To, in.Now)
	if err != nil {
		return bulk, No(contract.FailBulkOver)
	}
	if next.State == bulk.State {
		return next, nil
	}
	return b.save(next, "bulk-"+string(in.To))
}

// ResumeItem answers a repeat with the first answer.
func (b *BulkBooks) ResumeItem(_ context.Context, of contract.BulkItem) (contract.BulkOutcome, error) {
	if known := b.Outcomes()[of.Position]; known != "" {
		return known, nil
	}
	effect := fmt.Sprintf("resume-%d", of.Position)
	if err := b.try(effect); err != nil {
		return "", err
	}
	return contract.BulkResumed, b.finish(of.Position, contract.BulkResumed, effect)
}

func (b *BulkBooks) GiveUpItem(_ context.Context, in contract.BulkGivenUp) error {
	effect := fmt.Sprintf("give-up-%d %s", in.Position, in.Code)
	if err := b.try(effect); err != nil {
		return err
	}
	return b.finish(in.Position, contract.BulkRefused, effect)
}

func (b *BulkBooks) finish(position int, outcome contract.BulkOutcome, effect string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.outcomes[position] == "" {
		b.outcomes[position] = outcome
		b.write(effect)
	}
	return b.lost(effect)
}
