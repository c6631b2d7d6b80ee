package subscription

import (
	"context"
	"errors"

	"selfcare/internal/contract"
	"selfcare/internal/domain/ending"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
)

// recountInactivity counts the days of an inactive line anew where it was recharged or used since.
func (t turn) recountInactivity(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	if s.Inactive == nil {
		return s, nil
	}
	at, err := t.q.PlanSubscriptions.Active(ctx, s.LineID)
	if err != nil {
		return s, err
	}
	return subscription.Seen(s, at), nil
}

// inactive tells the owner that the line will end, unless it was recharged or used meanwhile.
func (t turn) inactive(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	now, err := t.recountInactivity(ctx, s)
	if err != nil || now.Inactive != s.Inactive {
		return now, err
	}
	s = subscription.ToldInactive(s)
	message := messageInactive
	if subscription.ReleasedAt(s, t.rules).Sub(t.now) <= lastDay {
		message = messageInactiveLastDay
	}
	return s, t.tell(ctx, s, message, nil)
}

// release has the workflow end the line, unless it was recharged or used meanwhile. A line that is being changed is left alone until
// that is over.
func (t turn) release(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	now, err := t.recountInactivity(ctx, s)
	if err != nil || now.Inactive != s.Inactive {
		return now, err
	}
	err = t.q.Lines.Claim(ctx, store.LineClaim{
		LineID: s.LineID, Holder: contract.PlanSubscriptionWorkflowID(s.LineID), Until: t.now, ExpiresAt: t.now.Add(lastDay),
	})
	var busy *store.LineBusyError
	switch {
	case errors.As(err, &busy):
		return subscription.Releasing(s, nil, t.now), nil
	case err != nil:
		return s, err
	}
	line, _, err := t.q.Endings.Line(ctx, s.LineID)
	fate, operator := ending.FateOf(line.MSISDN, line.PortedFrom)
	return subscription.Releasing(s, subscription.Unused(s, fate, operator, t.now), t.now), err
}
