package bill

import (
	"strings"

	"selfcare/internal/domain/typed"
)

// Reference returns the SADAD reference of an invoice: the digits of its number, and a check digit. The database issues each number in
// the transaction that writes the document; credit notes begin with CRN.
func Reference(number string) string {
	printed, is := typed.BillNumber.Read(number)
	if !is || printed != number {
		return ""
	}
	digits := strings.ReplaceAll(strings.TrimPrefix(number, typed.BillNumber.Prefix), "-", "")
	return digits + string(typed.LuhnDigit(digits))
}

// ReadReference returns the invoice number of a reference; false for a malformed or mistyped one.
func ReadReference(reference string) (number string, known bool) {
	groups, fits := typed.BillNumber.Split(reference[:max(len(reference)-1, 0)])
	if !fits {
		return "", false
	}
	number = typed.BillNumber.Join(groups)
	return number, Reference(number) == reference
}
