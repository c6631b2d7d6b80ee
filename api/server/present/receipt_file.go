package present

import (
	"strconv"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/receiptpdf"
)

// ReceiptFile puts a receipt into the words of a printed one.
func (v Presenter) ReceiptFile(shown gen.Receipt) receiptpdf.Document {
	said := func(key string) string { return texts.Text(v.language, "receipt."+key, nil) }
	d := receiptpdf.Document{
		Language: receiptpdf.Language(v.language), Title: said("title"), Number: shown.Number, Seller: shown.Seller.Name,
		VATNumber: shown.Seller.VatNumber, IssuedAt: shown.IssuedAt, QR: shown.Zatca, Payment: v.paidWith(shown),
		Labels: receiptpdf.Labels{
			Seller: said("seller"), VATNumber: said("vat_number"), Number: said("number"), IssuedAt: said("issued_at"), Item: said("item"),
			Amount: said("amount"), QR: said("qr"),
		},
		Totals: v.totals(shown),
	}
	if shown.Vat == 0 {
		d.Labels.Amount = said("amount_paid")
	}
	if shown.Payment.Id != "" {
		d.Notes = []string{texts.Text(v.language, "receipt.payment", map[string]string{"id": receiptpdf.LTR(shown.Payment.Id)})}
	}
	for _, line := range shown.Lines {
		row := receiptpdf.Row{Label: said("line." + string(line.Key)), Amount: contract.Halalas(line.Amount)}
		if line.Detail != nil {
			row.Detail = receiptpdf.LTR(*line.Detail)
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}

// totals is one sum without VAT for a balance or a voucher: their VAT was paid when they were bought.
func (v Presenter) totals(shown gen.Receipt) []receiptpdf.Row {
	total := contract.Halalas(shown.Total)
	if shown.Vat == 0 {
		return []receiptpdf.Row{{Label: texts.Text(v.language, "receipt.total_paid", nil), Amount: total}}
	}
	vat := contract.Halalas(shown.Vat)
	return []receiptpdf.Row{
		{Label: texts.Text(v.language, "receipt.net", nil), Amount: total - vat},
		{Label: texts.Text(v.language, "receipt.vat", map[string]string{"percent": strconv.Itoa(shown.VatPercent)}), Amount: vat},
		{Label: texts.Text(v.language, "receipt.total", nil), Amount: total},
	}
}

// paidWith names a card by its brand and last digits, and a wallet, a balance or a voucher in words.
func (v Presenter) paidWith(shown gen.Receipt) string {
	brand, last4 := shown.Payment.Brand, receiptpdf.LTR(shown.Payment.Last4)
	if own := "receipt.paid." + brand; texts.Has(own) {
		return texts.Text(v.language, own, map[string]string{"last4": last4})
	}
	if name := "card." + brand; texts.Has(name) {
		brand = texts.Text(v.language, name, nil)
	} else {
		brand = receiptpdf.LTR(brand)
	}
	return texts.Text(v.language, "receipt.paid", map[string]string{"brand": brand, "last4": last4})
}
