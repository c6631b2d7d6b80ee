package ledger

import "selfcare/internal/domain/settlement"

// SettlementPosting moves the settled lines of the provider from its account to the bank, and its fees to the costs. If nothing moves
// it has no entries and must not be posted. A chargeback takes money from what the bank gets: the payment itself was settled before.
func SettlementPosting(key, subject string, lines []settlement.Line) Posting {
	var sums settlement.Sums
	for _, l := range lines {
		sums.Add(l)
	}
	provider := sums.Payments - sums.Refunds
	return Posting{Key: key, Subject: subject, Kind: "settlement", Entries: withoutZeros(
		Entry{Bank, provider - sums.Chargebacks - sums.Fees - sums.VAT}, Entry{Fees, sums.Fees}, Entry{VAT, sums.VAT},
		Entry{Chargebacks, sums.Chargebacks}, Entry{Provider, -provider},
	)}
}
