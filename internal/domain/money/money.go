// Package money holds the arithmetic of prices. Amounts are halalas; there are no floats.
package money

import (
	"fmt"
	"strconv"
	"strings"

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

// Riyals writes an amount for people: 1,150.00, or -0.50.
func Riyals(amount contract.Halalas) string {
	if amount < 0 {
		return "-" + Riyals(-amount)
	}
	return fmt.Sprintf("%s.%02d", Grouped(int64(amount/100)), amount%100)
}

// Grouped writes a number that is not negative for people: 1,150.
func Grouped(n int64) string {
	const thousand = 1000
	if n < thousand {
		return strconv.FormatInt(n, 10)
	}
	return fmt.Sprintf("%s,%03d", Grouped(n/thousand), n%thousand)
}

// Decimal writes an amount for a machine: 1150.00.
func Decimal(amount contract.Halalas) string { return strings.ReplaceAll(Riyals(amount), ",", "") }
