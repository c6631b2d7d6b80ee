package order

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
	einvoicestore "selfcare/internal/store/einvoice"
)

// oweInvoice records that a payment needs an electronic invoice. Without VAT it needs none.
func oweInvoice(ctx context.Context, q *store.Tx, o contract.Order) error {
	paid := order.Receipted(o)
	if o.Price == nil || o.Price.VAT == 0 || paid == nil {
		return nil
	}
	return q.EInvoices.Owe(ctx, einvoicestore.Receipt{Subject: einvoicestore.Order, SubjectID: o.ID, Kind: einvoice.Invoice, IssuedAt: paid.At})
}

// oweCreditNote records that a refund needs a credit note.
func oweCreditNote(ctx context.Context, q *store.Tx, o contract.Order, at time.Time) error {
	if o.Price == nil || o.Price.VAT == 0 || order.Receipted(o) == nil {
		return nil
	}
	settings, err := q.Settings.Get(ctx)
	if err != nil || order.Credited(o, settings.VATPercent) == nil {
		return err
	}
	return q.EInvoices.Owe(ctx, einvoicestore.Receipt{Subject: einvoicestore.Order, SubjectID: o.ID, Kind: einvoice.CreditNote, IssuedAt: at})
}
