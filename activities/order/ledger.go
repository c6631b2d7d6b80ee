package order

import (
	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/internal/store"
)

func charged(orderID string, p contract.Payment) store.Posting {
	return posting("charge:"+p.ID, orderID, "charge", money.AccountProvider, money.AccountCustomer, p.Amount)
}

func returned(orderID, paymentID string, amount contract.Halalas) store.Posting {
	return posting("refund:"+paymentID, orderID, "refund", money.AccountCustomer, money.AccountProvider, amount)
}

// returnedByHand has the key of a refund by the provider, so that money goes back once, by either.
func returnedByHand(orderID, paymentID string, amount contract.Halalas) store.Posting {
	p := returned(orderID, paymentID, amount)
	p.Kind = "refund-by-hand"
	return p
}

// earned moves the paid price from the customer's account to revenue and VAT once the line is active.
func earned(o contract.Order) store.Posting {
	return store.Posting{Key: "earned:" + o.ID, Subject: o.ID, Kind: "earned", Lines: []store.LedgerLine{
		{Account: money.AccountCustomer, Amount: o.Price.Total},
		{Account: money.AccountRevenue, Amount: o.Price.VAT - o.Price.Total},
		{Account: money.AccountVAT, Amount: -o.Price.VAT},
	}}
}

// unearned reverses earned, before the price goes back to the card.
func unearned(o contract.Order) store.Posting {
	return reversal(earned(o), "unearned")
}

// kept moves the part that we keep after a refund (the delivery of a returned parcel) to revenue and VAT.
func kept(orderID string, amount, vat contract.Halalas) store.Posting {
	p := posting("kept:"+orderID, orderID, "kept", money.AccountCustomer, money.AccountRevenue, amount)
	if vat > 0 {
		p.Lines[1].Amount += vat
		p.Lines = append(p.Lines, store.LedgerLine{Account: money.AccountVAT, Amount: -vat})
	}
	return p
}

// credited is the reward of an invitation, for each of the lines.
func credited(orderID string, each contract.Halalas, lines []string) store.Posting {
	p := store.Posting{Key: "referral:" + orderID, Subject: orderID, Kind: "referral", Lines: []store.LedgerLine{
		{Account: money.AccountMarketing, Amount: each * contract.Halalas(len(lines))},
	}}
	for _, line := range lines {
		p.Lines = append(p.Lines, store.LedgerLine{Account: store.LineAccount(line), Amount: -each})
	}
	return p
}

// uncredited reverses the reward of an invitation in full, also the part that is already spent: a prepaid balance is then
// negative until the next recharge.
func uncredited(orderID string, each contract.Halalas, lines []string) store.Posting {
	back := reversal(credited(orderID, each, lines), "referral-reversed")
	back.Overdraws = true
	return back
}

// reversal is the opposite of a posting, under its own key.
func reversal(p store.Posting, kind string) store.Posting {
	back := store.Posting{Key: kind + ":" + p.Subject, Subject: p.Subject, Kind: kind}
	for _, line := range p.Lines {
		back.Lines = append(back.Lines, store.LedgerLine{Account: line.Account, Amount: -line.Amount})
	}
	return back
}

func posting(key, orderID, kind, debit, credit string, amount contract.Halalas) store.Posting {
	return store.Posting{Key: key, Subject: orderID, Kind: kind, Lines: []store.LedgerLine{
		{Account: debit, Amount: amount}, {Account: credit, Amount: -amount},
	}}
}

// amountParam returns an amount as a text parameter, in SAR with two decimals.
func amountParam(amount contract.Halalas) map[string]string {
	return map[string]string{"amount": money.Riyals(amount)}
}
