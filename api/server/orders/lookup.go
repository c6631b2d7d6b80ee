package orders

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/ratelimit"
	storeerrors "selfcare/internal/store/errors"
	orderstore "selfcare/internal/store/order"
)

// orderPin binds a code to one order.
func orderPin(orderNumber string) verification.CodeKind {
	kind := verification.PinFor("order")
	kind.Bound, kind.Limit = orderNumber, ratelimit.LookUpCode
	return kind
}

// LookUpOrder sends a code to the mobile of the order, or to its confirmed e-mail: a newcomer may have no Saudi SIM
// yet. Without such an order nothing is sent, after the same work and with the same answer: only the recipient of
// messages there learns more.
func (s *OrderHandlers) LookUpOrder(ctx context.Context, req gen.LookUpOrderRequestObject) (gen.LookUpOrderResponseObject, error) {
	typed, orderNumber, err := typedLookUp(req.Body.Contact, req.Body.OrderNumber)
	if err != nil {
		return nil, err
	}
	if err := s.Permit(ctx, ratelimit.LookUp, nil); err != nil {
		return nil, err
	}
	var to verification.Address
	_, err = s.orderGiven(ctx, orderNumber, typed)
	var unknown *contract.Refusal
	switch {
	case err == nil:
		to, err = s.findReachable(ctx, typed)
		if err != nil {
			return nil, err
		}
	case !errors.As(err, &unknown):
		return nil, err
	}
	sent, err := s.Codes.SendCode(ctx, orderPin(orderNumber), typed.Mobile+typed.Email, to)
	if err != nil {
		return nil, err
	}
	return gen.LookUpOrder200JSONResponse{CodeUnderwayJSONResponse: gen.CodeUnderwayJSONResponse{Data: sent}}, nil
}

// findReachable returns an address that may get another code of an order; empty after too many codes, over all orders.
// The caller gets the same answer, which reveals no orders.
func (s *OrderHandlers) findReachable(ctx context.Context, at verification.Address) (verification.Address, error) {
	err := s.Permit(ctx, ratelimit.LookUpMessage, ratelimit.About{ratelimit.Mobile: at.Mobile + at.Email})
	var often *middleware.Limited
	if errors.As(err, &often) {
		return verification.Address{}, nil
	}
	return at, err
}

// orderGiven finds the order with this number and this contact.
func (s *OrderHandlers) orderGiven(ctx context.Context, orderNumber string, at verification.Address) (orderstore.Record, error) {
	record, err := s.Orders.ByNumber(ctx, orderNumber)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return record, contract.Refuse(contract.FailNoOrdersFound)
	}
	if err != nil {
		return record, fmt.Errorf("find order by number: %w", err)
	}
	if !order.IsReachedAt(record.Order.Contact, at.Mobile, at.Email) {
		return record, contract.Refuse(contract.FailNoOrdersFound)
	}
	return record, nil
}

// OpenOrderFound gives the recipient of the code a session of the order with that contact.
func (s *OrderHandlers) OpenOrderFound(ctx context.Context, req gen.OpenOrderFoundRequestObject) (gen.OpenOrderFoundResponseObject, error) {
	typed, orderNumber, err := typedLookUp(req.Body.Contact, req.Body.OrderNumber)
	if err != nil {
		return nil, err
	}
	if err := s.Codes.UseCode(ctx, orderPin(orderNumber), typed.Mobile+typed.Email, req.Body.Otp); err != nil {
		return nil, err
	}
	record, err := s.orderGiven(ctx, orderNumber, typed)
	if err != nil {
		return nil, err
	}
	session, err := s.grantSession(ctx, record.Order.ID, permission.WholeOrder)
	if err != nil {
		return nil, err
	}
	s.Codes.ProveContact(ctx, record.Order.ID, typed)
	return gen.OpenOrderFound200JSONResponse{OrderId: record.Order.ID, OrderSessionId: session}, nil
}

// typedLookUp reads the contact and the order number. The contract has already checked their forms.
func typedLookUp(typedContact, orderNumber string) (at verification.Address, number string, err error) {
	if strings.Contains(typedContact, "@") {
		at.Email = strings.ToLower(typedContact)
	} else {
		at.Mobile, err = inputs.Mobile("contact", typedContact)
	}
	return at, orderNumber, err
}
