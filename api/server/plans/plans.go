// Package plans shows the plan of a line, and lets its owner change its renewal and switch it.
package plans

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/plan"
	storeerrors "selfcare/internal/store/errors"
	planstore "selfcare/internal/store/plan"
	"selfcare/internal/store/subscription"
)

// PlanHandlers show and change the plans of lines.
type PlanHandlers struct {
	*middleware.Core
	Access    *verification.LineAccess
	Codes     *verification.Codes
	Flow      Flow
	Plans     planReader
	Sold      catalogue
	Usage     usageReader
	Owned     middleware.SubscriptionReader
	Purchases Purchases
}

// Purchases begins purchases outside orders.
type Purchases interface {
	StartSwitch(ctx context.Context, now contract.PlanSubscription, draft contract.Purchase, pay gen.PurchasePay) (contract.Purchase, error)
}

// Flow reaches the workflows of plans. Each call answers with the plan as it is afterwards.
type Flow interface {
	StopRenewal(ctx context.Context, s contract.PlanSubscription, key string, in contract.RenewalChoice) (contract.PlanSubscription, error)
	StartRenewal(ctx context.Context, s contract.PlanSubscription, key string, in contract.RenewalChoice) (contract.PlanSubscription, error)
	ScheduleSwitch(ctx context.Context, s contract.PlanSubscription, key string, in contract.SwitchChoice) (contract.PlanSubscription, error)
	CancelSwitch(ctx context.Context, s contract.PlanSubscription, key string, in contract.SwitchChoice) (contract.PlanSubscription, error)
}

type planReader interface {
	Get(ctx context.Context, lineID string) (contract.PlanSubscription, error)
	Look(ctx context.Context, lineID, planID string, from time.Time) (subscription.PlanLook, error)
	View(ctx context.Context, lineID, userID string) (subscription.PlanView, error)
}

type catalogue interface {
	PlanSold(ctx context.Context, id string) (plan.Plan, error)
	Plans(ctx context.Context, wanted planstore.Query) ([]plan.Plan, bool, error)
}

// readSubscription is the plan of the chosen line in our database.
func (s *PlanHandlers) readSubscription(ctx context.Context) (contract.PlanSubscription, error) {
	now, err := s.Plans.Get(ctx, middleware.RequestOf(ctx).Line.LineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return now, contract.Refuse(contract.FailSubscriptionUnknown)
	}
	if err != nil {
		return now, fmt.Errorf("read subscription: %w", err)
	}
	return now, nil
}

type choice func(ctx context.Context) (contract.PlanSubscription, error)

// choose makes a choice of the plan's owner, and shows the resulting plan.
func (s *PlanHandlers) choose(ctx context.Context, made choice) (gen.PlanSubscription, error) {
	next, err := made(ctx)
	if err != nil {
		return gen.PlanSubscription{}, err
	}
	return s.view(ctx, next.LineID)
}

type renewalChange func(context.Context, contract.PlanSubscription, string, contract.RenewalChoice) (contract.PlanSubscription, error)

// StopAutoRenewal stops the renewal of the plan.
func (s *PlanHandlers) StopAutoRenewal(ctx context.Context, _ gen.StopAutoRenewalRequestObject) (gen.StopAutoRenewalResponseObject, error) {
	shown, err := s.changeRenewal(ctx, s.Flow.StopRenewal)
	return gen.StopAutoRenewal200JSONResponse{PlanNowJSONResponse: shown}, err
}

// StartAutoRenewal renews the plan again.
func (s *PlanHandlers) StartAutoRenewal(ctx context.Context, _ gen.StartAutoRenewalRequestObject) (gen.StartAutoRenewalResponseObject, error) {
	shown, err := s.changeRenewal(ctx, s.Flow.StartRenewal)
	return gen.StartAutoRenewal200JSONResponse{PlanNowJSONResponse: shown}, err
}

func (s *PlanHandlers) changeRenewal(ctx context.Context, change renewalChange) (gen.PlanNowJSONResponse, error) {
	current := middleware.RequestOf(ctx)
	now, err := s.readSubscription(ctx)
	if err != nil {
		return gen.PlanNowJSONResponse{}, err
	}
	shown, err := s.choose(ctx, func(ctx context.Context) (contract.PlanSubscription, error) {
		return change(ctx, now, current.Key, contract.RenewalChoice{UserID: current.Subject})
	})
	return gen.PlanNowJSONResponse{Data: shown}, err
}

// CancelPlanSwitch keeps the present plan.
func (s *PlanHandlers) CancelPlanSwitch(ctx context.Context, _ gen.CancelPlanSwitchRequestObject) (gen.CancelPlanSwitchResponseObject, error) {
	current := middleware.RequestOf(ctx)
	now, err := s.readSubscription(ctx)
	if err != nil {
		return nil, err
	}
	shown, err := s.choose(ctx, func(ctx context.Context) (contract.PlanSubscription, error) {
		return s.Flow.CancelSwitch(ctx, now, current.Key, contract.SwitchChoice{UserID: current.Subject})
	})
	return gen.CancelPlanSwitch200JSONResponse{PlanNowJSONResponse: gen.PlanNowJSONResponse{Data: shown}}, err
}
