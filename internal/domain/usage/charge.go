package usage

import (
	"cmp"
	"slices"
	"strings"

	"selfcare/internal/contract"
)

// Payer pays for usage beyond the plan of a line.
type Payer string

// Payers.
const (
	PayerBalance Payer = "balance" // of a prepaid line
	PayerBill    Payer = "bill"    // of a postpaid line
	PayerNone    Payer = "none"    // the prepaid line had ended before its usage was reported: the balance is closed
)

const prepaid = "prepaid"

// PayerOf returns the payer for a line by its subscription type and by whether it has ended.
func PayerOf(subscription string, ended bool) Payer {
	switch {
	case subscription != prepaid:
		return PayerBill
	case ended:
		return PayerNone
	default:
		return PayerBalance
	}
}

// Charge is the price of one event beyond the plan of its line.
type Charge struct {
	EventID string
	LineID  string
	Amount  contract.Halalas
}

// Debit is one posting that takes charges from the balance of a line.
type Debit struct {
	Key      string // of the posting
	LineID   string
	Amount   contract.Halalas
	EventIDs []string
}

// Debits groups charges into one posting for each line, sorted by line. An event is charged once, so its id is in one posting at
// most.
func Debits(charges []Charge) (debits []Debit) {
	sorted := slices.SortedFunc(slices.Values(charges), func(a, b Charge) int {
		return cmp.Or(strings.Compare(a.LineID, b.LineID), strings.Compare(a.EventID, b.EventID))
	})
	for _, c := range sorted {
		if last := len(debits) - 1; last < 0 || debits[last].LineID != c.LineID {
			debits = append(debits, Debit{Key: "usage:" + c.EventID, LineID: c.LineID})
		}
		of := &debits[len(debits)-1]
		of.Amount += c.Amount
		of.EventIDs = append(of.EventIDs, c.EventID)
	}
	return debits
}
