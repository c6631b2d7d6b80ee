package receiptpdf

import (
	"strconv"

	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/receipt"
)

// OfReceipt puts a tax invoice or a credit note into the words of a printed one.
func OfReceipt(of receipt.Document, language string) Document {
	said := func(key string) string { return texts.Text(language, "receipt."+key, nil) }
	d := Document{
		Language: Language(language), Title: said("title"), Number: of.Number, Seller: of.Seller.Name, VATNumber: of.Seller.VATNumber,
		IssuedAt: of.IssuedAt, QR: of.QR, Payment: paidWith(of.Payment, language), Totals: totals(of, language),
		Labels: Labels{
			Seller: said("seller"), VATNumber: said("vat_number"), Number: said("number"), IssuedAt: said("issued_at"), Item: said("item"),
			Amount: said("amount"), QR: said("qr"),
		},
	}
	if of.VAT == 0 {
		d.Labels.Amount = said("amount_paid")
	}
	if of.Payment.ID != "" {
		d.Notes = []string{texts.Text(language, "receipt.payment", map[string]string{"id": LTR(of.Payment.ID)})}
	}
	for _, line := range of.Lines {
		row := Row{Label: said("line." + line.Key), Amount: line.Amount}
		if line.Detail != "" {
			row.Detail = LTR(line.Detail)
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}

// totals is one sum without VAT for a balance or a voucher: their VAT was paid when they were bought.
func totals(of receipt.Document, language string) []Row {
	if of.VAT == 0 {
		return []Row{{Label: texts.Text(language, "receipt.total_paid", nil), Amount: of.Total}}
	}
	return []Row{
		{Label: texts.Text(language, "receipt.net", nil), Amount: of.Total - of.VAT},
		{Label: texts.Text(language, "receipt.vat", map[string]string{"percent": strconv.Itoa(of.Seller.VATPercent)}), Amount: of.VAT},
		{Label: texts.Text(language, "receipt.total", nil), Amount: of.Total},
	}
}

// paidWith names a card by its brand and last digits, and a wallet, a balance or a voucher in words.
func paidWith(paid receipt.Payment, language string) string {
	brand, last4 := paid.Brand, LTR(paid.Last4)
	if own := "receipt.paid." + brand; texts.Has(own) {
		return texts.Text(language, own, map[string]string{"last4": last4})
	}
	if name := "card." + brand; texts.Has(name) {
		brand = texts.Text(language, name, nil)
	} else {
		brand = LTR(brand)
	}
	return texts.Text(language, "receipt.paid", map[string]string{"brand": brand, "last4": last4})
}
