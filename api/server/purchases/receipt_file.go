package purchases

import (
	"bytes"
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/receiptpdf"
)

// GetPurchaseReceiptFile serves the receipt as a PDF.
func (s *PurchaseHandlers) GetPurchaseReceiptFile(
	ctx context.Context, req gen.GetPurchaseReceiptFileRequestObject,
) (gen.GetPurchaseReceiptFileResponseObject, error) {
	d, err := s.receipt(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if err := receiptpdf.Write(&file, receiptpdf.OfReceipt(d, middleware.RequestOf(ctx).Language)); err != nil {
		return nil, err
	}
	size := int64(file.Len())
	return gen.GetPurchaseReceiptFile200ApplicationpdfResponse{Body: &file, ContentLength: size}, nil
}
