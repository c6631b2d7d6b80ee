package receiptpdf

import (
	"cmp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/receipt"
)

// Bill is an invoice of a line, and what its document shows besides.
type Bill struct {
	bill.Invoice
	Seller receipt.Seller
	MSISDN string            // or a part of it
	Plans  map[string]string // names by id, in the language of the document
	QR     string            // of the electronic invoice; empty before it exists
}

// OfBill puts a bill into the words of a printed one. It shows the billed state, not later payments: the document is the same at
// any time. Once an electronic invoice exists, it has the QR code of that.
func OfBill(b Bill, language string) (Document, error) {
	said := func(key string) string { return texts.Text(language, key, nil) }
	in := Language(language)
	ours, err := receipt.QR(receipt.Invoice{Seller: b.Seller.Name, VATNumber: b.Seller.VATNumber, At: b.IssuedAt, Total: b.Total, VAT: b.VAT})
	d := Document{
		Language: in, Title: said("receipt.title"), Number: b.Number, Seller: b.Seller.Name, VATNumber: b.Seller.VATNumber, IssuedAt: b.IssuedAt,
		Facts: []Fact{
			{Label: said("bill.msisdn"), Value: LTR(b.MSISDN)},
			{Label: said("bill.period"), Value: days(b.From, b.Until, in)},
			{Label: said("bill.due"), Value: Day(bill.LastDay(b.DueAt), in)},
			{Label: said("bill.reference"), Value: LTR(bill.Reference(b.Number))},
		},
		Labels: Labels{
			Seller: said("receipt.seller"), VATNumber: said("receipt.vat_number"), Number: said("bill.number"), IssuedAt: said("receipt.issued_at"),
			Item: said("receipt.item"), Amount: said("receipt.amount"), QR: said("receipt.qr"),
		},
		Totals: []Row{
			{Label: said("receipt.net"), Amount: b.Net},
			{Label: texts.Text(language, "receipt.vat", map[string]string{"percent": strconv.Itoa(b.VATPercent)}), Amount: b.VAT},
			{Label: said("receipt.total"), Amount: b.Total},
		},
		Payment: said("bill.how_to_pay"),
		QR:      cmp.Or(b.QR, ours),
	}
	for _, l := range b.Lines {
		d.Rows = append(d.Rows, Row{Label: LineName(l, b.Plans, language), Detail: taxOf(l, language), Amount: l.Total})
	}
	return d, err
}

// LineName names a line of a bill: a plan by its name, usage by its type.
func LineName(l bill.Line, plans map[string]string, language string) string {
	plan, known := plans[l.PlanID]
	switch {
	case l.Service == bill.ServiceUsage:
		return capitalised(texts.Text(language, "allowance."+l.Item, nil))
	case l.Service == bill.ServiceExtras && language == texts.English:
		return l.NameEn
	case l.Service == bill.ServiceExtras:
		return l.NameAr
	case l.Service == bill.ServicePlan && known:
		return plan
	default:
		item, _, _ := strings.Cut(l.Item, ":")
		return texts.Text(language, "bill.line."+item, nil)
	}
}

// capitalised begins a text with a capital letter, if its script has any.
func capitalised(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// taxOf shows the days, the amount without VAT, and the VAT of a line.
func taxOf(l bill.Line, language string) string {
	in := Language(language)
	return texts.Text(language, "bill.line_detail", map[string]string{
		"days": days(l.From, l.Until, in), "net": Money(l.Net, in), "vat": Money(l.VAT, in), "percent": strconv.Itoa(l.VATPercent),
	})
}

// days shows the first and the last day, or the only one.
func days(from, until time.Time, in Language) string {
	first, last := Day(from, in), Day(bill.LastDay(until), in)
	if first == last {
		return first
	}
	return first + " – " + last
}
