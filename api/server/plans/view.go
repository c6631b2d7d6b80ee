package plans

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/views"
	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
)

func (s *PlanHandlers) answer(ctx context.Context, now contract.PlanSubscription) (gen.PlanNowJSONResponse, error) {
	shown, err := s.view(ctx, now)
	return gen.PlanNowJSONResponse{Data: shown}, err
}

// Of shows where the plan of a line stands; nil where nobody follows it.
func (s *PlanHandlers) Of(ctx context.Context, lineID string) (*gen.PlanSubscription, error) {
	now, err := s.Plans.Get(ctx, lineID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil //nolint:nilnil // a line of a plan that is not ours has none
	}
	if err != nil {
		return nil, fmt.Errorf("read subscription: %w", err)
	}
	shown, err := s.view(ctx, now)
	return &shown, err
}

func (s *PlanHandlers) view(ctx context.Context, now contract.PlanSubscription) (gen.PlanSubscription, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return gen.PlanSubscription{}, err
	}
	shown := gen.PlanSubscription{
		Stage: gen.PlanSubscriptionStage(now.Stage), Service: gen.PlanSubscriptionService(subscription.States[now.Stage].Level), AutoRenew: now.AutoRenew,
		From: now.From, Until: now.Until, ChangeableUntil: subscription.CutOff(now, settings.Subscription.Rules()).UTC(),
	}
	if now.Grace != nil {
		shown.Grace = &gen.PlanGrace{Until: now.Grace.Until, Missing: int64(now.Grace.Missing)}
	}
	if !now.ExpiredAt.IsZero() {
		shown.ExpiredAt = &now.ExpiredAt
	}
	if ends := subscription.ReleasedAt(now, settings.Subscription.Rules()); !ends.IsZero() {
		shown.LineEndsAt = &ends
	}
	if err := s.showScheduled(ctx, &shown, now); err != nil {
		return shown, err
	}
	if err := s.showLastSwitch(ctx, &shown, now.LineID); err != nil {
		return shown, err
	}
	return shown, s.showCosts(ctx, &shown, now, settings)
}

func (s *PlanHandlers) showScheduled(ctx context.Context, shown *gen.PlanSubscription, now contract.PlanSubscription) error {
	if now.Scheduled == nil {
		return nil
	}
	plan, err := s.Sold.PlanSold(ctx, now.Scheduled.PlanID)
	if err != nil {
		return fmt.Errorf("read plan: %w", err)
	}
	view := views.In(middleware.RequestOf(ctx).Language).PlanOnSale(plan)
	shown.Scheduled = &gen.ScheduledPlan{Plan: view, StartsAt: now.Scheduled.StartsAt, Paid: now.Scheduled.Paid}
	return nil
}

// switchShownFor is how long it is told what became of a switch.
const switchShownFor = 24 * time.Hour

// showLastSwitch says of a switch that the caller asked for how it is getting on.
func (s *PlanHandlers) showLastSwitch(ctx context.Context, shown *gen.PlanSubscription, lineID string) error {
	current := middleware.RequestOf(ctx)
	p, err := s.Bought.LastSwitch(ctx, current.User.ID, lineID)
	if errors.Is(err, store.ErrNotFound) || err == nil && p.Stage.Closed() && s.Now().Sub(p.CreatedAt) > switchShownFor {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read last switch: %w", err)
	}
	plan, err := s.Sold.PlanSold(ctx, p.Switch.PlanID)
	if err != nil {
		return fmt.Errorf("read plan: %w", err)
	}
	name := views.In(current.Language).Either(plan.NameAr, plan.NameEn)
	shown.LastSwitch = &gen.LastSwitch{PurchaseId: p.ID, Plan: name, Status: gen.PurchaseStatus(purchase.Status(p))}
	return nil
}

// showCosts says what the next cycle costs, where there is one, and what leaving early would.
func (s *PlanHandlers) showCosts(ctx context.Context, shown *gen.PlanSubscription, now contract.PlanSubscription, settings store.Settings) error {
	sims, commitment, err := s.Plans.Extras(ctx, now.LineID, now.Until)
	if err != nil {
		return fmt.Errorf("read what a line pays for: %w", err)
	}
	if commitment != nil && commitment.MonthsLeft(s.Now()) > 0 {
		shown.Commitment = &gen.PlanCommitment{
			MonthsLeft: commitment.MonthsLeft(s.Now()), LeavingCosts: int64(commitment.LeavingCosts(s.Now())),
		}
	}
	if !now.AutoRenew || now.Stage == contract.SubscriptionEnded {
		return nil
	}
	plan, err := s.Plans.Terms(ctx, nextPlan(now))
	if err != nil {
		return fmt.Errorf("read plan: %w", err)
	}
	total := subscription.Total(subscription.Bill(now.Type, plan, sims, commitment, now.Until, settings.VATPercent))
	shown.Renewal = &gen.PlanRenewal{At: now.Until, Amount: int64(total), PaidBy: gen.PlanRenewalPaidByInvoice, Covered: true}
	if now.Type == subscription.Prepaid {
		balance, err := s.Plans.Balance(ctx, now.LineID)
		if err != nil {
			return fmt.Errorf("read balance: %w", err)
		}
		shown.Renewal.PaidBy, shown.Renewal.Covered = gen.PlanRenewalPaidByBalance, balance >= total
	}
	return nil
}

// nextPlan is what the next cycle is charged with.
func nextPlan(now contract.PlanSubscription) string {
	if now.Scheduled != nil {
		return now.Scheduled.PlanID
	}
	return now.PlanID
}
