package subscription

import (
	"context"

	"selfcare/activities/internal/lines"
	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
)

// StopRenewal lets the plan run out at the end of its cycle. A switch that was scheduled for then goes with it.
func (a *Activities) StopRenewal(ctx context.Context, s contract.PlanSubscription, in contract.RenewalChoice) (contract.PlanSubscription, error) {
	return a.choose(ctx, "stop renewal", in.At, s, func(q *store.Tx, r subscription.Rules) (contract.PlanSubscription, error) {
		if err := subscription.MayStop(s); err != nil {
			return s, err
		}
		s = subscription.Stopped(s)
		return s, turn{q, r, in.Now}.tell(ctx, s, messageStopped, nil)
	})
}

// StartRenewal has the plan renewed again. A plan that has run out comes back as soon as the balance covers it.
func (a *Activities) StartRenewal(ctx context.Context, s contract.PlanSubscription, in contract.RenewalChoice) (contract.PlanSubscription, error) {
	return a.choose(ctx, "start renewal", in.At, s, func(q *store.Tx, r subscription.Rules) (contract.PlanSubscription, error) {
		present, err := q.PlanSubscriptions.Terms(ctx, s.PlanID)
		if err != nil {
			return s, err
		}
		if err := subscription.MayStart(s, present); err != nil {
			return s, err
		}
		s.AutoRenew = true
		if s.Stage != contract.SubscriptionActive {
			return s, nil // it is tried at once, and told of then
		}
		return s, turn{q, r, in.Now}.tell(ctx, s, messageStarted, nil)
	})
}

// ScheduleSwitch has another plan take the place of the present one when the cycle ends; one scheduled before gives way.
func (a *Activities) ScheduleSwitch(ctx context.Context, s contract.PlanSubscription, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	return a.choose(ctx, "schedule switch", in.At, s, func(q *store.Tx, r subscription.Rules) (contract.PlanSubscription, error) {
		line, err := q.Lines.Get(ctx, s.LineID)
		if err != nil {
			return s, err
		}
		if err := lines.Stays(ctx, q, s.LineID); err != nil {
			return s, err
		}
		plan, err := q.PlanSubscriptions.Terms(ctx, in.PlanID)
		if err != nil {
			return s, err
		}
		if err := subscription.MaySchedule(s, line.Kind, plan, in.Now, r); err != nil {
			return s, err
		}
		s.AutoRenew = true
		s.Scheduled = &contract.ScheduledSwitch{PlanID: plan.ID, StartsAt: s.Until, RequestedAt: in.Now.UTC()}
		return s, turn{q, r, in.Now}.tell(ctx, s, messageScheduled, &plan.ID)
	})
}

// CancelSwitch keeps the present plan.
func (a *Activities) CancelSwitch(ctx context.Context, s contract.PlanSubscription, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	return a.choose(ctx, "cancel switch", in.At, s, func(q *store.Tx, r subscription.Rules) (contract.PlanSubscription, error) {
		if err := subscription.MayCancel(s, in.Now, r); err != nil {
			return s, err
		}
		s.Scheduled = nil
		return s, turn{q, r, in.Now}.tell(ctx, s, messageCancelled, nil)
	})
}
