package support

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/notice"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/purchase"
	"selfcare/internal/store/tx"
)

type supportPurchases interface {
	ForSupport(ctx context.Context, f purchase.Filter) ([]contract.Purchase, error)
	Get(ctx context.Context, id string) (contract.Purchase, error)
}

type lineNumbers interface {
	MSISDN(ctx context.Context, id string) (string, error)
}

// ListSupportPurchases shows purchases that need a person, of every kind.
func (s *SupportHandlers) ListSupportPurchases(
	ctx context.Context, req gen.ListSupportPurchasesRequestObject,
) (gen.ListSupportPurchasesResponseObject, error) {
	in := req.Params
	after, err := present.PlaceOf(in.After)
	if err != nil {
		return nil, err
	}
	filter := purchase.Filter{
		After: after,
		Stage: contract.PurchaseStage(optional.Value(in.Status)), FailureCode: contract.Code(optional.Value(in.FailureCode)),
		Number: optional.Value(in.Q), Page: cmp.Or(optional.Value(in.Page), 1),
	}
	if filter.Stage == "" && filter.Number == "" {
		filter.Stage = contract.PurchaseHeld
	}
	found, err := s.Purchases.ForSupport(ctx, filter)
	if err != nil {
		return nil, fmt.Errorf("read support purchases: %w", err)
	}
	items := make([]gen.Purchase, len(found))
	for i, p := range found {
		if items[i], err = s.purchaseView(ctx, p); err != nil {
			return nil, err
		}
	}
	return gen.ListSupportPurchases200JSONResponse{Items: items, Next: present.Next(found, func(p contract.Purchase) tx.Place {
		return tx.Place{At: p.CreatedAt, ID: p.ID}
	})}, nil
}

// ResolvePurchase passes a support person's decision on to a held purchase.
func (s *SupportHandlers) ResolvePurchase(ctx context.Context, req gen.ResolvePurchaseRequestObject) (gen.ResolvePurchaseResponseObject, error) {
	p, err := s.Purchases.Get(ctx, req.Id)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil, contract.Refuse(contract.FailPurchaseUnknown)
	}
	if err != nil {
		return nil, fmt.Errorf("read purchase: %w", err)
	}
	resolved, err := s.Decisions.DecidePurchase(ctx, p, contract.Resolution{Action: string(req.Body.Action), Note: req.Body.Note})
	if err != nil {
		return nil, err
	}
	view, err := s.purchaseView(ctx, resolved)
	return gen.ResolvePurchase200JSONResponse{Data: view}, err
}

// purchaseView hides the middle of the number: support's decision does not depend on it.
func (s *SupportHandlers) purchaseView(ctx context.Context, p contract.Purchase) (gen.Purchase, error) {
	msisdn, err := s.Numbers.MSISDN(ctx, p.LineID)
	if err != nil {
		return gen.Purchase{}, fmt.Errorf("read line of purchase: %w", err)
	}
	shown := present.In(middleware.RequestOf(ctx).Language).Purchase(p, notice.Masked(msisdn), s.Now())
	if p.Held != nil { // the code itself, not the customer's text
		shown.Failure.Code = string(p.Held.FailureCode)
	}
	return shown, nil
}
