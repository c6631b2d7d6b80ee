package invoices

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
)

// Bill is an invoice of a postpaid line for a month: its plan and four further SIMs. The VAT of each line is rounded
// on its own, so that the total differs by two halalas.
func Bill() einvoice.Document {
	d := Simplified()
	d.Number, d.Paid, d.Lines, d.Less, d.VAT = "INV2026-00000001", einvoice.PaidAnyhow, nil, nil, nil
	d.Supplied = time.Date(2026, 10, 15, 0, 0, 0, 0, einvoice.Riyadh)
	d.Until = time.Date(2026, 11, 14, 0, 0, 0, 0, einvoice.Riyadh)
	lines := []einvoice.Line{line("الباقة", 17_391, 2609)}
	for range 4 {
		lines = append(lines, line("شريحة إضافية", 870, 130))
	}
	d, err := einvoice.Itemised(d, lines, 15)
	if err != nil {
		panic(err)
	}
	return d
}

func line(name string, net, vat contract.Halalas) einvoice.Line {
	return einvoice.Line{Name: name, Net: net, VAT: vat}
}

// BillNote takes a part of Bill back.
func BillNote() einvoice.Document {
	d := Bill()
	d.Kind, d.Number, d.Refers, d.Reason = einvoice.CreditNote, "CRN2026-00000001", "INV2026-00000001", "خصم بعد شكوى"
	d.UUID, d.Place.Counter = "8e6000cf-1a98-4174-b3e7-b5d5954bc10f", 2
	d.Lines, d.VAT = nil, nil
	d, err := einvoice.Itemised(d, []einvoice.Line{line("إشعار دائن", 4348, 652)}, 15)
	if err != nil {
		panic(err)
	}
	return d
}
