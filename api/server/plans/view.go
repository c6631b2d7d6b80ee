package plans

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/subscription"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/setting"
	subscriptionstore "selfcare/internal/store/subscription"
)

// Of shows the plan of a line; nil for a line without a plan process.
func (s *PlanHandlers) Of(ctx context.Context, lineID string) (*gen.PlanSubscription, error) {
	shown, err := s.view(ctx, lineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil, nil //nolint:nilnil // a line with a foreign plan has none
	}
	return &shown, err
}

// view shows the plan of a line from our database to the caller.
func (s *PlanHandlers) view(ctx context.Context, lineID string) (gen.PlanSubscription, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return gen.PlanSubscription{}, err
	}
	found, err := s.readView(ctx, lineID)
	return s.presentPlan(ctx, found, settings), err
}

func (s *PlanHandlers) readView(ctx context.Context, lineID string) (subscriptionstore.PlanView, error) {
	found, err := s.Plans.View(ctx, lineID, middleware.RequestOf(ctx).User.ID)
	if err != nil {
		return found, fmt.Errorf("read subscription: %w", err)
	}
	return found, nil
}

func (s *PlanHandlers) presentPlan(ctx context.Context, found subscriptionstore.PlanView, settings setting.Settings) gen.PlanSubscription {
	words := present.In(middleware.RequestOf(ctx).Language)
	now, rules := found.Subscription, settings.Subscription.Rules()
	shown := gen.PlanSubscription{
		Stage: gen.PlanSubscriptionStage(now.Stage), Service: gen.PlanSubscriptionService(subscription.States[now.Stage].Level), AutoRenew: now.AutoRenew,
		From: now.From, Until: now.Until, ChangeableUntil: subscription.CutOff(now, rules).UTC(),
	}
	if now.Grace != nil {
		shown.Grace = &gen.PlanGrace{Until: now.Grace.Until, Missing: int64(now.Grace.Missing)}
	}
	if !now.ExpiredAt.IsZero() {
		shown.ExpiredAt = &now.ExpiredAt
	}
	if ends := subscription.ReleasedAt(now, rules); !ends.IsZero() {
		shown.LineEndsAt = &ends
	}
	if now.Scheduled != nil {
		shown.Scheduled = &gen.ScheduledPlan{Plan: words.PlanOnSale(found.Next), StartsAt: now.Scheduled.StartsAt, Paid: now.Scheduled.Paid}
	}
	shown.LastSwitch = s.lastSwitch(words, found)
	s.showCosts(&shown, found, settings)
	return shown
}

// switchShownFor is how long the result of a switch is shown.
const switchShownFor = 24 * time.Hour

// lastSwitch shows the progress of a switch that the caller asked for.
func (s *PlanHandlers) lastSwitch(words present.Presenter, found subscriptionstore.PlanView) *gen.LastSwitch {
	p := found.LastSwitch
	if p == nil || p.Stage.Closed() && s.Now().Sub(p.CreatedAt) > switchShownFor {
		return nil
	}
	return &gen.LastSwitch{PurchaseId: p.ID, Plan: words.Localized(found.To.Ar, found.To.En), Status: gen.PurchaseStatus(purchase.Status(*p))}
}

// showCosts shows the price of the next cycle, if there is one, and of leaving early.
func (s *PlanHandlers) showCosts(shown *gen.PlanSubscription, found subscriptionstore.PlanView, settings setting.Settings) {
	now, commitment := found.Subscription, found.Commitment
	if commitment != nil && commitment.MonthsLeft(s.Now()) > 0 {
		shown.Commitment = &gen.PlanCommitment{
			MonthsLeft: commitment.MonthsLeft(s.Now()), LeavingCosts: int64(commitment.LeavingCosts(s.Now())),
		}
	}
	if !now.AutoRenew || now.Stage == contract.SubscriptionEnded {
		return
	}
	bill := subscription.Bill(now.Type, subscriptionstore.TermsOf(found.Next), found.SIMs, commitment, now.Until, settings.VATPercent)
	total := subscription.Total(bill)
	shown.Renewal = &gen.PlanRenewal{At: now.Until, Amount: int64(total), PaidBy: gen.PlanRenewalPaidByInvoice, Covered: true}
	if fees := int64(subscription.SIMFees(bill)); fees > 0 {
		shown.Renewal.ExtraSims = &fees
	}
	if now.Type == subscription.Prepaid {
		shown.Renewal.PaidBy, shown.Renewal.Covered = gen.PlanRenewalPaidByBalance, found.Balance >= total
	}
}
