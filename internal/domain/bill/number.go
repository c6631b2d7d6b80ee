package bill

import (
	"regexp"

	"selfcare/internal/domain/typed"
)

// seriesInvoice begins the numbers of invoices, as INV2026-00000001; those of credit notes begin with CRN. The database gives numbers,
// each in the transaction that writes its document.
const seriesInvoice = "INV"

var invoiceNumber = regexp.MustCompile(`^` + seriesInvoice + `([0-9]{4})-([0-9]{8})$`)

// Reference is how a bank names an invoice at SADAD: the digits of its number, and one that shows a typing error.
func Reference(number string) string {
	parts := invoiceNumber.FindStringSubmatch(number)
	if parts == nil {
		return ""
	}
	digits := parts[1] + parts[2]
	return digits + string(typed.LuhnDigit(digits))
}

// ReadReference is the number of the invoice that a reference names; false for what is none, or was mistyped.
func ReadReference(reference string) (number string, known bool) {
	if len(reference) != 13 {
		return "", false
	}
	number = seriesInvoice + reference[:4] + "-" + reference[4:12]
	return number, Reference(number) == reference
}
