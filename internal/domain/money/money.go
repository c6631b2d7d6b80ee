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
