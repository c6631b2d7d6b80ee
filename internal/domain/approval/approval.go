// Package approval says which amounts one member of support may give alone, and which need a second approver.
package approval

import (
	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
)

// NeedsSecondPerson tells whether an amount needs a second approver. Everything that the customer was given on that day counts,
// by any method and any member of support, so that small parts do not slip through.
func NeedsSecondPerson(given, amount, above contract.Halalas) bool {
	return given+amount > above
}

// AmountGiven returns the money that a decision about a difference gives away: the difference between the provider's amount and ours.
// A missing side counts as zero. If both agree on the payment, it is the fee. A chargeback gives away all of it, because our books have the
// payment.
func AmountGiven(i settlement.Item) contract.Halalas {
	var theirs, ours, theirFee, ourFee contract.Halalas
	if i.Theirs != nil && i.Theirs.Type == settlement.Chargeback {
		return i.Theirs.Amount + i.Theirs.Fee + i.Theirs.VAT
	}
	if i.Theirs != nil {
		theirs, theirFee = i.Theirs.Amount, i.Theirs.Fee+i.Theirs.VAT
	}
	if i.Ours != nil {
		ours, ourFee = i.Ours.Amount, i.Fee+i.VAT
	}
	if theirs != ours {
		return max(theirs-ours, ours-theirs)
	}
	return max(theirFee-ourFee, ourFee-theirFee)
}
