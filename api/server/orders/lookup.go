package orders

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/proofs"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/domain/number"
	"selfcare/internal/store"
)

// lookUps bounds how many mobiles somebody can have codes sent to from one address.
var lookUps = cache.Limit{Max: 30, Window: 10 * time.Minute}

// orderPin counts for one order alone.
func orderPin(orderNumber string) proofs.CodeKind {
	kind := proofs.PinFor("order")
	kind.Bound = orderNumber
	return kind
}

// LookUpOrder sends a code to the mobile whether or not there is such an order: only who receives messages there learns
// more, and the work and its answer are the same for all.
func (s *OrderHandlers) LookUpOrder(ctx context.Context, req gen.LookUpOrderRequestObject) (gen.LookUpOrderResponseObject, error) {
	mobile, orderNumber, err := typedLookUp(req.Body.Mobile, req.Body.OrderNumber)
	if err != nil {
		return nil, err
	}
	if err := s.Permit(ctx, "look-up:"+middleware.RequestOf(ctx).Client, lookUps); err != nil {
		return nil, err
	}
	sent, err := s.Codes.SendCode(ctx, orderPin(orderNumber), mobile, proofs.Address{Mobile: mobile})
	if err != nil {
		return nil, err
	}
	return gen.LookUpOrder200JSONResponse{CodeUnderwayJSONResponse: gen.CodeUnderwayJSONResponse{Data: sent}}, nil
}

// OpenOrderFound gives whoever received the code a session of the order that was given this mobile.
func (s *OrderHandlers) OpenOrderFound(ctx context.Context, req gen.OpenOrderFoundRequestObject) (gen.OpenOrderFoundResponseObject, error) {
	mobile, orderNumber, err := typedLookUp(req.Body.Mobile, req.Body.OrderNumber)
	if err != nil {
		return nil, err
	}
	if err := s.Codes.UseCode(ctx, orderPin(orderNumber), mobile, req.Body.Otp); err != nil {
		return nil, err
	}
	record, err := s.Orders.ByNumber(ctx, orderNumber)
	if errors.Is(err, store.ErrNotFound) {
		return nil, contract.Refuse(contract.FailNoOrdersFound)
	}
	if err != nil {
		return nil, fmt.Errorf("find order by number: %w", err)
	}
	if contact := record.Order.Contact; contact == nil || contact.Mobile != mobile {
		return nil, contract.Refuse(contract.FailNoOrdersFound)
	}
	session, err := s.grantSession(ctx, record.Order.ID)
	if err != nil {
		return nil, err
	}
	return gen.OpenOrderFound200JSONResponse{OrderId: record.Order.ID, OrderSessionId: session}, nil
}

// typedLookUp reads mobile and order number in any of the ways customers write them. The contract has checked the
// number's form.
func typedLookUp(typedMobile, typedOrder string) (mobile, orderNumber string, err error) {
	mobile, err = number.Parse(typedMobile)
	if err != nil {
		return "", "", &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"mobile": "field.mobile"}}
	}
	digits := strings.TrimLeft(strings.TrimSpace(typedOrder)[len(orderPrefix):], " -")
	return mobile, orderPrefix + number.Digits(digits), nil
}
