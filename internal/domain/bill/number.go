package bill

import (
	"regexp"

	"selfcare/internal/domain/typed"
)

// seriesInvoice begins the numbers of invoices, as INV2026-00000001; credit notes begin with CRN. The database issues each number
// in the transaction that writes the document.
const seriesInvoice = "INV"

var invoiceNumber = regexp.MustCompile(`^` + seriesInvoice + `([0-9]{4})-([0-9]{8})$`)

// Reference returns the SADAD reference of an invoice: the digits of its number, and a check digit.
func Reference(number string) string {
	parts := invoiceNumber.FindStringSubmatch(number)
	if parts == nil {
		return ""
	}
	digits := parts[1] + parts[2]
	return digits + string(typed.LuhnDigit(digits))
}

// ReadReference returns the invoice number of a reference; false for a malformed or mistyped one.
func ReadReference(reference string) (number string, known bool) {
	if len(reference) != 13 {
		return "", false
	}
	number = seriesInvoice + reference[:4] + "-" + reference[4:12]
	return number, Reference(number) == reference
}
