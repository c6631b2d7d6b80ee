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

// paidWith names a card by its end; a balance or a voucher has none.
func (v Presenter) paidWith(shown gen.Receipt) string {
	if shown.Payment.Last4 == "" {
		return texts.Text(v.language, "receipt.paid."+shown.Payment.Brand, nil)
	}
	return texts.Text(v.language, "receipt.paid", map[string]string{
		"brand": receiptpdf.LTR(shown.Payment.Brand), "last4": receiptpdf.LTR(shown.Payment.Last4),
	})
}
