package receipt

import (
	"fmt"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/purchase"
)

// Document is the content of a simplified tax invoice or of the credit note that takes it back, in one language.
type Document struct {
	Number   string
	Seller   Seller
	IssuedAt time.Time
	Total    contract.Halalas // with VAT
	VAT      contract.Halalas // zero where a balance or a voucher paid: it was paid when that was bought
	Payment  Payment
	Lines    []Line
	QR       string // see QR; a stamped electronic invoice has another one
}

// Seller is the company that sells, and its rate of VAT.
type Seller struct {
	Name       string
	VATNumber  string
	VATPercent int
}

// Payment is the way of a payment, without anything that could be charged.
type Payment struct {
	Brand string // of a card, or the name of another way in capital letters
	Last4 string
	ID    string
}

// Line is an amount and its purpose. The key has a text, receipt.line.<key>; the detail may be empty.
type Line struct {
	Key, Detail string
	Amount      contract.Halalas
}

// Keys of lines of purchases. The lines of an order have the keys of its price.
const (
	LineRecharge      = "recharge"
	LineData          = "data"
	LineBundle        = "bundle"
	LineInternational = "international"
	LineGame          = "game"
	LineService       = "service"
)

// OfOrder returns the invoice of an order that was paid.
func OfOrder(o contract.Order, paid contract.Payment, by Seller, language string) (Document, error) {
	d := Document{
		Number: o.Number, Seller: by, IssuedAt: paid.At, Total: o.Price.Total, VAT: o.Price.VAT, Payment: paymentOf(paid),
		Lines: orderLines(o, o.Price.Lines, language),
	}
	return d.withCode()
}

// OfCredit returns the credit note about the refunded part of an order.
func OfCredit(o contract.Order, credit order.Credit, paid contract.Payment, by Seller, language string) (Document, error) {
	d := Document{
		Number: o.Number + "-CN", Seller: by, IssuedAt: credit.At, Total: credit.Total, VAT: credit.VAT, Payment: paymentOf(paid),
		Lines: orderLines(o, credit.Lines, language),
	}
	return d.withCode()
}

// OfPurchase returns the invoice of a completed purchase.
func OfPurchase(p contract.Purchase, by Seller, language string) (Document, error) {
	d := Document{Number: p.Number, Seller: by, IssuedAt: p.CompletedAt, Total: p.Total, VAT: p.VAT, Payment: Payment{Brand: strings.ToUpper(string(p.Way))}}
	if p.Way == contract.PayVoucher {
		d.Total = p.Amount
	}
	if p.Payment != nil {
		d.Payment = paymentOf(*p.Payment)
	}
	line := Line{Amount: d.Total}
	line.Key, line.Detail = bought(p, language)
	d.Lines = []Line{line}
	if p.Promo != nil {
		d.Lines[0].Amount += p.Promo.Discount
		d.Lines = append(d.Lines, Line{Key: contract.LinePromo, Detail: p.Promo.Code, Amount: -p.Promo.Discount})
	}
	return d.withCode()
}

// withCode adds the QR code.
func (d Document) withCode() (Document, error) {
	code, err := QR(Invoice{Seller: d.Seller.Name, VATNumber: d.Seller.VATNumber, At: d.IssuedAt, Total: d.Total, VAT: d.VAT})
	if err != nil {
		return Document{}, fmt.Errorf("make receipt %s: %w", d.Number, err)
	}
	d.QR = code
	return d, nil
}

func paymentOf(paid contract.Payment) Payment {
	return Payment{Brand: paid.Brand, Last4: paid.Last4, ID: paid.ID}
}

// orderLines leaves out free items.
func orderLines(o contract.Order, priced []contract.PriceLine, language string) (lines []Line) {
	for _, line := range priced {
		if line.Amount != 0 {
			lines = append(lines, Line{line.Key, detail(o, line.Key, language), line.Amount})
		}
	}
	return lines
}

func detail(o contract.Order, line, language string) string {
	switch {
	case line == contract.LineNumber, line == contract.LineReplacement:
		return order.MSISDN(o)
	case line == contract.LinePlan && o.Plan != nil:
		return localized(language, o.Plan.NameAr, o.Plan.NameEn)
	case line == contract.LineSetup && o.ExtraSIM != nil:
		return o.ExtraSIM.Name
	case line == contract.LinePromo && o.Promo != nil:
		return o.Promo.Code
	default:
		return ""
	}
}

// bought returns the key and the detail of the line of a purchase.
func bought(p contract.Purchase, language string) (key, detail string) {
	delivers := purchase.Definitions[p.Kind].Delivers
	switch {
	case delivers == purchase.Switch:
		return contract.LinePlan, ""
	case p.Service != nil:
		return LineService, p.Service.Name
	case p.Game != nil:
		return LineGame, p.Game.Name
	case p.International != nil:
		return LineInternational, p.International.Gets.Currency + " " + p.International.Gets.Amount
	case p.Bundles != nil:
		names := make([]string, len(p.Bundles))
		for i, b := range p.Bundles {
			names[i] = localized(language, b.NameAr, b.NameEn)
		}
		return LineBundle, strings.Join(names, " + ")
	case delivers == purchase.Bucket:
		return LineData, fmt.Sprintf("%d MB", p.Data.Megabytes)
	default:
		return LineRecharge, ""
	}
}

func localized(language, arabic, english string) string {
	if language == texts.English {
		return english
	}
	return arabic
}
