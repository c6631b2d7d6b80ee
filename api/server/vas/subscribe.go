package vas

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/creditlimit"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/transfer"
)

// RequestVasCode sends the code for a subscription, after every check.
func (s *VasHandlers) RequestVasCode(ctx context.Context, req gen.RequestVasCodeRequestObject) (gen.RequestVasCodeResponseObject, error) {
	draft, err := s.draftSubscription(ctx, req.Body.Id)
	if err != nil {
		return nil, err
	}
	sent, err := s.Access.SendOwnCode(ctx, s.Codes, s.code(draft))
	return gen.RequestVasCode200JSONResponse{CodeUnderwayJSONResponse: sent}, err
}

// SubscribeVas begins a subscription. The repeat of a request whose answer got lost gets the begun one.
func (s *VasHandlers) SubscribeVas(ctx context.Context, req gen.SubscribeVasRequestObject) (gen.SubscribeVasResponseObject, error) {
	before, err := s.Purchases.FindRepeated(ctx)
	if err != nil {
		return nil, err
	}
	if before != nil {
		return gen.SubscribeVas201JSONResponse{Data: *before}, nil
	}
	draft, err := s.draftSubscription(ctx, req.Body.Id)
	if err != nil {
		return nil, err
	}
	if err := s.Codes.UseCode(ctx, s.code(draft), middleware.RequestOf(ctx).Line.MSISDN, req.Body.Otp); err != nil {
		return nil, err
	}
	begun, err := s.Purchases.StartTransfer(ctx, draft)
	return gen.SubscribeVas201JSONResponse{Data: begun}, err
}

// draftSubscription makes a subscription at its present price; it makes every later check before a code is used or
// money moves. A service of a page that the line may not open is not found.
func (s *VasHandlers) draftSubscription(ctx context.Context, id string) (draft contract.Purchase, err error) {
	current := middleware.RequestOf(ctx)
	line := current.Line.LineID
	if _, err := middleware.ListPermittedKinds(ctx, pageKeys, ""); err != nil {
		return draft, err
	}
	own, err := s.Lines.Get(ctx, line)
	if err != nil {
		return draft, fmt.Errorf("read line: %w", err)
	}
	found, known, err := s.Services.Get(ctx, id, line)
	switch {
	case err != nil:
		return draft, err
	case !known:
		return draft, contract.RefuseField("id", contract.FailServiceUnknown)
	case found.Held:
		return draft, contract.Refuse(contract.FailServiceHeld)
	}
	if _, err := middleware.ListPermittedKinds(ctx, pageKeys, found.Page); err != nil {
		return draft, err
	}
	if err := s.Access.ValidateChange(ctx, own, ""); err != nil {
		return draft, err
	}
	draft = contract.Purchase{Kind: contract.PurchaseService, Way: wayOf(own.Type), LineID: line}
	draft.Service = &contract.ServiceBought{
		ServiceID: found.ID, Name: present.In(current.Language).Localized(found.NameAr, found.NameEn), PartnerCode: found.PartnerCode,
		Cost: found.Cost, CycleDays: found.CycleDays, Renews: found.Renews,
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return draft, err
	}
	draft = purchase.Priced(draft, found.Price, purchase.Figures{VATPercent: settings.VATPercent})
	return draft, s.checkCover(ctx, draft, own.Type)
}

// wayOf is the payment method for a line's service: the balance, or the bill.
func wayOf(subscription string) contract.PaymentMethod {
	if purchase.Billed(contract.PurchaseService, subscription) {
		return contract.PayInvoice
	}
	return contract.PayBalance
}

// checkCover refuses a price above the balance, or above the credit limit.
func (s *VasHandlers) checkCover(ctx context.Context, draft contract.Purchase, subscription string) error {
	if draft.Way == contract.PayInvoice {
		standing, err := s.Spending.Standing(ctx, draft.LineID, subscription, s.Now())
		if err != nil {
			return fmt.Errorf("read credit limit: %w", err)
		}
		if standing.Plan.PlanID == "" {
			return contract.Refuse(contract.FailSubscriptionUnknown)
		}
		return creditlimit.ValidateRoom(standing.Limits, draft.Total)
	}
	usage, err := s.Lines.Usage(ctx, draft.LineID)
	if err != nil {
		return fmt.Errorf("read balance: %w", err)
	}
	return transfer.ValidateCovered(usage.Balance, draft.Total)
}

// code is the kind of code for this service at this price only, with this choice of renewal.
func (s *VasHandlers) code(draft contract.Purchase) verification.CodeKind {
	kind := verification.PinFor(string(draft.Kind))
	kind.Bound = fmt.Sprintf("%s/%d/%t", draft.Service.ServiceID, draft.Total, draft.Service.Renews)
	kind.Says = map[string]string{"service": draft.Service.Name, "total": money.Riyals(draft.Total)}
	return kind
}
