package orders

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/api/server/stepflow"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/identity"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/store/catalogue"
	storeerrors "selfcare/internal/store/errors"
	orderstore "selfcare/internal/store/order"
)

// WizardHandlers take an order from its start to its payment, and replacements of SIMs.
type WizardHandlers struct {
	*middleware.Core
	Access     *verification.LineAccess
	Codes      *verification.Codes
	Updates    *stepflow.Updates
	Flow       orderFlow
	Devices    deviceStore
	Cities     cityFinder
	Lines      lineOwners
	StepLimits *StepLimits
	Orders     wizardOrders
	Referrals  referralCodes
	PublicURL  string
}

// cityFinder finds cities with delivery.
type cityFinder interface {
	City(ctx context.Context, key string) (catalogue.City, error)
}

// orderFlow reaches the workflows of orders.
type orderFlow interface {
	Start(ctx context.Context, in contract.OrderInput, number func(try int) string, msisdn, key string) (contract.Order, error)
	Update(ctx context.Context, orderNumber, update, key string, arg any) (contract.Order, error)
	ChoosePortWindow(ctx context.Context, orderNumber, key string, in contract.PortWindowChoice) (contract.Port, error)
}

type deviceStore interface {
	TakesESIM(ctx context.Context, model string) (bool, error)
}

type lineOwners interface {
	Under(ctx context.Context, msisdn, idNumber string) (bool, error)
}

type wizardOrders interface {
	ForSupport(ctx context.Context, query orderstore.SupportQuery) ([]orderstore.Record, error)
	Get(ctx context.Context, id string) (orderstore.Record, error)
}

type referralCodes interface {
	IsKnown(ctx context.Context, code string) (bool, error)
}

// SelectNumber books another number.
func (s *WizardHandlers) SelectNumber(ctx context.Context, req gen.SelectNumberRequestObject) (gen.SelectNumberResponseObject, error) {
	if err := s.StepLimits.permitChange(ctx); err != nil {
		return nil, err
	}
	var answer gen.OrderJSONResponse
	_, err := s.StepLimits.countHold(ctx, middleware.RequestOf(ctx).Order.Order.ID, func() (o contract.Order, err error) {
		answer, err = s.Updates.Apply(ctx, contract.UpdateSelectNumber, contract.NumberChoice{MSISDN: req.Body.Msisdn})
		return o, err
	})
	return gen.SelectNumber200JSONResponse{OrderJSONResponse: answer}, err
}

// GiveNumberBack releases the booked number.
func (s *WizardHandlers) GiveNumberBack(ctx context.Context, _ gen.GiveNumberBackRequestObject) (gen.GiveNumberBackResponseObject, error) {
	answer, err := s.Updates.Apply(ctx, contract.UpdateGiveNumberBack, nil)
	return gen.GiveNumberBack200JSONResponse{OrderJSONResponse: answer}, err
}

// ExtendHold extends the hold of the number.
func (s *WizardHandlers) ExtendHold(ctx context.Context, _ gen.ExtendHoldRequestObject) (gen.ExtendHoldResponseObject, error) {
	if err := s.StepLimits.permitExtension(ctx); err != nil {
		return nil, err
	}
	answer, err := s.Updates.Apply(ctx, contract.UpdateExtendHold, nil)
	return gen.ExtendHold200JSONResponse{OrderJSONResponse: answer}, err
}

// SelectPlan chooses the plan.
func (s *WizardHandlers) SelectPlan(ctx context.Context, req gen.SelectPlanRequestObject) (gen.SelectPlanResponseObject, error) {
	answer, err := s.Updates.Apply(ctx, contract.UpdateSelectPlan, contract.PlanChoice{PlanID: req.Body.PlanId})
	return gen.SelectPlan200JSONResponse{OrderJSONResponse: answer}, err
}

// CheckEligibility checks whether this person may have the line.
func (s *WizardHandlers) CheckEligibility(ctx context.Context, req gen.CheckEligibilityRequestObject) (gen.CheckEligibilityResponseObject, error) {
	claim, err := s.claimOf(ctx, *req.Body)
	if err != nil {
		return nil, err
	}
	if err := s.StepLimits.permitStep(ctx, contract.StepEligibilityCheck, ratelimit.Eligibility, ratelimit.About{ratelimit.IDNumber: claim.IDNumber}); err != nil {
		return nil, err
	}
	answer, err := s.Updates.Apply(ctx, contract.UpdateCheckEligibility, claim)
	return gen.CheckEligibility200JSONResponse{OrderJSONResponse: answer}, err
}

