package views

import (
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/receipt"
)

// Receipt is the tax invoice of an order that was paid.
func (v Presenter) Receipt(o contract.Order, paid contract.Payment) (gen.Receipt, error) {
	seller := v.Either(v.settings.SellerNameAr, v.settings.SellerNameEn)
	code, err := receipt.QR(receipt.Invoice{
		Seller: seller, VATNumber: v.settings.SellerVATNumber, At: paid.At, Total: o.Price.Total, VAT: o.Price.VAT,
	})
	if err != nil {
		return gen.Receipt{}, fmt.Errorf("make the receipt of order %s: %w", o.ID, err)
	}
	shown := gen.Receipt{
		OrderNumber: o.Number, IssuedAt: paid.At.UTC(), Total: int64(o.Price.Total), Vat: int64(o.Price.VAT),
		VatPercent: v.settings.VATPercent, Zatca: code,
	}
	shown.Seller.Name, shown.Seller.VatNumber = seller, v.settings.SellerVATNumber
	shown.Payment.Brand, shown.Payment.Last4, shown.Payment.Id = paid.Brand, paid.Last4, paid.ID
	if o.Contact != nil {
		shown.Customer = &o.Contact.FullName
	}
	if o.Ended != nil {
		shown.Refunded = int64(o.Ended.Refunded)
	}
	if o.Refund.Done() {
		shown.Refunded, shown.RefundedAt = int64(o.Refund.Amount), optional.Time(o.Refund.DoneAt)
	}
	v.receiptLines(&shown, o)
	return shown, nil
}

// receiptLines leaves out what cost nothing.
func (v Presenter) receiptLines(shown *gen.Receipt, o contract.Order) {
	for _, line := range o.Price.Lines {
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
		return v.Either(o.Plan.NameAr, o.Plan.NameEn)
	case line == contract.LineSetup && o.ExtraSIM != nil:
		return o.ExtraSIM.Name
	case line == contract.LinePromo && o.Promo != nil:
		return o.Promo.Code
	default:
		return ""
	}
}
