package purchases

import (
	"context"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/flow"
)

// MoveActivation moves a scheduled purchase to another day.
func (s *BundlePurchaseHandlers) MoveActivation(ctx context.Context, req gen.MoveActivationRequestObject) (gen.MoveActivationResponseObject, error) {
	p, err := s.findWaiting(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	day, err := bundle.Day(req.Body.EffectiveDate, s.Now(), time.Time{})
	if err != nil {
		return nil, err
	}
	moved, err := flow.SendFromRow(ctx, p.Seq, func() (contract.Purchase, error) {
		return s.Purchases.Flow.MoveActivation(ctx, p.Number, middleware.RequestOf(ctx).Key, contract.ActivationMove{EffectiveAt: day})
	})
	if err != nil {
		return nil, err
	}
	view, err := s.Purchases.view(ctx, moved)
	return gen.MoveActivation200JSONResponse{Data: view}, err
}

// CancelActivation cancels a scheduled purchase: its money goes back.
func (s *BundlePurchaseHandlers) CancelActivation(ctx context.Context, req gen.CancelActivationRequestObject) (gen.CancelActivationResponseObject, error) {
	p, err := s.findWaiting(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	off, err := flow.SendFromRow(ctx, p.Seq, func() (contract.Purchase, error) {
		return s.Purchases.Flow.CancelActivation(ctx, p.Number, middleware.RequestOf(ctx).Key)
	})
	if err != nil {
		return nil, err
	}
	view, err := s.Purchases.view(ctx, off)
	return gen.CancelActivation200JSONResponse{Data: view}, err
}

// findWaiting finds a scheduled purchase of the caller.
func (s *BundlePurchaseHandlers) findWaiting(ctx context.Context, id string) (contract.Purchase, error) {
	p, err := s.Purchases.findOwn(ctx, id)
	if err == nil {
		err = purchase.ValidateActivationChange(p)
	}
	return p, err
}

// dayOf reads the day of a scheduled purchase; zero for an immediate one. The opening of the purchase checks that the
// line exists then.
func (s *BundlePurchaseHandlers) dayOf(in gen.BuyBundles) (time.Time, error) {
	if in.Options == nil || !optional.Value(in.Options.ActivateLater) && in.Options.EffectiveDate == nil {
		return time.Time{}, nil
	}
	if !optional.Value(in.Options.ActivateLater) {
		return time.Time{}, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"options.activateLater": "field.required"}}
	}
	if in.Options.EffectiveDate == nil {
		return time.Time{}, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"options.effectiveDate": "field.required"}}
	}
	return bundle.Day(*in.Options.EffectiveDate, s.Now(), time.Time{})
}
