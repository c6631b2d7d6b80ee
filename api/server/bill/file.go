package bill

import (
	"bytes"
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/notice"
	"selfcare/internal/receiptpdf"
	billstore "selfcare/internal/store/bill"
	einvoicestore "selfcare/internal/store/einvoice"
)

// GetInvoiceFile serves a bill as a PDF.
func (s *BillHandlers) GetInvoiceFile(ctx context.Context, req gen.GetInvoiceFileRequestObject) (gen.GetInvoiceFileResponseObject, error) {
	b, err := s.findOwn(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	file, err := s.file(ctx, b, false)
	if err != nil {
		return nil, err
	}
	return gen.GetInvoiceFile200ApplicationpdfResponse{Body: file, ContentLength: int64(file.Len())}, nil
}

// GetBillFile serves a bill as a PDF to the holder of its link.
func (s *BillHandlers) GetBillFile(ctx context.Context, req gen.GetBillFileRequestObject) (gen.GetBillFileResponseObject, error) {
	b, err := s.openLinkedBill(ctx, req.Body.Token)
	if err != nil {
		return nil, err
	}
	file, err := s.file(ctx, b, true)
	if err != nil {
		return nil, err
	}
	return gen.GetBillFile200ApplicationpdfResponse{Body: file, ContentLength: int64(file.Len())}, nil
}

// file renders a bill; the holder of a link sees a part of the number.
func (s *BillHandlers) file(ctx context.Context, b billstore.Bill, masked bool) (*bytes.Buffer, error) {
	document, err := s.document(ctx, b, masked)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	return &file, receiptpdf.Write(&file, document)
}

// document puts a bill into the words of a printed one.
func (s *BillHandlers) document(ctx context.Context, b billstore.Bill, masked bool) (d receiptpdf.Document, err error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return d, err
	}
	msisdn, err := s.Lines.MSISDN(ctx, b.LineID)
	if err != nil {
		return d, fmt.Errorf("read line: %w", err)
	}
	if masked {
		msisdn = notice.Masked(msisdn)
	}
	plans, err := s.planNames(ctx, b.Lines)
	if err != nil {
		return d, err
	}
	stamped, err := s.Stamped.Code(ctx, einvoicestore.Bill, b.ID, einvoice.Invoice)
	if err != nil {
		return d, err
	}
	language := middleware.RequestOf(ctx).Language
	return receiptpdf.OfBill(receiptpdf.Bill{Invoice: b.Invoice, Seller: settings.Seller(language), MSISDN: msisdn, Plans: plans, QR: stamped}, language)
}
