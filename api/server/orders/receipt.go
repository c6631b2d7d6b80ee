package orders

import (
	"cmp"
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/order"
	einvoicestore "selfcare/internal/store/einvoice"
)

// GetOrderReceipt shows the tax invoice of a paid order.
func (s *OrderHandlers) GetOrderReceipt(ctx context.Context, _ gen.GetOrderReceiptRequestObject) (gen.GetOrderReceiptResponseObject, error) {
	shown, err := s.document(ctx, einvoice.Invoice, present.Presenter.Receipt)
	return gen.GetOrderReceipt200JSONResponse(shown), err
}

// GetOrderCreditNote shows the refunded part of that invoice.
func (s *OrderHandlers) GetOrderCreditNote(ctx context.Context, _ gen.GetOrderCreditNoteRequestObject) (gen.GetOrderCreditNoteResponseObject, error) {
	shown, err := s.document(ctx, einvoice.CreditNote, present.Presenter.CreditNote)
	return gen.GetOrderCreditNote200JSONResponse(shown), err
}

// stamped reads the QR codes of electronic invoices.
type stamped interface {
	Code(ctx context.Context, subject einvoicestore.Subject, id string, kind einvoice.Kind) (string, error)
}

func (s *OrderHandlers) document(
	ctx context.Context, kind einvoice.Kind, show func(present.Presenter, contract.Order, contract.Payment) (gen.Receipt, error),
) (gen.Receipt, error) {
	o := middleware.RequestOf(ctx).Order.Order
	paid := order.Receipted(o)
	if paid == nil {
		return gen.Receipt{}, contract.Refuse(contract.FailNotPaid)
	}
	v, err := present.For(ctx, s.Core)
	if err != nil {
		return gen.Receipt{}, err
	}
	shown, err := show(v, o, *paid)
	if err != nil {
		return shown, err
	}
	code, err := s.Stamped.Code(ctx, einvoicestore.Order, o.ID, kind)
	shown.Zatca = cmp.Or(code, shown.Zatca)
	return shown, err
}