// claimOf refuses early the faults that need no registry: the registry would answer a mistyped ID with "no such
// person". The order's own check decides.
func (s *WizardHandlers) claimOf(ctx context.Context, in gen.EligibilityClaim) (contract.EligibilityClaim, error) {
	claim := contract.EligibilityClaim{IDNumber: in.IdNumber, Nationality: string(in.Nationality), BirthDate: in.BirthDate}
	if in.BirthDateCalendar != nil {
		claim.BirthDateCalendar = contract.Calendar(*in.BirthDateCalendar)
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return claim, err
	}
	rules := identity.Rules{MinAge: settings.MinAge, CheckChecksum: settings.CheckIDChecksum}
	return claim, identity.Validate(claim, rules, s.Now())
}

// ApplyPromoCode applies a promo code.
func (s *WizardHandlers) ApplyPromoCode(ctx context.Context, req gen.ApplyPromoCodeRequestObject) (gen.ApplyPromoCodeResponseObject, error) {
	code, err := order.PromoCodeOf(req.Body.Code)
	if err != nil {
		return nil, err
	}
	if err := s.StepLimits.permitStep(ctx, contract.StepOrderConfirmation, ratelimit.PromoCode, nil); err != nil {
		return nil, err
	}
	answer, err := s.Updates.Apply(ctx, contract.UpdateApplyPromo, contract.PromoCode{Code: code})
	return gen.ApplyPromoCode200JSONResponse{OrderJSONResponse: answer}, err
}

// RemovePromoCode restores the full price.
func (s *WizardHandlers) RemovePromoCode(ctx context.Context, _ gen.RemovePromoCodeRequestObject) (gen.RemovePromoCodeResponseObject, error) {
	answer, err := s.Updates.Apply(ctx, contract.UpdateRemovePromo, nil)
	return gen.RemovePromoCode200JSONResponse{OrderJSONResponse: answer}, err
}

// RequestIdentity sends a push to the customer's national identity app.
func (s *WizardHandlers) RequestIdentity(ctx context.Context, _ gen.RequestIdentityRequestObject) (gen.RequestIdentityResponseObject, error) {
	if err := s.StepLimits.permitPush(ctx); err != nil {
		return nil, err
	}
	answer, err := s.Updates.Apply(ctx, contract.UpdateRequestIdentity, contract.IdentityAsk{ClientAddress: middleware.RequestOf(ctx).FullAddress()})
	return gen.RequestIdentity200JSONResponse{OrderJSONResponse: answer}, err
}

// ChooseDelivery sets the destination of the parcel.
func (s *WizardHandlers) ChooseDelivery(ctx context.Context, req gen.ChooseDeliveryRequestObject) (gen.ChooseDeliveryResponseObject, error) {
	answer, err := s.Updates.Apply(ctx, contract.UpdateChooseDelivery, contract.DeliveryChoice{
		Method: string(req.Body.Method), Address: present.AddressOf(req.Body.Address), BranchID: optional.Value(req.Body.BranchId),
	})
	return gen.ChooseDelivery200JSONResponse{OrderJSONResponse: answer}, err
}

// CorrectDelivery has a parcel booked again after the courier refused its address.
func (s *WizardHandlers) CorrectDelivery(ctx context.Context, req gen.CorrectDeliveryRequestObject) (gen.CorrectDeliveryResponseObject, error) {
	address := present.AddressOf(&req.Body.Address)
	if _, err := s.Cities.City(ctx, address.City); errors.Is(err, storeerrors.ErrNotFound) {
		return nil, contract.RefuseField("address.city", contract.FailCityUnknown)
	} else if err != nil {
		return nil, fmt.Errorf("find city: %w", err)
	}
	answer, err := s.Updates.Apply(ctx, contract.UpdateCorrectDelivery, contract.DeliveryCorrection{Address: *address})
	return gen.CorrectDelivery200JSONResponse{OrderJSONResponse: answer}, err
}

// ConfirmOrder pins the price that the customer saw.
func (s *WizardHandlers) ConfirmOrder(ctx context.Context, req gen.ConfirmOrderRequestObject) (gen.ConfirmOrderResponseObject, error) {
	answer, err := s.Updates.Apply(ctx, contract.UpdateConfirm, contract.Confirmation{
		AcceptTerms: req.Body.AcceptTerms, Total: contract.Halalas(req.Body.Total),
	})
	return gen.ConfirmOrder200JSONResponse{OrderJSONResponse: answer}, err
}
