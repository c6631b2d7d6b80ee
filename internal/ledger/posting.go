// Package ledger holds the chart of accounts and makes every posting: one function per business fact. It writes nothing; the store does.
package ledger

import (
	"slices"

	"selfcare/internal/contract"
)

// Entry is one side of a posting: a debit above zero, a credit below zero.
type Entry struct {
	Account string           `json:"account"`
	Amount  contract.Halalas `json:"amount"`
}

// Posting is one business operation. Its entries add up to zero, and the database demands that. Key makes it happen once: the same key
// with other entries is refused, so the order of the entries never changes.
type Posting struct {
	Key       string
	Subject   string // id of the order, purchase, line or payment that it is about
	Kind      string
	Entries   []Entry
	Overdraws bool // takes from a prepaid line also more than it has
}

// debitCredit moves an amount from the credited account to the debited one.
func debitCredit(debit, credit string, amount contract.Halalas) []Entry {
	return []Entry{{debit, amount}, {credit, -amount}}
}

// withoutZeros leaves out entries that move nothing: the database refuses them.
func withoutZeros(entries ...Entry) []Entry {
	return slices.DeleteFunc(entries, func(e Entry) bool { return e.Amount == 0 })
}

// reversed is a posting with all amounts turned round, under a key of its own.
func (p Posting) reversed(kind string) Posting {
	back := Posting{Key: kind + ":" + p.Subject, Subject: p.Subject, Kind: kind}
	for _, entry := range p.Entries {
		back.Entries = append(back.Entries, Entry{entry.Account, -entry.Amount})
	}
	return back
}
