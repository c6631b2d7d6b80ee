package ledger

import (
	"slices"

	"selfcare/internal/contract"
)

// EarnedPosting moves the price of a completed order from the customer's account to revenue and VAT.
func EarnedPosting(o contract.Order) Posting {
	return Posting{Key: "earned:" + o.ID, Subject: o.ID, Kind: "earned", Entries: withoutZeros(
		Entry{Customer, o.Price.Total}, Entry{Revenue, o.Price.VAT - o.Price.Total}, Entry{VAT, -o.Price.VAT},
	)}
}

// UnearnedPosting takes EarnedPosting back, before the price goes back to the card.
func UnearnedPosting(o contract.Order) Posting { return EarnedPosting(o).reversed("unearned") }

// KeptPosting moves the part of a payment that stays with us to revenue and VAT, such as the delivery of a parcel that was not taken.
func KeptPosting(orderID string, amount, vat contract.Halalas) Posting {
	return Posting{Key: "kept:" + orderID, Subject: orderID, Kind: "kept", Entries: withoutZeros(
		Entry{Customer, amount}, Entry{Revenue, vat - amount}, Entry{VAT, -vat},
	)}
}

// ReferralPosting credits each of the lines with the reward of an invitation.
func ReferralPosting(orderID string, each contract.Halalas, lines []string) Posting {
	p := Posting{Key: "referral:" + orderID, Subject: orderID, Kind: "referral", Entries: []Entry{
		{Marketing, each * contract.Halalas(len(lines))},
	}}
	for _, line := range lines {
		p.Entries = append(p.Entries, Entry{LineAccount(line), -each})
	}
	return p
}

// ReferralReversalPosting takes the reward of an invitation back. All of it goes, also what is spent already: a prepaid balance is then
// below zero until the next recharge. The share of an ended line is written off, because its account is closed.
func ReferralReversalPosting(orderID string, each contract.Halalas, lines, ended []string) Posting {
	back := ReferralPosting(orderID, each, lines).reversed("referral-reversed")
	back.Overdraws = true
	for n, entry := range back.Entries {
		if slices.ContainsFunc(ended, func(line string) bool { return entry.Account == LineAccount(line) }) {
			back.Entries[n].Account = BadDebt
		}
	}
	return back
}
