package purchases

import (
	"cmp"
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/purchase"
	einvoicestore "selfcare/internal/store/einvoice"
)

// GetPurchaseReceipt shows the simplified tax invoice of a purchase.
func (s *PurchaseHandlers) GetPurchaseReceipt(ctx context.Context, req gen.GetPurchaseReceiptRequestObject) (gen.GetPurchaseReceiptResponseObject, error) {
	shown, err := s.receipt(ctx, req.Id)
	return gen.GetPurchaseReceipt200JSONResponse(shown), err
}

func (s *PurchaseHandlers) receipt(ctx context.Context, id string) (gen.Receipt, error) {
	p, err := s.findOwn(ctx, id)
	if err != nil {
		return gen.Receipt{}, err
	}
	if !purchase.Receipted(p) {
		return gen.Receipt{}, contract.Refuse(contract.FailNotPaid)
	}
	v, err := present.For(ctx, s.Core)
	if err != nil {
		return gen.Receipt{}, err
	}
	shown, err := v.PurchaseReceipt(p)
	if err != nil {
		return shown, err
	}
	code, err := s.Stamped.Code(ctx, einvoicestore.Purchase, p.ID, einvoice.Invoice)
	shown.Zatca = cmp.Or(code, shown.Zatca)
	return shown, err
}

// stamped reads the QR codes of electronic invoices.
type stamped interface {
	Code(ctx context.Context, subject einvoicestore.Subject, id string, kind einvoice.Kind) (string, error)
}
