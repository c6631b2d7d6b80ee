package settlement

import (
	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
)

// Accounts that settled money moves between, as the ledger names them.
const (
	AccountBank = "bank"
	AccountFees = "provider-fees"
)

// Entry is one side of a posting.
type Entry struct {
	Account string
	Amount  contract.Halalas
}

// Book moves what lines say from the provider's account to the bank, and what it cost to the fees. The entries add up to zero; where
// nothing moves there are none.
func Book(lines []Line) []Entry {
	var provider, fees, vat contract.Halalas
	for _, l := range lines {
		fees, vat = fees+l.Fee, vat+l.VAT
		if l.Type == Refund {
			provider -= l.Amount
		} else {
			provider += l.Amount
		}
	}
	var entries []Entry
	for _, e := range []Entry{
		{AccountBank, provider - fees - vat}, {AccountFees, fees}, {money.AccountVAT, vat}, {money.AccountProvider, -provider},
	} {
		if e.Amount != 0 {
			entries = append(entries, e)
		}
	}
	return entries
}
