package purchases

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/domain/typed"
	storeerrors "selfcare/internal/store/errors"
	paymentstore "selfcare/internal/store/payment"
)

// paymentReferences finds the subject of a payment; an unknown one is storeerrors.ErrNotFound.
type paymentReferences interface {
	FindPaidFor(ctx context.Context, paymentID string) (paymentstore.PaidFor, error)
}

// EnterWalletCode hands in the code of the wallet that pays an order or a purchase. The answer does not tell whether a payment exists.
func (s *PurchaseHandlers) EnterWalletCode(ctx context.Context, req gen.EnterWalletCodeRequestObject) (gen.EnterWalletCodeResponseObject, error) {
	if err := s.Permit(ctx, ratelimit.WalletCode, ratelimit.About{ratelimit.Payment: req.Id}); err != nil {
		return nil, err
	}
	paidFor, err := s.Payments.FindPaidFor(ctx, req.Id)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil, contract.Refuse(contract.FailWalletCodeNotAsked)
	}
	if err != nil {
		return nil, fmt.Errorf("find payment: %w", err)
	}
	code := contract.WalletCode{PaymentID: req.Id, Code: typed.Digits(req.Body.Code)}
	if err := s.Flow.EnterWalletCode(ctx, paidFor.WorkflowID(), middleware.RequestOf(ctx).Key, code); err != nil {
		return nil, err
	}
	return gen.EnterWalletCode204Response{}, nil
}
