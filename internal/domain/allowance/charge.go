package allowance

import (
	"cmp"
	"slices"
	"strings"

	"selfcare/internal/contract"
)

// Payer pays for what a line used beyond its plan.
type Payer string

// Payers.
const (
	PayerBalance Payer = "balance" // of a prepaid line
	PayerBill    Payer = "bill"    // of a postpaid line
	PayerNone    Payer = "none"    // the prepaid line had ended when its use was reported: the balance is closed
)

const prepaid = "prepaid"

// PayerOf says what pays for the use of a line, by its type and by whether it has ended.
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

// Charge is what one event costs beside the plan of its line.
type Charge struct {
	EventID string
	LineID  string
	Amount  contract.Halalas
}

// Debit is one posting, which takes charges from the balance of their line.
type Debit struct {
	Key      string // of the posting
	LineID   string
	Amount   contract.Halalas
	EventIDs []string
}

// Debits puts charges together, one posting for each line, in the order of the lines. An event is charged once, so its id names one
// posting at most.
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
