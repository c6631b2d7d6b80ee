package orders

import (
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/views"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// GetOrderReceipt shows the tax invoice of an order that was paid.
func (s *OrderHandlers) GetOrderReceipt(ctx context.Context, _ gen.GetOrderReceiptRequestObject) (gen.GetOrderReceiptResponseObject, error) {
	o := middleware.RequestOf(ctx).Order.Order
	paid := order.Receipted(o)
	if paid == nil {
		return nil, contract.Refuse(contract.FailNotPaid)
	}
	v, err := views.For(ctx, s.Core)
	if err != nil {
		return nil, err
	}
	shown, err := v.Receipt(o, *paid)
	return gen.GetOrderReceipt200JSONResponse(shown), err
}
