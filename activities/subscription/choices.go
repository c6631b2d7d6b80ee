package subscription

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/subscription"
)

// StopRenewal lets the plan run out at the end of its cycle. An unpaid scheduled switch is dropped.
func (a *Activities) StopRenewal(ctx context.Context, s contract.PlanSubscription, in contract.RenewalChoice) (contract.PlanSubscription, error) {
	return a.choose(ctx, "stop renewal", in.At, s, func(t turn) (contract.PlanSubscription, []contract.Notice, error) {
		if err := subscription.ValidateStop(s); err != nil {
			return s, nil, err
		}
		next := subscription.Stopped(s)
		notices, err := t.notices(ctx, next, messageStopped, nil)
		return next, notices, err
	})
}

// StartRenewal renews the plan again. A plan that has run out comes back as soon as the balance covers it.
func (a *Activities) StartRenewal(ctx context.Context, s contract.PlanSubscription, in contract.RenewalChoice) (contract.PlanSubscription, error) {
	return a.choose(ctx, "start renewal", in.At, s, func(t turn) (contract.PlanSubscription, []contract.Notice, error) {
		present, err := t.q.PlanSubscriptions.Terms(ctx, s.PlanID)
		if err == nil {
			err = subscription.ValidateStart(s, present)
		}
		if err != nil {
			return s, nil, err
		}
		next := s
		next.AutoRenew = true
		if s.Stage != contract.SubscriptionActive {
			return next, nil, nil // the workflow tries it at once, and the message comes with the outcome
		}
		notices, err := t.notices(ctx, next, messageStarted, nil)
		return next, notices, err
	})
}

// ScheduleSwitch schedules another plan for the end of the cycle. It replaces a plan that was scheduled before.
func (a *Activities) ScheduleSwitch(ctx context.Context, s contract.PlanSubscription, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	return a.choose(ctx, "schedule switch", in.At, s, func(t turn) (contract.PlanSubscription, []contract.Notice, error) {
		look, err := t.q.PlanSubscriptions.Look(ctx, s.LineID, in.PlanID, in.Now)
		if err == nil {
			err = line.ValidateStays(look.Claim)
		}
		if err == nil {
			err = subscription.ValidateSchedule(s, look.Line.Kind, look.Plan, in.Now, t.rules)
		}
		if err != nil {
			return s, nil, err
		}
		next := subscription.SwitchScheduled(s, in.PlanID, in.Now)
		notices, err := t.notices(ctx, next, messageScheduled, &in.PlanID)
		return next, notices, err
	})
}

// CancelSwitch keeps the present plan.
func (a *Activities) CancelSwitch(ctx context.Context, s contract.PlanSubscription, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	return a.choose(ctx, "cancel switch", in.At, s, func(t turn) (contract.PlanSubscription, []contract.Notice, error) {
		if err := subscription.ValidateCancellation(s, in.Now, t.rules); err != nil {
			return s, nil, err
		}
		next := s
		next.Scheduled = nil
		notices, err := t.notices(ctx, next, messageCancelled, nil)
		return next, notices, err
	})
}
