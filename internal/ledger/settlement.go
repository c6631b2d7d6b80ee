package ledger

import (
	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
)

// SettlementPosting moves the settled lines of the provider from its account to the bank, and its fees to the costs. If nothing moves
// it has no entries and must not be posted.
func SettlementPosting(key, subject string, lines []settlement.Line) Posting {
	var provider, fees, vat contract.Halalas
	for _, l := range lines {
		fees, vat = fees+l.Fee, vat+l.VAT
		if l.Type == settlement.Refund {
			provider -= l.Amount
		} else {
			provider += l.Amount
		}
	}
	return Posting{Key: key, Subject: subject, Kind: "settlement", Entries: withoutZeros(
		Entry{Bank, provider - fees - vat}, Entry{Fees, fees}, Entry{VAT, vat}, Entry{Provider, -provider},
	)}
}
