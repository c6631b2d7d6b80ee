package purchases

import (
	"cmp"
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/receipt"
	einvoicestore "selfcare/internal/store/einvoice"
)

// GetPurchaseReceipt shows the simplified tax invoice of a purchase.
func (s *PurchaseHandlers) GetPurchaseReceipt(ctx context.Context, req gen.GetPurchaseReceiptRequestObject) (gen.GetPurchaseReceiptResponseObject, error) {
	d, err := s.receipt(ctx, req.Id)
	return gen.GetPurchaseReceipt200JSONResponse(present.PurchaseReceipt(d)), err
}

func (s *PurchaseHandlers) receipt(ctx context.Context, id string) (receipt.Document, error) {
	p, err := s.findOwn(ctx, id)
	if err != nil {
		return receipt.Document{}, err
	}
	if !purchase.Receipted(p) {
		return receipt.Document{}, contract.Refuse(contract.FailNotPaid)
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return receipt.Document{}, err
	}
	language := middleware.RequestOf(ctx).Language
	d, err := receipt.OfPurchase(p, settings.Seller(language), language)
	if err != nil {
		return d, err
	}
	code, err := s.Stamped.Code(ctx, einvoicestore.Purchase, p.ID, einvoice.Invoice)
	d.QR = cmp.Or(code, d.QR)
	return d, err
}

// stamped reads the QR codes of electronic invoices.
type stamped interface {
	Code(ctx context.Context, subject einvoicestore.Subject, id string, kind einvoice.Kind) (string, error)
}
