package subscription

import (
	"context"
	"errors"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/ending"
	"selfcare/internal/domain/subscription"
	linestore "selfcare/internal/store/line"
)

// claimFor is how long a line that ends by rule stays claimed.
const claimFor = 24 * time.Hour

// FindLastActive says when the line was recharged or used last after a moment.
func (t turn) FindLastActive(ctx context.Context, lineID string, since time.Time) (time.Time, error) {
	return t.q.PlanSubscriptions.Active(ctx, lineID, since)
}

// BeginEnding claims an unused line for its end. While another process changes the line there is no ending.
func (t turn) BeginEnding(ctx context.Context, s contract.PlanSubscription) (*contract.LineEnding, error) {
	err := t.q.Lines.Claim(ctx, linestore.Claim{
		LineID: s.LineID, Holder: contract.PlanSubscriptionWorkflowID(s.LineID), Until: t.now, ExpiresAt: t.now.Add(claimFor),
	})
	var busy *linestore.BusyError
	switch {
	case errors.As(err, &busy):
		return nil, nil //nolint:nilnil // it is tried again later
	case err != nil:
		return nil, err
	}
	line, _, err := t.q.Endings.Line(ctx, s.LineID)
	fate, operator := ending.OutcomeOf(line.MSISDN, line.PortedFrom)
	return subscription.EndingOfInactive(s, fate, operator, t.now), err
}
