package einvoice

import (
	"errors"
	"fmt"

	"selfcare/internal/contract"
)

// ErrSum means that the figures of a receipt do not add up to a document.
var ErrSum = errors.New("the receipt does not add up")

// Charge is a line of a receipt, with VAT; a negative amount is a discount.
type Charge struct {
	Name   string
	Amount contract.Halalas
}

// Priced puts the charges of a receipt into a document, all at one VAT rate. The document states the same VAT as the receipt;
// rounding may move a net amount by one halala at most.
func Priced(d Document, charges []Charge, vat contract.Halalas, percent int) (Document, error) {
	var sold, off, total contract.Halalas
	var nets contract.Halalas // of the discounts
	for _, c := range charges {
		total += c.Amount
		if c.Amount >= 0 {
			sold += c.Amount
			continue
		}
		off -= c.Amount
		net := withoutVAT(-c.Amount, percent)
		nets += net
		d.Less = append(d.Less, Allowance{Reason: c.Name, Amount: net, Category: Standard, Percent: percent})
	}
	if total <= 0 || vat <= 0 || vat >= total {
		return Document{}, fmt.Errorf("%w: %d of which %d is VAT", ErrSum, total, vat)
	}
	d.Lines = spread(charges, sold, total-vat+nets, percent)
	d.VAT = []Subtotal{{Category: Standard, Percent: percent, Taxable: total - vat, Tax: vat}}
	return d, nil
}

// Itemised puts lines of a bill into a document, all at one VAT rate. Their net amounts and VAT are known already.
func Itemised(d Document, lines []Line, percent int) (Document, error) {
	of := Subtotal{Category: Standard, Percent: percent}
	for _, l := range lines {
		l.Quantity, l.Price, l.Category, l.Percent = 1, l.Net, Standard, percent
		d.Lines = append(d.Lines, l)
		of.Taxable, of.Tax = of.Taxable+l.Net, of.Tax+l.VAT
	}
	if of.Taxable <= 0 || of.Tax <= 0 {
		return Document{}, fmt.Errorf("%w: %d and VAT of %d", ErrSum, of.Taxable, of.Tax)
	}
	d.VAT = []Subtotal{of}
	return d, nil
}

// withoutVAT returns an amount without its VAT, rounded half up.
func withoutVAT(gross contract.Halalas, percent int) contract.Halalas {
	whole := contract.Halalas(100 + percent)
	return (gross*200 + whole) / (2 * whole)
}

// spread divides a net amount among the sold items without remainder: each share runs from one rounded sum to the next.
func spread(charges []Charge, sold, net contract.Halalas, percent int) []Line {
	var lines []Line
	var grossSoFar, netSoFar contract.Halalas
	for _, c := range charges {
		if c.Amount <= 0 {
			continue
		}
		grossSoFar += c.Amount
		share := grossSoFar*net/sold - netSoFar
		netSoFar += share
		lines = append(lines, Line{
			Name: c.Name, Quantity: 1, Price: share, Net: share, VAT: c.Amount - share, Category: Standard, Percent: percent,
		})
	}
	return lines
}
