// Package money holds the arithmetic of prices. Amounts are halalas; there are no floats.
package money

import (
	"fmt"

	"selfcare/internal/contract"
)

// VATWithin is the VAT contained in a total that includes it, rounded half up to the halala.
func VATWithin(total contract.Halalas, percent int) contract.Halalas {
	p := contract.Halalas(percent)
	return (total*p*2 + (100 + p)) / (2 * (100 + p))
}

// VATOfPart is the VAT in a part of a total, after the parts before it. The parts of a whole total have exactly its VAT: each runs from
// one rounded sum to the next.
func VATOfPart(total, vat, before, part contract.Halalas) contract.Halalas {
	return shareOf(vat, before+part, total) - shareOf(vat, before, total)
}

// shareOf is an amount times part of whole, rounded half up to the halala.
func shareOf(amount, part, whole contract.Halalas) contract.Halalas {
	return (amount*part*2 + whole) / (2 * whole)
}

// Sum adds price lines.
func Sum(lines []contract.PriceLine) contract.Halalas {
	var total contract.Halalas
	for _, line := range lines {
		total += line.Amount
	}
	return total
}

// Riyals writes an amount for a text: 115.00, or -0.50.
func Riyals(amount contract.Halalas) string {
	if amount < 0 {
		return "-" + Riyals(-amount)
	}
	return fmt.Sprintf("%d.%02d", amount/100, amount%100)
}
