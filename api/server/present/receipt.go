package present

import (
	"cmp"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/receipt"
)

// Receipt is the tax invoice of a paid order.
func (v Presenter) Receipt(o contract.Order, paid contract.Payment) (gen.Receipt, error) {
	d, err := receipt.OfOrder(o, paid, v.seller(), v.language)
	shown := shownOfOrder(o, d)
	shown.Recurring = recurring(o)
	if o.Ended != nil {
		shown.Refunded = int64(o.Ended.Refunded)
	}
	if o.Refund.Done() {
		shown.Refunded, shown.RefundedAt = int64(o.Refund.Amount), optional.Time(o.Refund.DoneAt)
	}
	return shown, err
}

// CreditNote takes back the part of an order's invoice that went back to the card.
func (v Presenter) CreditNote(o contract.Order, paid contract.Payment) (gen.Receipt, error) {
	credit := order.Credited(o, v.settings.VATPercent)
	if credit == nil {
		return gen.Receipt{}, contract.Refuse(contract.FailNotRefunded)
	}
	d, err := receipt.OfCredit(o, *credit, paid, v.seller(), v.language)
	shown := shownOfOrder(o, d)
	shown.DocumentType, shown.Refunded = gen.N381, int64(credit.Total)
	invoice := optional.Part(&shown.RefersTo)
	invoice.Number, invoice.IssuedAt = o.Number, paid.At.UTC()
	invoice.Reason = texts.Text(v.language, cmp.Or(string(credit.Reason), "refund.reason"), nil)
	return shown, err
}

// PurchaseReceipt shows the tax invoice of a purchase.
func PurchaseReceipt(d receipt.Document) gen.Receipt {
	shown := gen.Receipt{
		DocumentType: gen.N388, Number: d.Number, OrderNumber: d.Number, IssuedAt: d.IssuedAt.UTC(), Total: int64(d.Total), Vat: int64(d.VAT),
		VatPercent: d.Seller.VATPercent, Zatca: d.QR,
	}
	shown.Seller.Name, shown.Seller.VatNumber = d.Seller.Name, d.Seller.VATNumber
	shown.Payment.Brand, shown.Payment.Last4, shown.Payment.Id = d.Payment.Brand, d.Payment.Last4, d.Payment.ID
	for _, line := range d.Lines {
		shown.Lines = append(shown.Lines, struct {
			Amount int64               `json:"amount"`
			Detail *string             `json:"detail,omitempty"`
			Key    gen.ReceiptLinesKey `json:"key"`
		}{int64(line.Amount), optional.Text(line.Detail), gen.ReceiptLinesKey(line.Key)})
	}
	return shown
}

// shownOfOrder shows an invoice or a credit note of an order, which may name its customer.
func shownOfOrder(o contract.Order, d receipt.Document) gen.Receipt {
	shown := PurchaseReceipt(d)
	shown.OrderNumber = o.Number
	if o.Contact != nil {
		shown.Customer = &o.Contact.FullName
	}
	return shown
}

// seller is the company as receipts name it.
func (v Presenter) seller() receipt.Seller { return v.settings.Seller(v.language) }
