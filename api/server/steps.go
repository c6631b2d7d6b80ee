package server

import (
	"context"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/identity"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// wizardHandlers take an order from its start to its payment, and replacements of SIMs.
type wizardHandlers struct {
	*core
	access    *lineAccess
	codes     *codes
	updates   *orderUpdates
	flow      Orders
	devices   deviceStore
	lines     lineOwners
	orders    wizardOrders
	referrals referralCodes
	publicURL string
}

type deviceStore interface {
	TakesESIM(ctx context.Context, model string) (bool, error)
}

type lineOwners interface {
	Under(ctx context.Context, msisdn, idNumber string) (bool, error)
}

type wizardOrders interface {
	ForSupport(ctx context.Context, query store.SupportQuery) ([]store.OrderRecord, error)
	Get(ctx context.Context, id string) (store.OrderRecord, error)
}

type referralCodes interface {
	Known(ctx context.Context, code string) (bool, error)
}

// orderUpdates passes single steps on to the workflow of an order.
type orderUpdates struct {
	*core
	flow Orders
}

// apply passes one step on to the order's workflow and shows the order as it stands after it.
func (s *orderUpdates) apply(ctx context.Context, update string, arg any) (gen.OrderJSONResponse, error) {
	current := requestOf(ctx)
	taken, err := s.flow.Update(ctx, current.order.Order.Number, update, current.key, arg)
	if err != nil {
		return gen.OrderJSONResponse{}, err
	}
	view, err := s.view(ctx, taken)
	return gen.OrderJSONResponse(view), err
}

// SelectNumber books another number.
func (s *wizardHandlers) SelectNumber(ctx context.Context, req gen.SelectNumberRequestObject) (gen.SelectNumberResponseObject, error) {
	answer, err := s.updates.apply(ctx, contract.UpdateSelectNumber, contract.NumberChoice{MSISDN: req.Body.Msisdn})
	return gen.SelectNumber200JSONResponse{OrderJSONResponse: answer}, err
}

// GiveNumberBack frees the booked number.
func (s *wizardHandlers) GiveNumberBack(ctx context.Context, _ gen.GiveNumberBackRequestObject) (gen.GiveNumberBackResponseObject, error) {
	answer, err := s.updates.apply(ctx, contract.UpdateGiveNumberBack, nil)
	return gen.GiveNumberBack200JSONResponse{OrderJSONResponse: answer}, err
}

// ExtendHold keeps the booked number longer.
func (s *wizardHandlers) ExtendHold(ctx context.Context, _ gen.ExtendHoldRequestObject) (gen.ExtendHoldResponseObject, error) {
	answer, err := s.updates.apply(ctx, contract.UpdateExtendHold, nil)
	return gen.ExtendHold200JSONResponse{OrderJSONResponse: answer}, err
}

// SelectPlan chooses the plan.
func (s *wizardHandlers) SelectPlan(ctx context.Context, req gen.SelectPlanRequestObject) (gen.SelectPlanResponseObject, error) {
	answer, err := s.updates.apply(ctx, contract.UpdateSelectPlan, contract.PlanChoice{PlanID: req.Body.PlanId})
	return gen.SelectPlan200JSONResponse{OrderJSONResponse: answer}, err
}

// CheckEligibility asks whether this person may have the line.
func (s *wizardHandlers) CheckEligibility(ctx context.Context, req gen.CheckEligibilityRequestObject) (gen.CheckEligibilityResponseObject, error) {
	claim, err := s.claimOf(ctx, *req.Body)
	if err != nil {
		return nil, err
	}
	answer, err := s.updates.apply(ctx, contract.UpdateCheckEligibility, claim)
	return gen.CheckEligibility200JSONResponse{OrderJSONResponse: answer}, err
}

// claimOf refuses at once what needs no registry: it would answer a mistyped ID with "no such person". The order's own check
// is the one that counts.
func (s *wizardHandlers) claimOf(ctx context.Context, in gen.EligibilityClaim) (contract.EligibilityClaim, error) {
	claim := contract.EligibilityClaim{IDNumber: in.IdNumber, Nationality: in.Nationality, BirthDate: in.BirthDate}
	settings, err := s.settings(ctx)
	if err != nil {
		return claim, err
	}
	rules := identity.Rules{MinAge: settings.MinAge, CheckChecksum: settings.CheckIDChecksum}
	return claim, identity.Check(claim, rules, s.now())
}

// ApplyPromoCode takes a promo code off the price.
func (s *wizardHandlers) ApplyPromoCode(ctx context.Context, req gen.ApplyPromoCodeRequestObject) (gen.ApplyPromoCodeResponseObject, error) {
	code, err := order.PromoCodeOf(req.Body.Code)
	if err != nil {
		return nil, err
	}
	answer, err := s.updates.apply(ctx, contract.UpdateApplyPromo, contract.PromoCode{Code: code})
	return gen.ApplyPromoCode200JSONResponse{OrderJSONResponse: answer}, err
}

// RemovePromoCode puts the price back to what it was.
func (s *wizardHandlers) RemovePromoCode(ctx context.Context, _ gen.RemovePromoCodeRequestObject) (gen.RemovePromoCodeResponseObject, error) {
	answer, err := s.updates.apply(ctx, contract.UpdateRemovePromo, nil)
	return gen.RemovePromoCode200JSONResponse{OrderJSONResponse: answer}, err
}

// RequestIdentity sends a push to the customer's national identity app.
func (s *wizardHandlers) RequestIdentity(ctx context.Context, _ gen.RequestIdentityRequestObject) (gen.RequestIdentityResponseObject, error) {
	answer, err := s.updates.apply(ctx, contract.UpdateRequestIdentity, nil)
	return gen.RequestIdentity200JSONResponse{OrderJSONResponse: answer}, err
}

// ProvidePersonalInformation says how the customer is reached.
func (s *wizardHandlers) ProvidePersonalInformation(ctx context.Context, req gen.ProvidePersonalInformationRequestObject) (gen.ProvidePersonalInformationResponseObject, error) {
	contact, err := contactOf(*req.Body)
	if err != nil {
		return nil, err
	}
	answer, err := s.updates.apply(ctx, contract.UpdateProvideContact, contact)
	return gen.ProvidePersonalInformation200JSONResponse{OrderJSONResponse: answer}, err
}

// contactOf refuses a mobile number typed twice differently; the second typing is kept nowhere.
func contactOf(in gen.PersonalInformation) (contract.Contact, error) {
	if in.Mobile != in.MobileConfirmation {
		return contract.Contact{}, contract.RefuseField("mobileConfirmation", contract.FailMobileMismatch)
	}
	return contract.Contact{FullName: in.FullName, Email: in.Email, Mobile: in.Mobile}, nil
}

// ChooseDelivery says where the parcel goes.
func (s *wizardHandlers) ChooseDelivery(ctx context.Context, req gen.ChooseDeliveryRequestObject) (gen.ChooseDeliveryResponseObject, error) {
	answer, err := s.updates.apply(ctx, contract.UpdateChooseDelivery, contract.DeliveryChoice{
		Method: string(req.Body.Method), Address: addressOf(req.Body.Address), BranchID: valueOf(req.Body.BranchId),
	})
	return gen.ChooseDelivery200JSONResponse{OrderJSONResponse: answer}, err
}

func addressOf(in *gen.Address) *contract.Address {
	if in == nil {
		return nil
	}
	return &contract.Address{
		City: in.City, Area: in.Area, Street: in.Street, BuildingNumber: in.BuildingNumber,
		ApartmentNumber: valueOf(in.ApartmentNumber), Notes: valueOf(in.Notes), Latitude: in.Latitude, Longitude: in.Longitude,
	}
}

// ConfirmOrder pins the price the customer saw.
func (s *wizardHandlers) ConfirmOrder(ctx context.Context, req gen.ConfirmOrderRequestObject) (gen.ConfirmOrderResponseObject, error) {
	answer, err := s.updates.apply(ctx, contract.UpdateConfirm, contract.Confirmation{
		AcceptTerms: req.Body.AcceptTerms, Total: contract.Halalas(req.Body.Total),
	})
	return gen.ConfirmOrder200JSONResponse{OrderJSONResponse: answer}, err
}

// PayOrder charges a card token. The payment's id follows from the repeat key, so a repeat is the same charge.
func (s *wizardHandlers) PayOrder(ctx context.Context, req gen.PayOrderRequestObject) (gen.PayOrderResponseObject, error) {
	current := requestOf(ctx)
	orderID := current.order.Order.ID
	answer, err := s.updates.apply(ctx, contract.UpdatePay, contract.PayRequest{
		PaymentID: s.derive.id("payment", orderID, current.key),
		CardToken: req.Body.CardToken,
		ReturnURL: s.publicURL + "/" + current.language + "/order-sim/" + orderID + "/payment",
	})
	return gen.PayOrder200JSONResponse{OrderJSONResponse: answer}, err
}

// CancelOrder calls the order off.
func (s *orderHandlers) CancelOrder(ctx context.Context, req gen.CancelOrderRequestObject) (gen.CancelOrderResponseObject, error) {
	answer, err := s.updates.apply(ctx, contract.UpdateCancel, contract.CancelRequest{Reason: string(req.Body.Reason)})
	return gen.CancelOrder200JSONResponse{OrderJSONResponse: answer}, err
}

// ActivateSim switches the delivered SIM on.
func (s *orderHandlers) ActivateSim(ctx context.Context, req gen.ActivateSimRequestObject) (gen.ActivateSimResponseObject, error) {
	answer, err := s.updates.apply(ctx, contract.UpdateActivate, contract.ActivationRequest{
		ICCID: req.Body.Iccid, PUK1: valueOf(req.Body.Puk1),
	})
	return gen.ActivateSim200JSONResponse{OrderJSONResponse: answer}, err
}
