package present

import (
	"cmp"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/receipt"
)

// Receipt is the tax invoice of a paid order.
func (v Presenter) Receipt(o contract.Order, paid contract.Payment) (gen.Receipt, error) {
	shown, err := v.document(o, paid, receipt.Invoice{At: paid.At, Total: o.Price.Total, VAT: o.Price.VAT})
	shown.DocumentType, shown.Number = gen.N388, o.Number
	if o.Ended != nil {
		shown.Refunded = int64(o.Ended.Refunded)
	}
	if o.Refund.Done() {
		shown.Refunded, shown.RefundedAt = int64(o.Refund.Amount), optional.Time(o.Refund.DoneAt)
	}
	v.receiptLines(&shown, o, o.Price.Lines)
	return shown, err
}

// CreditNote takes back the part of an order's invoice that went back to the card.
func (v Presenter) CreditNote(o contract.Order, paid contract.Payment) (gen.Receipt, error) {
	credit := order.Credited(o, v.settings.VATPercent)
	if credit == nil {
		return gen.Receipt{}, contract.Refuse(contract.FailNotRefunded)
	}
	shown, err := v.document(o, paid, receipt.Invoice{At: credit.At, Total: credit.Total, VAT: credit.VAT})
	shown.DocumentType, shown.Number, shown.Refunded = gen.N381, o.Number+"-CN", int64(credit.Total)
	invoice := optional.Part(&shown.RefersTo)
	invoice.Number, invoice.IssuedAt = o.Number, paid.At.UTC()
	invoice.Reason = texts.Text(v.language, cmp.Or(string(credit.Reason), "refund.reason"), nil)
	v.receiptLines(&shown, o, credit.Lines)
	return shown, err
}

// document has the common parts of an order's invoice and its credit note.
func (v Presenter) document(o contract.Order, paid contract.Payment, sum receipt.Invoice) (gen.Receipt, error) {
	shown, err := v.taxed(o.ID, sum)
	shown.OrderNumber = o.Number
	shown.Payment.Brand, shown.Payment.Last4, shown.Payment.Id = paid.Brand, paid.Last4, paid.ID
	if o.Contact != nil {
		shown.Customer = &o.Contact.FullName
	}
	return shown, err
}

// taxed has the parts of every document: seller, buyer, time, amount, and the QR code with them.
func (v Presenter) taxed(id string, sum receipt.Invoice) (gen.Receipt, error) {
	sum.Seller = v.Localized(v.settings.SellerNameAr, v.settings.SellerNameEn)
	sum.VATNumber = v.settings.SellerVATNumber
	code, err := receipt.QR(sum)
	if err != nil {
		return gen.Receipt{}, fmt.Errorf("make the receipt of %s: %w", id, err)
	}
	shown := gen.Receipt{
		IssuedAt: sum.At.UTC(), Total: int64(sum.Total), Vat: int64(sum.VAT), VatPercent: v.settings.VATPercent, Zatca: code,
	}
	shown.Seller.Name, shown.Seller.VatNumber = sum.Seller, sum.VATNumber
	return shown, nil
}

// receiptLines leaves out free items.
func (v Presenter) receiptLines(shown *gen.Receipt, o contract.Order, lines []contract.PriceLine) {
	for _, line := range lines {
		if line.Amount == 0 {
			continue
		}
		shown.Lines = append(shown.Lines, struct {
			Amount int64               `json:"amount"`
			Detail *string             `json:"detail,omitempty"`
			Key    gen.ReceiptLinesKey `json:"key"`
		}{int64(line.Amount), optional.Text(v.detail(o, line.Key)), gen.ReceiptLinesKey(line.Key)})
	}
}

func (v Presenter) detail(o contract.Order, line string) string {
	switch {
	case line == contract.LineNumber, line == contract.LineReplacement:
		return order.MSISDN(o)
	case line == contract.LinePlan && o.Plan != nil:
		return v.Localized(o.Plan.NameAr, o.Plan.NameEn)
	case line == contract.LineSetup && o.ExtraSIM != nil:
		return o.ExtraSIM.Name
	case line == contract.LinePromo && o.Promo != nil:
		return o.Promo.Code
	default:
		return ""
	}
}
