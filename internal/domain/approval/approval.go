// Package approval says which money one person of support may give alone, and which waits for a second one.
package approval

import (
	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
)

// NeedsSecondPerson tells whether an amount waits for a second person. All that the customer was given that day counts, in whatever ways
// and by whichever people: parts that are each below the limit do not slip through.
func NeedsSecondPerson(given, amount, above contract.Halalas) bool {
	return given+amount > above
}

// AtStake is the money that a decision about a difference gives away: what the provider and our books disagree about, a side that says
// nothing counting as nothing. Where they agree on the payment it is the fee.
func AtStake(i settlement.Item) contract.Halalas {
	var theirs, ours, theirFee, ourFee contract.Halalas
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
