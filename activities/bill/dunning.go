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
	billstore "selfcare/internal/store/bill"
	linestore "selfcare/internal/store/line"
)

const (
	stepsAtOnce = 100
	endAgain    = time.Hour // until a line that could not be ended is tried again
	claimFor    = 24 * time.Hour
)

// TakeDunningSteps takes the due steps of a batch of unpaid invoices, each in a transaction of its own, and counts them. A repeat takes no
// step twice.
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

// step takes the due step of one invoice. If our books refuse it, the step is put off, so that the next invoices go on, and the doctor counts
// it. If even that cannot be written, our database is away.
func (a *Activities) step(ctx context.Context, id string, rules billdomain.Rules, now time.Time) error {
	err := a.store.InTx(ctx, func(q *store.Tx) error { return taking{q, rules, now}.takeStep(ctx, id) })
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

// taking takes a step of an unpaid invoice within a transaction.
type taking struct {
	q     *store.Tx
	rules billdomain.Rules
	now   time.Time
}

func (t taking) takeStep(ctx context.Context, id string) error {
	b, known, err := t.q.Invoices.GetLocked(ctx, id)
	if err != nil || !known || b.NextAt.IsZero() || t.now.Before(b.NextAt) { // it was paid, or the step was taken meanwhile
		return err
	}
	if b.Step == billdomain.StepEnd { // the line could not be ended at the last try
		return t.endLine(ctx, b)
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
	if err := t.q.Invoices.NoteStep(ctx, id, step, t.now, next); err != nil {
		return err
	}
	b.Step = step
	return t.takeEffect(ctx, b, d)
}

// takeEffect bars, warns or ends the line, as the step says.
func (t taking) takeEffect(ctx context.Context, b billstore.Bill, d billdomain.Dunning) error {
	if b.Step == billdomain.StepEnd {
		return t.endLine(ctx, b)
	}
	if b.Step.Bars() {
		if _, err := bill.Follow(ctx, t.q, b.LineID, t.now); err != nil {
			return err
		}
	}
	if d.Overtaken(t.now, t.rules) {
		return nil
	}
	told := bill.Message{Invoice: b.Invoice, Left: b.Left, Template: messages[b.Step], Now: t.now}
	if b.Step == billdomain.StepBarAll {
		_, told.Ends, _ = d.Next(t.rules)
	}
	return bill.Tell(ctx, t.q, told)
}

var messages = map[billdomain.Step]string{
	billdomain.StepNotice: bill.MessageDue, billdomain.StepLastNotice: bill.MessageDueTomorrow,
	billdomain.StepBarOutgoing: bill.MessageBarOutgoing, billdomain.StepBarAll: bill.MessageBarAll,
}

// endLine has the line of an invoice ended. A line that another process changes, or that the network does not release, is tried again later. A
// line that has ended needs no further step.
func (t taking) endLine(ctx context.Context, b billstore.Bill) error {
	line, inService, err := t.q.Endings.Line(ctx, b.LineID)
	if err != nil {
		return err
	}
	if !inService {
		return t.q.Invoices.NoteStep(ctx, b.ID, billdomain.StepEnd, t.now, time.Time{})
	}
	if err := t.q.Invoices.PostponeStep(ctx, b.ID, t.now.Add(endAgain)); err != nil {
		return err
	}
	return bill.EndUnpaidLine(ctx, t.q, b.LineID, func(plan contract.PlanSubscription) (*contract.LineEnding, error) {
		err := t.q.Lines.Claim(ctx, linestore.Claim{
			LineID: b.LineID, Holder: contract.PlanSubscriptionWorkflowID(b.LineID), Until: t.now, ExpiresAt: t.now.Add(claimFor),
		})
		var busy *linestore.BusyError
		if errors.As(err, &busy) {
			return nil, nil //nolint:nilnil // another process changes the line
		}
		fate, operator := ending.OutcomeOf(line.MSISDN, line.PortedFrom)
		return subscription.EndsUnpaid(plan, fate, operator, t.now), err
	}, t.now)
}
