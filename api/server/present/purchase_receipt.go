package present

import (
	"fmt"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/receipt"
)

// PurchaseReceipt is the simplified tax invoice of a purchase. A part that a balance or a voucher paid has no VAT: it
// was paid when that was bought.
func (v Presenter) PurchaseReceipt(p contract.Purchase) (gen.Receipt, error) {
	total := p.Total
	if p.Way == contract.PayVoucher {
		total = p.Amount
	}
	shown, err := v.taxed(p.ID, receipt.Invoice{At: p.CompletedAt, Total: total, VAT: p.VAT})
	shown.DocumentType, shown.Number, shown.OrderNumber = gen.N388, p.Number, p.Number
	shown.Payment.Brand = strings.ToUpper(string(p.Way))
	if p.Payment != nil {
		shown.Payment.Brand, shown.Payment.Last4, shown.Payment.Id = p.Payment.Brand, p.Payment.Last4, p.Payment.ID
	}
	line := struct {
		Amount int64               `json:"amount"`
		Detail *string             `json:"detail,omitempty"`
		Key    gen.ReceiptLinesKey `json:"key"`
	}{Amount: int64(total), Key: gen.ReceiptLinesKeyRecharge}
	switch {
	case p.Bundles != nil:
		line.Key, line.Detail = gen.ReceiptLinesKeyBundle, optional.Text(NamesOf(v, p.Bundles))
	case purchase.Definitions[p.Kind].Delivers == purchase.Bucket:
		line.Key, line.Detail = gen.ReceiptLinesKeyData, optional.Text(fmt.Sprintf("%d MB", p.Data.Megabytes))
	}
	if i := p.International; i != nil {
		line.Key, line.Detail = gen.ReceiptLinesKeyInternational, optional.Text(i.Gets.Currency+" "+i.Gets.Amount)
	}
	if p.Game != nil {
		line.Key, line.Detail = gen.ReceiptLinesKeyGame, &p.Game.Name
	}
	if p.Service != nil {
		line.Key, line.Detail = gen.ReceiptLinesKeyService, &p.Service.Name
	}
	if purchase.Definitions[p.Kind].Delivers == purchase.Switch {
		line.Key = gen.ReceiptLinesKeyPlan
	}
	if p.Promo == nil {
		shown.Lines = append(shown.Lines, line)
		return shown, err
	}
	off := line
	off.Key, off.Detail, off.Amount = gen.ReceiptLinesKeyPromo, &p.Promo.Code, -int64(p.Promo.Discount)
	line.Amount += int64(p.Promo.Discount)
	shown.Lines = append(shown.Lines, line, off)
	return shown, err
}
