package bill

import (
	"context"
	"reflect"
	"time"

	"selfcare/activities/internal/lines"
	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/spending"
	"selfcare/internal/store"
)

// Follow sets the service level that the bills of a line allow, and wakes the workflow of its plan, which tells the network
// within moments. It reports whether the line may do more than before.
func Follow(ctx context.Context, q *store.Tx, lineID string, now time.Time) (more bool, err error) {
	plan, err := q.PlanSubscriptions.GetLocked(ctx, lineID)
	if found, err := known(err); !found {
		return false, err
	}
	steps, err := q.Invoices.Steps(ctx, lineID)
	if err != nil {
		return false, err
	}
	next := subscription.Billed(plan, bill.Lowest(steps), now)
	if reflect.DeepEqual(next, plan) {
		return false, nil
	}
	if subscription.Ending(plan) != nil && subscription.Ending(next) == nil {
		if err := q.Lines.Release(ctx, contract.PlanSubscriptionWorkflowID(lineID)); err != nil {
			return false, err
		}
	}
	return next.Bills.Level == contract.ServiceFull, lines.SavePlan(ctx, q, next)
}

// SettleInvoice follows a payment or a credit note: it lifts the barring for the invoice and tells the holders of the line.
func SettleInvoice(ctx context.Context, q *store.Tx, b Message) error {
	more, err := Follow(ctx, q, b.Invoice.LineID, b.Now)
	if err != nil {
		return err
	}
	if err := spending.FollowLine(ctx, q, b.Invoice.LineID, b.Now); err != nil { // less of its credit limit is used
		return err
	}
	if err := Tell(ctx, q, b); err != nil || !more {
		return err
	}
	b.Template = MessageUnbarred
	return Tell(ctx, q, b)
}

// EndUnpaidLine makes the workflow of a line's plan end the line because its bills are unpaid. If end returns nil, the line stays.
func EndUnpaidLine(ctx context.Context, q *store.Tx, lineID string, end func(contract.PlanSubscription) (*contract.LineEnding, error), now time.Time) error {
	plan, err := q.PlanSubscriptions.GetLocked(ctx, lineID)
	if found, err := known(err); !found || ended(plan) {
		return err
	}
	ending, err := end(plan)
	if err != nil || ending == nil {
		return err
	}
	return lines.SavePlan(ctx, q, subscription.Unpaid(plan, ending, now))
}
