package bill

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/activities/internal/bill"
	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	billdomain "selfcare/internal/domain/bill"
	"selfcare/internal/domain/ending"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	billed "selfcare/internal/store/bill"
)

const (
	stepsAtOnce = 100
	endAgain    = time.Hour // a line that could not be ended yet
	claimFor    = 24 * time.Hour
)

// TakeDunningSteps does what is due of invoices that nobody pays, a number of them, each in a transaction of its own, and says how many
// that were. Done again it does nothing twice.
func (a *Activities) TakeDunningSteps(ctx context.Context, in contract.At) (taken int, err error) {
	due, err := a.store.Invoices.Due(ctx, in.Now, stepsAtOnce)
	if err != nil {
		return 0, failure.Map("find invoices whose step is due", err)
	}
	settings, err := a.store.Settings.Get(ctx)
	if err != nil {
		return 0, failure.Map("read settings", err)
	}
	for _, id := range due {
		if err := a.step(ctx, id, settings.Billing.Rules(), in.Now); err != nil {
			return taken, failure.Map("take step of invoice", err)
		}
		taken++
	}
	return taken, nil
}

// step does what is due of one invoice. Where our books refuse that, it is put off, so that those behind it go on, and the doctor counts
// it. Where even that cannot be written, our database is away.
func (a *Activities) step(ctx context.Context, id string, rules billdomain.Rules, now time.Time) error {
	err := a.store.InTx(ctx, func(q *store.Tx) error { return taking{q, rules, now}.invoice(ctx, id) })
	if err == nil {
		return nil
	}
	if away := a.store.Invoices.NoteFailed(ctx, id, now, now.Add(endAgain)); away != nil {
		return err
	}
	if activity.IsActivity(ctx) {
		activity.GetLogger(ctx).Error("the step of an invoice failed and is put off", "invoice", id, "error", err)
	}
	return nil
}

// taking is one look at an invoice that is not paid, within a transaction.
type taking struct {
	q     *store.Tx
	rules billdomain.Rules
	now   time.Time
}

func (t taking) invoice(ctx context.Context, id string) error {
	b, known, err := t.q.Invoices.GetLocked(ctx, id)
	if err != nil || !known || b.NextAt.IsZero() || t.now.Before(b.NextAt) { // paid, or taken meanwhile
		return err
	}
	if b.Step == billdomain.StepEnd { // the line could not be ended the last time
		return t.ends(ctx, b)
	}
	d, err := t.q.Invoices.Dunning(ctx, id)
	if err != nil {
		return err
	}
	step, _, _ := d.Next(t.rules)
	d = billdomain.Dunning{Step: step, TakenAt: t.now, DueAt: d.DueAt}
	_, next, _ := d.Next(t.rules)
	if step == billdomain.StepEnd {
		next = t.now.Add(endAgain)
	}
	if err := t.q.Invoices.Took(ctx, id, step, t.now, next); err != nil {
		return err
	}
	b.Step = step
	return t.follows(ctx, b, d)
}

// follows does what a step means.
func (t taking) follows(ctx context.Context, b billed.Bill, d billdomain.Dunning) error {
	if b.Step == billdomain.StepEnd {
		return t.ends(ctx, b)
	}
	if b.Step.Bars() {
		if _, err := bill.Follow(ctx, t.q, b.LineID, t.now); err != nil {
			return err
		}
	}
	if d.Overtaken(t.now, t.rules) {
		return nil
	}
	told := bill.Told{Invoice: b.Invoice, Left: b.Left, Template: messages[b.Step], Now: t.now}
	if b.Step == billdomain.StepBarAll {
		_, told.Ends, _ = d.Next(t.rules)
	}
	return bill.Tell(ctx, t.q, told)
}

var messages = map[billdomain.Step]string{
	billdomain.StepNotice: bill.MessageDue, billdomain.StepLastNotice: bill.MessageDueTomorrow,
	billdomain.StepBarOutgoing: bill.MessageBarOutgoing, billdomain.StepBarAll: bill.MessageBarAll,
}

// ends has the line of an invoice ended. One that is being changed, or that the network does not let go, is looked at again later; of one
// that has ended nothing is due any more.
func (t taking) ends(ctx context.Context, b billed.Bill) error {
	line, inService, err := t.q.Endings.Line(ctx, b.LineID)
	if err != nil {
		return err
	}
	if !inService {
		return t.q.Invoices.Took(ctx, b.ID, billdomain.StepEnd, t.now, time.Time{})
	}
	if err := t.q.Invoices.Again(ctx, b.ID, t.now.Add(endAgain)); err != nil {
		return err
	}
	return bill.Leaves(ctx, t.q, b.LineID, func(plan contract.PlanSubscription) (*contract.LineEnding, error) {
		err := t.q.Lines.Claim(ctx, store.LineClaim{
			LineID: b.LineID, Holder: contract.PlanSubscriptionWorkflowID(b.LineID), Until: t.now, ExpiresAt: t.now.Add(claimFor),
		})
		var busy *store.LineBusyError
		if errors.As(err, &busy) {
			return nil, nil //nolint:nilnil // somebody changes it
		}
		fate, operator := ending.FateOf(line.MSISDN, line.PortedFrom)
		return subscription.EndsUnpaid(plan, fate, operator, t.now), err
	}, t.now)
}
