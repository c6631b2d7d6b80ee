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
	shown, err := s.document(ctx, views.Presenter.Receipt)
	return gen.GetOrderReceipt200JSONResponse(shown), err
}

// GetOrderCreditNote shows what of that invoice went back.
func (s *OrderHandlers) GetOrderCreditNote(ctx context.Context, _ gen.GetOrderCreditNoteRequestObject) (gen.GetOrderCreditNoteResponseObject, error) {
	shown, err := s.document(ctx, views.Presenter.CreditNote)
	return gen.GetOrderCreditNote200JSONResponse(shown), err
}

func (s *OrderHandlers) document(
	ctx context.Context, show func(views.Presenter, contract.Order, contract.Payment) (gen.Receipt, error),
) (gen.Receipt, error) {
	o := middleware.RequestOf(ctx).Order.Order
	paid := order.Receipted(o)
	if paid == nil {
		return gen.Receipt{}, contract.Refuse(contract.FailNotPaid)
	}
	v, err := views.For(ctx, s.Core)
	if err != nil {
		return gen.Receipt{}, err
	}
	return show(v, o, *paid)
}
