package subscription

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/ledger"
	"selfcare/internal/spending"
	"selfcare/internal/store"
)

// turn is one look at a subscription, within a transaction.
type turn struct {
	q     *store.Tx
	rules subscription.Rules
	now   time.Time
}

// step does what is due, where that is no renewal.
func (t turn) step(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	switch s.Step {
	case contract.StepSwitch:
		plan, err := t.q.PlanSubscriptions.Terms(ctx, s.Scheduled.PlanID)
		if err != nil {
			return s, err
		}
		s = subscription.Switched(s, plan)
		return s, t.tell(ctx, s, messageSwitched, nil)
	case contract.StepRemind:
		s = subscription.Reminded(s)
		message := messageReminder
		if s.Grace.Until.Sub(t.now) <= lastDay {
			message = messageLastDay
		}
		return s, t.tell(ctx, s, message, nil)
	case contract.StepExpire:
		s = subscription.Expired(s, t.now)
		return s, t.tell(ctx, s, messageExpired, nil)
	case contract.StepInactive:
		return t.inactive(ctx, s)
	case contract.StepRelease:
		return t.release(ctx, s)
	case contract.StepItems:
		return t.items(ctx, s)
	case contract.StepRenew, contract.StepNone:
		return s, nil
	default:
		return s, nil
	}
}

const lastDay = 24 * time.Hour

// renew charges the next cycle: with the plan that is scheduled for it, where the balance covers that, else with the present one.
func (t turn) renew(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	missing, err := contract.Halalas(0), error(nil)
	for _, planID := range candidates(s) {
		var next contract.PlanSubscription
		if next, missing, err = t.charge(ctx, s, planID); err != nil {
			return next, err
		}
		if missing == 0 {
			return spending.Follow(ctx, t.q, next, t.now)
		}
	}
	short := subscription.Short(s, missing, t.now, t.rules)
	if short.Stage == s.Stage {
		return short, nil
	}
	return short, t.tell(ctx, short, messageShort, nil)
}

// candidates are the plans that the next cycle may have, the one wanted first.
func candidates(s contract.PlanSubscription) []string {
	if s.Scheduled != nil {
		return []string{s.Scheduled.PlanID, s.PlanID}
	}
	return []string{s.PlanID}
}

// charge books the next cycle with a plan; where the balance does not cover it, it says what is missing, and nothing is changed.
func (t turn) charge(ctx context.Context, s contract.PlanSubscription, planID string) (next contract.PlanSubscription, missing contract.Halalas, err error) {
	plan, err := t.q.PlanSubscriptions.Terms(ctx, planID)
	if err != nil {
		return s, 0, err
	}
	next = subscription.Renewed(s, plan, t.now)
	bill, err := t.bill(ctx, next, plan)
	if err != nil {
		return s, 0, err
	}
	if missing, err = t.missing(ctx, s, bill); err != nil || missing > 0 {
		return s, missing, err
	}
	if err := t.book(ctx, next, plan, bill); err != nil {
		return s, 0, err
	}
	switch {
	case s.Scheduled != nil && planID == s.Scheduled.PlanID:
		paid := *s.Scheduled
		paid.Paid, paid.StartsAt = true, next.From
		next.Scheduled = &paid
		return next, 0, nil
	case s.Scheduled != nil:
		fallen := s.Scheduled.PlanID
		next.Scheduled = nil
		return next, 0, t.tell(ctx, next, messageFellBack, &fallen)
	default:
		return next, 0, t.tell(ctx, next, renewed(s), nil, bill...)
	}
}

func (t turn) bill(ctx context.Context, next contract.PlanSubscription, plan subscription.Plan) ([]subscription.Charge, error) {
	settings, err := t.q.Settings.Get(ctx)
	if err != nil {
		return nil, err
	}
	sims, commitment, err := t.q.PlanSubscriptions.Extras(ctx, next.LineID, next.From)
	if err != nil || !breaks(next, plan) {
		return subscription.Bill(next.Type, plan, sims, commitment, next.From, settings.VATPercent), err
	}
	items := subscription.SwitchBill(plan, sims, commitment, next.From, settings.VATPercent)
	return subscription.Charged(items, next.Type == subscription.Prepaid), nil
}

// breaks tells whether a plan that is switched to ends what the owner of the line promised.
func breaks(s contract.PlanSubscription, plan subscription.Plan) bool {
	return plan.ID != s.PlanID && !plan.Commits
}

// missing is what a prepaid balance lacks. It is read under a lock: what it covers now, it covers until this is committed.
func (t turn) missing(ctx context.Context, s contract.PlanSubscription, bill []subscription.Charge) (contract.Halalas, error) {
	if s.Type != subscription.Prepaid {
		return 0, nil
	}
	balance, err := t.q.PlanSubscriptions.LockBalance(ctx, s.LineID)
	return max(subscription.Total(bill)-balance, 0), err
}

// book writes down what a cycle cost, takes it from the balance, and gives the line what the plan holds.
func (t turn) book(ctx context.Context, next contract.PlanSubscription, plan subscription.Plan, bill []subscription.Charge) error {
	cycle := store.ChargedCycle{
		LineID: next.LineID, Cycle: next.Cycle, PlanID: plan.ID, PaidBy: store.PaidByInvoice, From: next.From, Until: next.Until, At: t.now, Items: bill,
	}
	if next.Type == subscription.Prepaid {
		cycle.PaidBy = store.PaidByBalance
		if total := subscription.Total(bill); total > 0 {
			if err := t.q.Ledger.Post(ctx, ledger.CyclePosting(next, total)); err != nil {
				return err
			}
		}
	}
	if err := t.q.PlanSubscriptions.AddCharges(ctx, cycle); err != nil {
		return err
	}
	if breaks(next, plan) {
		if err := t.q.PlanSubscriptions.EndCommitment(ctx, next.LineID); err != nil {
			return err
		}
	}
	return t.q.PlanSubscriptions.GrantCycle(ctx, next, plan.ID)
}
