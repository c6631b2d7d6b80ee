package einvoice

import (
	"context"
	"strconv"
	"strings"

	"selfcare/internal/contract/texts"
	billdomain "selfcare/internal/domain/bill"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/store"
	billstore "selfcare/internal/store/bill"
	"selfcare/internal/store/plan"
)

// ofBill makes the invoice of a postpaid bill: one line for each line of the bill, with its VAT, and the billing period.
func ofBill(ctx context.Context, q *store.Tx, d einvoice.Document, id string) (einvoice.Document, error) {
	b, err := bill(ctx, q, id)
	if err != nil {
		return einvoice.Document{}, err
	}
	d.Number = b.Number
	return documentItems(ctx, q, supplied(d, b.Invoice), b.Invoice)
}

// ofCreditNote credits a bill: line by line if it is credited in full, otherwise as one amount.
func ofCreditNote(ctx context.Context, q *store.Tx, d einvoice.Document, id string) (einvoice.Document, error) {
	note, known, err := q.Invoices.CreditNote(ctx, id)
	if err != nil || !known {
		return einvoice.Document{}, orNone(err)
	}
	b, err := bill(ctx, q, note.InvoiceID)
	if err != nil {
		return einvoice.Document{}, err
	}
	d.Number, d.Refers, d.Reason = note.Number, b.Number, note.Reason
	d = supplied(d, b.Invoice)
	if note.Total == b.Invoice.Total {
		return documentItems(ctx, q, d, b.Invoice)
	}
	lines := []einvoice.Line{{Name: texts.Text(texts.Arabic, "bill.line.credit", map[string]string{"number": b.Number}), Net: note.Net, VAT: note.VAT}}
	return einvoice.Itemised(d, lines, b.VATPercent)
}

func bill(ctx context.Context, q *store.Tx, id string) (billstore.Bill, error) {
	b, known, err := q.Invoices.Get(ctx, id)
	if err == nil && !known {
		err = errNoReceipt
	}
	return b, err
}

func orNone(err error) error {
	if err == nil {
		return errNoReceipt
	}
	return err
}

// supplied sets the billing period. It names no payment method, because a bill may be paid by any.
func supplied(d einvoice.Document, i billdomain.Invoice) einvoice.Document {
	d.Paid = einvoice.PaidAnyhow
	d.Supplied, d.Until = i.From.In(einvoice.Riyadh), billdomain.LastDay(i.Until).In(einvoice.Riyadh)
	if d.Until.Before(d.Supplied) {
		d.Until = d.Supplied
	}
	return d
}

func documentItems(ctx context.Context, q *store.Tx, d einvoice.Document, i billdomain.Invoice) (einvoice.Document, error) {
	names, err := q.Catalogue.PlanNames(ctx, billdomain.PlanIDs(i.Lines)...)
	if err != nil {
		return einvoice.Document{}, err
	}
	lines := make([]einvoice.Line, len(i.Lines))
	for n, l := range i.Lines {
		lines[n] = einvoice.Line{Name: nameOf(l, names), Net: l.Net, VAT: l.VAT}
	}
	return einvoice.Itemised(d, lines, i.VATPercent)
}

// nameOf names a line of a bill. A usage line names the quantity, because its price is for the whole of it.
func nameOf(l billdomain.Line, names map[string]plan.Name) string {
	name, known := names[l.PlanID]
	switch {
	case l.Service == billdomain.ServiceUsage:
		used := map[string]string{"name": arabic("allowance." + l.Item), "quantity": strconv.FormatInt(l.Quantity, 10)}
		return texts.Text(texts.Arabic, "bill.used."+l.Unit, used)
	case l.Service == billdomain.ServiceExtras:
		return l.NameAr
	case l.Service == billdomain.ServicePlan && known:
		return name.Ar
	default:
		item, _, _ := strings.Cut(l.Item, ":")
		return arabic("bill.line." + item)
	}
}
