// Package bulk holds the process that retries a whole set of held work after an outage.
package bulk

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/workflow"

	bulkacts "selfcare/activities/bulk"
	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
	"selfcare/workflows/internal/process"
)

// Only the method names are used; the workflow never calls these.
var (
	bulks      *bulkacts.Activities
	resumption *bulkacts.Resumption
)

// itemsPerRun keeps a history short.
const itemsPerRun = 50

// BulkResolution resumes held work one item after the other, at the rate of the setting. Support can pause it, continue it or
// stop it. Items that were resumed stay resumed.
func BulkResolution(ctx workflow.Context, in contract.BulkInput) error {
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	b, err := receive(ctx, in)
	if err != nil {
		return err
	}
	if err := b.Drain(ctx, b.runPhases(ctx)); err != nil || !b.another || b.State.State.Over() {
		return err
	}
	return workflow.NewContinueAsNewError(ctx, BulkResolution, contract.BulkInput{Bulk: b.State, Done: b.done})
}

// bulkRun is one bulk while it runs.
type bulkRun struct {
	*process.Process[contract.Bulk]
	done    int   // items that had their turn
	another bool  // the bulk continues in another run
	refused error // why the bulk was not opened
}

func receive(ctx workflow.Context, in contract.BulkInput) (*bulkRun, error) {
	b := &bulkRun{done: in.Done}
	b.Process = process.Open(ctx, in.Bulk, nil, b.updateAttributes)
	b.Show = b.show
	anything := func(contract.BulkInput) error { return nil }
	if err := process.RegisterUpdate(b.Process, ctx, contract.UpdateOpenBulk, anything, b.openBulk); err != nil {
		return nil, err
	}
	may := func(in contract.BulkMove) error { return b.validateMove(ctx, in) }
	return b, process.RegisterUpdate(b.Process, ctx, contract.UpdateMoveBulk, may, b.move)
}

func (b *bulkRun) runPhases(ctx workflow.Context) error {
	if err := b.awaitOpening(ctx); err != nil {
		return err
	}
	for turns := 0; b.done < b.State.Total; turns++ {
		if err := b.awaitRunning(ctx); err != nil || b.State.State.Over() {
			return err
		}
		if turns == itemsPerRun || b.IsLong(ctx) {
			b.another = true
			return nil
		}
		if err := b.resumeItem(ctx, b.done+1); err != nil {
			return err
		}
		b.done++
		if err := b.pace(ctx); err != nil {
			return err
		}
	}
	return b.complete(ctx)
}

// openBulk fixes the items of the bulk. A repeat returns the stored bulk.
func (b *bulkRun) openBulk(ctx workflow.Context, _ contract.BulkInput) (contract.Bulk, error) {
	b.refused = b.Apply(ctx, "Find what is to be resumed", bulks.OpenBulk, process.At(ctx))
	return b.State, b.refused
}

func (b *bulkRun) isOpen() bool { return b.State.Seq > 0 }

// awaitOpening waits for the update that started the workflow. An update that is refused or lost leaves nothing behind.
func (b *bulkRun) awaitOpening(ctx workflow.Context) error {
	wait := process.Wait{For: "the first step", Limit: process.OpenTimeout, Then: "the start is forgotten; nothing is resumed"}
	err := b.AwaitOpening(ctx, wait, func() bool { return b.isOpen() || b.refused != nil })
	switch {
	case err != nil:
		return err
	case b.refused != nil:
		return process.Ending(process.CodeOf(b.refused))
	case !b.isOpen():
		return process.Ending(contract.FailBulkUnknown)
	default:
		return nil
	}
}

// awaitRunning waits while the bulk is paused.
func (b *bulkRun) awaitRunning(ctx workflow.Context) error {
	wait := process.Wait{For: "support continues or stops the bulk retry", Owner: "support: the member who paused it, or a colleague"}
	_, err := b.Await(ctx, wait, func() bool { return b.State.State != contract.BulkPaused || b.IsLong(ctx) })
	return err
}

// resumeItem resumes one item. An item whose process does not answer must not block the rest.
func (b *bulkRun) resumeItem(ctx workflow.Context, position int) error {
	item := contract.BulkItem{BulkID: b.State.ID, Position: position}
	policy := process.WithResolutionPolicy(process.WithRefusals(ctx), fmt.Sprintf("Resume %d of %d", position, b.State.Total))
	var outcome contract.BulkOutcome
	err := process.Do(policy, b.Attention, &outcome, resumption.ResumeItem, item)
	if err == nil {
		return nil
	}
	return b.CallLocal(ctx, "Skip the item", nil, bulks.GiveUpItem, contract.BulkGivenUp{At: process.At(ctx), BulkItem: item, Code: process.CodeOf(err)})
}

// pace waits between two items. A pause or a stop takes effect at once.
func (b *bulkRun) pace(ctx workflow.Context) error {
	wait := process.Wait{For: "the next item is due", Limit: time.Minute / time.Duration(b.State.PerMinute), Then: "it is resumed"}
	_, err := b.Await(ctx, wait, func() bool { return b.State.State != contract.BulkRunning })
	return err
}

// complete ends the bulk unless support stopped it at the last moment.
func (b *bulkRun) complete(ctx workflow.Context) error {
	allowed := func() error {
		if b.State.State.Over() {
			return process.Ending(contract.FailBulkOver)
		}
		return nil
	}
	return b.ApplyIf(ctx, allowed, "Record that every item was retried", bulks.MoveBulk, contract.BulkMove{At: process.At(ctx), To: contract.BulkCompleted})
}

func (b *bulkRun) validateMove(ctx workflow.Context, in contract.BulkMove) error {
	if !b.isOpen() {
		return process.Refuse(contract.FailBulkUnknown)
	}
	_, err := supportcase.MoveBulk(b.State, in.To, process.Now(ctx))
	return process.Refusal(err)
}

// move pauses, continues or stops the bulk.
func (b *bulkRun) move(ctx workflow.Context, in contract.BulkMove) (contract.Bulk, error) {
	in.At = process.At(ctx)
	may := func() error { return b.validateMove(ctx, in) }
	err := b.ApplyIf(ctx, may, "Have it "+string(in.To), bulks.MoveBulk, in)
	return b.State, err
}

// updateAttributes returns the search attributes that follow from a change of the bulk.
func (b *bulkRun) updateAttributes(ctx workflow.Context, before contract.Bulk) []process.Attribute {
	b.show(ctx)
	if b.State.State == before.State {
		return nil
	}
	return []process.Attribute{process.Stage.ValueSet(string(b.State.State))}
}

// show writes the progress of the bulk for the Temporal UI.
func (b *bulkRun) show(ctx workflow.Context) {
	workflow.SetCurrentDetails(ctx, fmt.Sprintf("Bulk retry is **%s** · %d of %d items retried · %d per minute",
		b.State.State, b.done, b.State.Total, b.State.PerMinute))
}
