package views

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
		Totals: []receiptpdf.Row{
			{Label: said("net"), Amount: contract.Halalas(shown.Total - shown.Vat)},
			{Label: texts.Text(v.language, "receipt.vat", map[string]string{"percent": strconv.Itoa(shown.VatPercent)}), Amount: contract.Halalas(shown.Vat)},
			{Label: said("total"), Amount: contract.Halalas(shown.Total)},
		},
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

// paidWith names a card by its brand and its end, and a wallet, a balance or a voucher in words of its own.
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
