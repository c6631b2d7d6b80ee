package message

import (
	"bytes"
	"cmp"
	"context"
	"fmt"

	"go.temporal.io/sdk/activity"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/receipt"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/receiptpdf"
	"selfcare/internal/store"
	einvoicestore "selfcare/internal/store/einvoice"
	"selfcare/internal/store/plan"
)

// Receipts make the tax invoices that letters bring along, in the language of the letter. The same invoice always makes the same bytes.
type Receipts struct{ store *store.Store }

// NewReceipts takes the database with the orders, purchases and bills.
func NewReceipts(s *store.Store) Receipts { return Receipts{s} }

// bringing are the letters about an order and about a bill that bring the tax invoice: those about the payment and about the new bill.
// The other letters would repeat it.
var bringing = map[string]bool{"order-placed": true, "bill-issued": true, "bill-paid": true}

// Of returns the tax invoice of the subject of a letter to an address as a PDF; nil if the letter brings none.
func (r Receipts) Of(ctx context.Context, in contract.Notice, to string) ([]messages.Attachment, error) {
	d, has, err := r.find(ctx, in, to)
	if err != nil || !has {
		return nil, err
	}
	var file bytes.Buffer
	if err := receiptpdf.Write(&file, d); err != nil {
		return nil, err
	}
	if file.Len() > messages.LargestAttachments {
		return nil, fmt.Errorf("receipt %s has %d bytes, %d fit", d.Number, file.Len(), messages.LargestAttachments)
	}
	return []messages.Attachment{{Name: "tax-invoice-" + d.Number + ".pdf", MediaType: "application/pdf", Content: file.Bytes()}}, nil
}

func (r Receipts) find(ctx context.Context, in contract.Notice, to string) (d receiptpdf.Document, has bool, err error) {
	switch {
	case in.Invoice && in.Opens == "":
		return r.ofPurchase(ctx, in)
	case in.Invoice && bringing[in.Template]:
		return r.ofOrder(ctx, in, to)
	case in.Bill != "" && bringing[in.Template]:
		return r.ofBill(ctx, in)
	default:
		return d, false, nil
	}
}

// ofOrder makes none for an unproved e-mail: the link in such a letter asks for a proof, too.
func (r Receipts) ofOrder(ctx context.Context, in contract.Notice, to string) (d receiptpdf.Document, has bool, err error) {
	found, err := r.store.Orders.Get(ctx, in.Opens)
	if err != nil {
		return d, false, err
	}
	paid := order.Receipted(found.Order)
	if paid == nil || order.IsUnprovedEmail(found.Order.Contact, to) {
		return d, false, nil
	}
	return r.print(ctx, in, einvoicestore.Order, found.Order.ID, func(by receipt.Seller, language string) (receipt.Document, error) {
		return receipt.OfOrder(found.Order, *paid, by, language)
	})
}

func (r Receipts) ofPurchase(ctx context.Context, in contract.Notice) (d receiptpdf.Document, has bool, err error) {
	p, err := r.store.Purchases.Get(ctx, in.OrderID)
	if err != nil || !purchase.Receipted(p) {
		return d, false, err
	}
	return r.print(ctx, in, einvoicestore.Purchase, p.ID, func(by receipt.Seller, language string) (receipt.Document, error) {
		return receipt.OfPurchase(p, by, language)
	})
}

// print writes the document of an order or a purchase. Once an electronic invoice exists, it has the QR code of that.
func (r Receipts) print(
	ctx context.Context, in contract.Notice, subject einvoicestore.Subject, id string,
	write func(by receipt.Seller, language string) (receipt.Document, error),
) (d receiptpdf.Document, has bool, err error) {
	settings, err := r.store.Settings.Get(ctx)
	if err != nil {
		return d, false, err
	}
	language := printedIn(in.Language)
	written, err := write(settings.Seller(language), language)
	if err != nil {
		return d, false, err
	}
	stamped, err := r.store.EInvoices.Code(ctx, subject, id, einvoice.Invoice)
	written.QR = cmp.Or(stamped, written.QR)
	return receiptpdf.OfReceipt(written, language), true, err
}

// ofBill shows a part of the number only, as the page behind the link of the letter does.
func (r Receipts) ofBill(ctx context.Context, in contract.Notice) (d receiptpdf.Document, has bool, err error) {
	b, known, err := r.store.Invoices.Get(ctx, in.Bill)
	if err != nil || !known {
		return d, false, err
	}
	settings, err := r.store.Settings.Get(ctx)
	if err != nil {
		return d, false, err
	}
	msisdn, err := r.store.Lines.MSISDN(ctx, b.LineID)
	if err != nil {
		return d, false, err
	}
	names, err := r.store.Catalogue.PlanNames(ctx, bill.PlanIDs(b.Lines)...)
	if err != nil {
		return d, false, err
	}
	stamped, err := r.store.EInvoices.Code(ctx, einvoicestore.Bill, b.ID, einvoice.Invoice)
	if err != nil {
		return d, false, err
	}
	language := printedIn(in.Language)
	d, err = receiptpdf.OfBill(receiptpdf.Bill{
		Invoice: b.Invoice, Seller: settings.Seller(language), MSISDN: notice.Masked(msisdn), Plans: plan.NamesIn(language, names), QR: stamped,
	}, language)
	return d, true, err
}

// printedIn returns the language of the document of a letter. A tax invoice is in Arabic, unless its customer reads English.
func printedIn(language string) string {
	if language == texts.English {
		return texts.English
	}
	return texts.Arabic
}

// receipts make the attachments of letters.
type receipts interface {
	Of(ctx context.Context, in contract.Notice, to string) ([]messages.Attachment, error)
}

// Counter counts letters that left without their receipt.
type Counter interface{ ReceiptMissing() }

// WithReceipts makes letters bring their receipts. count hears of each that could not be made.
func WithReceipts(r receipts, count ...Counter) Option {
	return func(m *Activities) { m.receipts, m.count = r, count }
}

// attachReceipt returns the receipt of a letter to an address. A letter without it still has the link to it, so a receipt that cannot be made
// is logged and counted, and the letter goes.
func (m *Activities) attachReceipt(ctx context.Context, in contract.Notice, to string) []messages.Attachment {
	if m.receipts == nil {
		return nil
	}
	attached, err := m.receipts.Of(ctx, in, to)
	if err == nil {
		return attached
	}
	for _, counter := range m.count {
		counter.ReceiptMissing()
	}
	if activity.IsActivity(ctx) {
		activity.GetLogger(ctx).Error("a letter goes without its receipt", "subject", in.OrderID, "template", in.Template, "error", err)
	}
	return nil
}
