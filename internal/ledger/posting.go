// Package ledger holds the chart of accounts and makes every posting.
package ledger

import "selfcare/internal/contract"

// Entry is one side of a posting. Amounts of a posting add up to zero.
type Entry struct {
	Account string           `json:"account"`
	Amount  contract.Halalas `json:"amount"`
}

// Posting is one business operation in the ledger. Key makes it happen once.
type Posting struct {
	Key       string
	Subject   string // id of the order or line that it is about
	Kind      string
	Entries   []Entry
	Overdraws bool // takes from a prepaid line also what it does not have
}

// LineAccount is the account of a line: what we owe a prepaid one (its balance, below zero in the ledger), what a postpaid
// one owes us.
func LineAccount(lineID string) string { return "line/" + lineID }
