package bill

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strconv"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/receipt"
	"selfcare/internal/receiptpdf"
	billstore "selfcare/internal/store/bill"
	einvoicestore "selfcare/internal/store/einvoice"
	"selfcare/internal/store/plan"
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

// document puts a bill into the words of a printed one. It shows the billed state, not later payments: the file is the
// same at any time. Once an electronic invoice exists, the document has its QR code.
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
	names, err := s.planNames(ctx, b.Lines)
	if err != nil {
		return d, err
	}
	language := middleware.RequestOf(ctx).Language
	d = printed(b.Invoice, names, language)
	d.Seller, d.VATNumber = present.In(language).Localized(settings.SellerNameAr, settings.SellerNameEn), settings.SellerVATNumber
	d.Facts = append([]receiptpdf.Fact{{Label: said(language, "bill.msisdn", nil), Value: receiptpdf.LTR(msisdn)}}, d.Facts...)
	stamped, err := s.Stamped.Code(ctx, einvoicestore.Bill, b.ID, einvoice.Invoice)
	if err != nil {
		return d, err
	}
	ours, err := receipt.QR(receipt.Invoice{Seller: d.Seller, VATNumber: d.VATNumber, At: b.IssuedAt, Total: b.Invoice.Total, VAT: b.VAT})
	d.QR = cmp.Or(stamped, ours)
	return d, err
}

func said(language, key string, params map[string]string) string {
	return texts.Text(language, key, params)
}

// printed returns a bill without seller and buyer.
func printed(i bill.Invoice, names map[string]plan.Name, language string) receiptpdf.Document {
	word := func(key string) string { return said(language, key, nil) }
	in := receiptpdf.Language(language)
	d := receiptpdf.Document{
		Language: in, Title: word("receipt.title"), Number: i.Number, IssuedAt: i.IssuedAt,
		Facts: []receiptpdf.Fact{
			{Label: word("bill.period"), Value: days(i.From, i.Until, in)},
			{Label: word("bill.due"), Value: receiptpdf.Day(bill.LastDay(i.DueAt), in)},
			{Label: word("bill.reference"), Value: receiptpdf.LTR(bill.Reference(i.Number))},
		},
		Labels: receiptpdf.Labels{
			Seller: word("receipt.seller"), VATNumber: word("receipt.vat_number"), Number: word("bill.number"), IssuedAt: word("receipt.issued_at"),
			Item: word("receipt.item"), Amount: word("receipt.amount"), QR: word("receipt.qr"),
		},
		Totals: []receiptpdf.Row{
			{Label: word("receipt.net"), Amount: i.Net},
			{Label: said(language, "receipt.vat", map[string]string{"percent": strconv.Itoa(i.VATPercent)}), Amount: i.VAT},
			{Label: word("receipt.total"), Amount: i.Total},
		},
		Payment: word("bill.how_to_pay"),
	}
	for _, l := range i.Lines {
		d.Rows = append(d.Rows, receiptpdf.Row{Label: lineName(l, names, language), Detail: taxOf(l, language), Amount: l.Total})
	}
	return d
}

// taxOf shows the days, the amount without VAT, and the VAT of a line.
func taxOf(l bill.Line, language string) string {
	in := receiptpdf.Language(language)
	return said(language, "bill.line_detail", map[string]string{
		"days": days(l.From, l.Until, in), "net": money(l.Net, in), "vat": money(l.VAT, in), "percent": strconv.Itoa(l.VATPercent),
	})
}

// days shows the first and the last day, or the only one.
func days(from, until time.Time, in receiptpdf.Language) string {
	first, last := receiptpdf.Day(from, in), receiptpdf.Day(bill.LastDay(until), in)
	if first == last {
		return first
	}
	return first + " – " + last
}

func money(amount contract.Halalas, in receiptpdf.Language) string {
	return receiptpdf.Money(amount, in)
}
