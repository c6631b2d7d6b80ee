package order

import (
	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/internal/ledger"
)

func charged(orderID string, p contract.Payment) ledger.Posting {
	return posting("charge:"+p.ID, orderID, "charge", money.AccountProvider, money.AccountCustomer, p.Amount)
}

func returned(orderID, paymentID string, amount contract.Halalas) ledger.Posting {
	return posting("refund:"+paymentID, orderID, "refund", money.AccountCustomer, money.AccountProvider, amount)
}

// returnedByHand has the key of a refund by the provider, so that money goes back once, by either.
func returnedByHand(orderID, paymentID string, amount contract.Halalas) ledger.Posting {
	p := returned(orderID, paymentID, amount)
	p.Kind = "refund-by-hand"
	return p
}

// earned moves the paid price from the customer's account to revenue and VAT once the line is active.
func earned(o contract.Order) ledger.Posting {
	return ledger.Posting{Key: "earned:" + o.ID, Subject: o.ID, Kind: "earned", Entries: []ledger.Entry{
		{Account: money.AccountCustomer, Amount: o.Price.Total},
		{Account: money.AccountRevenue, Amount: o.Price.VAT - o.Price.Total},
		{Account: money.AccountVAT, Amount: -o.Price.VAT},
	}}
}

// unearned reverses earned, before the price goes back to the card.
func unearned(o contract.Order) ledger.Posting {
	return reversal(earned(o), "unearned")
}

// kept moves the part that we keep after a refund (the delivery of a returned parcel) to revenue and VAT.
func kept(orderID string, amount, vat contract.Halalas) ledger.Posting {
	p := posting("kept:"+orderID, orderID, "kept", money.AccountCustomer, money.AccountRevenue, amount)
	if vat > 0 {
		p.Entries[1].Amount += vat
		p.Entries = append(p.Entries, ledger.Entry{Account: money.AccountVAT, Amount: -vat})
	}
	return p
}

// credited is the reward of an invitation, for each of the lines.
func credited(orderID string, each contract.Halalas, lines []string) ledger.Posting {
	p := ledger.Posting{Key: "referral:" + orderID, Subject: orderID, Kind: "referral", Entries: []ledger.Entry{
		{Account: money.AccountMarketing, Amount: each * contract.Halalas(len(lines))},
	}}
	for _, line := range lines {
		p.Entries = append(p.Entries, ledger.Entry{Account: ledger.LineAccount(line), Amount: -each})
	}
	return p
}

// uncredited reverses the reward of an invitation in full, also the part that is already spent: a prepaid balance is then
// negative until the next recharge.
func uncredited(orderID string, each contract.Halalas, lines []string) ledger.Posting {
	back := reversal(credited(orderID, each, lines), "referral-reversed")
	back.Overdraws = true
	return back
}

// reversal is the opposite of a posting, under its own key.
func reversal(p ledger.Posting, kind string) ledger.Posting {
	back := ledger.Posting{Key: kind + ":" + p.Subject, Subject: p.Subject, Kind: kind}
	for _, line := range p.Entries {
		back.Entries = append(back.Entries, ledger.Entry{Account: line.Account, Amount: -line.Amount})
	}
	return back
}

func posting(key, orderID, kind, debit, credit string, amount contract.Halalas) ledger.Posting {
	return ledger.Posting{Key: key, Subject: orderID, Kind: kind, Entries: []ledger.Entry{
		{Account: debit, Amount: amount}, {Account: credit, Amount: -amount},
	}}
}

// amountParam returns an amount as a text parameter, in SAR with two decimals.
func amountParam(amount contract.Halalas) map[string]string {
	return map[string]string{"amount": money.Riyals(amount)}
}
