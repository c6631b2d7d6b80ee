package purchases

import (
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/views"
	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
)

// GetPurchaseReceipt shows the simplified tax invoice of a purchase.
func (s *PurchaseHandlers) GetPurchaseReceipt(ctx context.Context, req gen.GetPurchaseReceiptRequestObject) (gen.GetPurchaseReceiptResponseObject, error) {
	shown, err := s.receipt(ctx, req.Id)
	return gen.GetPurchaseReceipt200JSONResponse(shown), err
}

func (s *PurchaseHandlers) receipt(ctx context.Context, id string) (gen.Receipt, error) {
	p, err := s.own(ctx, id)
	if err != nil {
		return gen.Receipt{}, err
	}
	if !purchase.Receipted(p) {
		return gen.Receipt{}, contract.Refuse(contract.FailNotPaid)
	}
	v, err := views.For(ctx, s.Core)
	if err != nil {
		return gen.Receipt{}, err
	}
	return v.PurchaseReceipt(p)
}
