package einvoice

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/store"
	einvoicestore "selfcare/internal/store/einvoice"
	"selfcare/internal/store/setting"
)

// errNoReceipt reports that the subject of an owed invoice has no receipt.
var errNoReceipt = errors.New("no receipt")

// document makes the Arabic invoice of a receipt. It names no buyer: a simplified invoice needs none.
func (a *Activities) document(ctx context.Context, q *store.Tx, w einvoicestore.Waiting) (einvoice.Document, error) {
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return einvoice.Document{}, err
	}
	d := einvoice.Document{
		Kind: w.Kind, UUID: w.ID, IssuedAt: w.IssuedAt.In(einvoice.Riyadh), Seller: Seller(settings), Paid: einvoice.PaidByCard,
	}
	switch w.Subject {
	case einvoicestore.Purchase:
		p, err := q.Purchases.Get(ctx, w.SubjectID)
		if err != nil {
			return einvoice.Document{}, err
		}
		return ofPurchase(d, p, settings.VATPercent)
	case einvoicestore.Bill:
		return ofBill(ctx, q, d, w.SubjectID)
	case einvoicestore.CreditNote:
		return ofCreditNote(ctx, q, d, w.SubjectID)
	default:
		record, err := q.Orders.Get(ctx, w.SubjectID)
		if err != nil {
			return einvoice.Document{}, err
		}
		return ofOrder(d, record.Order, settings.VATPercent)
	}
}

// Seller returns the seller on our documents.
func Seller(s setting.Settings) einvoice.Party {
	at := s.SellerPlace
	return einvoice.Party{
		Name: s.SellerNameAr, VATNumber: s.SellerVATNumber, Scheme: "CRN", ID: at.Registration,
		Address: einvoice.Address{
			Street: at.Street, Building: at.Building, District: at.District, City: at.City, Postal: at.PostalCode, Country: "SA",
		},
	}
}

func ofPurchase(d einvoice.Document, p contract.Purchase, percent int) (einvoice.Document, error) {
	d.Number = p.Number
	line := "receipt.line.recharge"
	switch purchase.Definitions[p.Kind].Delivers {
	case purchase.Bucket:
		line = "receipt.line.data"
		if p.Bundles != nil {
			line = "receipt.line.bundle"
		}
	case purchase.Switch:
		line = "receipt.line.plan"
	case purchase.Code:
		line = "receipt.line.game"
	case purchase.Bill: // no supply: the bill has an invoice of its own
	case purchase.Credit, purchase.Keep, purchase.CreditTransfer, purchase.DataTransfer, purchase.TopUp, purchase.Begin: // payments from a balance and gifts between lines carry no VAT
	}
	return einvoice.Priced(d, []einvoice.Charge{{Name: arabic(line), Amount: p.Total}}, p.VAT, percent)
}

func ofOrder(d einvoice.Document, o contract.Order, percent int) (einvoice.Document, error) {
	if o.Price == nil {
		return einvoice.Document{}, errNoReceipt
	}
	d.Number = o.Number
	if d.Kind == einvoice.Invoice {
		return einvoice.Priced(d, charges(o.Price.Lines), o.Price.VAT, percent)
	}
	credit := order.Credited(o, percent)
	if credit == nil {
		return einvoice.Document{}, errNoReceipt
	}
	d.Number, d.Refers, d.Reason = o.Number+"-CN", o.Number, arabic(cmp.Or(string(credit.Reason), "refund.reason"))
	lines := charges(credit.Lines)
	if sum(lines) != credit.Total { // the credit is not a part of the order's lines
		lines = []einvoice.Charge{{Name: fmt.Sprintf("%s %s", arabic("receipt.line.refund"), o.Number), Amount: credit.Total}}
	}
	return einvoice.Priced(d, lines, credit.VAT, percent)
}

func charges(lines []contract.PriceLine) []einvoice.Charge {
	var list []einvoice.Charge
	for _, line := range lines {
		if line.Amount != 0 {
			list = append(list, einvoice.Charge{Name: arabic("receipt.line." + line.Key), Amount: line.Amount})
		}
	}
	return list
}

func sum(lines []einvoice.Charge) (total contract.Halalas) {
	for _, line := range lines {
		total += line.Amount
	}
	return total
}

func arabic(key string) string { return texts.Text(texts.Arabic, key, nil) }
