package ledger

import "selfcare/internal/contract"

// PayFromBalancePosting takes the price of a purchase from the balance of the payer.
func PayFromBalancePosting(p contract.Purchase) Posting {
	return Posting{Key: "pay:" + p.ID, Subject: p.ID, Kind: "pay", Entries: debitCredit(LineAccount(p.PayerLineID), Customer, p.Total)}
}

// PayBackPosting gives the price of a purchase that was not delivered back to the balance of the payer. A balance is forfeited when its line
// ends, and so is money that comes back to it later.
func PayBackPosting(p contract.Purchase, payerEnded bool) Posting {
	to := LineAccount(p.PayerLineID)
	if payerEnded {
		to = Forfeited
	}
	return Posting{Key: "unpay:" + p.ID, Subject: p.ID, Kind: "unpay", Entries: debitCredit(Customer, to, p.Total)}
}

// TopUpPosting makes the balance of a line grow: by the price without VAT that a customer paid, or by the value of a voucher.
func TopUpPosting(p contract.Purchase) Posting {
	entries := []Entry{{LineAccount(p.LineID), -p.Amount}}
	if p.Way == contract.PayVoucher {
		entries = append(entries, Entry{Vouchers, p.Amount})
	} else {
		entries = append(entries, priceOf(p)...)
	}
	return deliveryPosting(p, entries)
}

// BonusPosting makes the balance of a line grow by the bonus of a recharge.
func BonusPosting(p contract.Purchase) Posting {
	return Posting{Key: "bonus:" + p.ID, Subject: p.ID, Kind: "bonus", Entries: debitCredit(Marketing, LineAccount(p.LineID), p.Bonus)}
}

// SalePosting books a purchase that we deliver ourselves and that is revenue at once.
func SalePosting(p contract.Purchase) Posting {
	worth := p.Total - p.VAT + promoCost(p)
	return deliveryPosting(p, append([]Entry{{Revenue, -worth}}, priceOf(p)...))
}

// TransferPosting gives credit that was taken from one line to another line.
func TransferPosting(p contract.Purchase) Posting {
	return deliveryPosting(p, []Entry{{Customer, p.Total}, {LineAccount(p.LineID), -p.Amount}})
}

// ResalePosting books a purchase that a partner delivers: we owe the partner its cost, the rest is revenue.
func ResalePosting(p contract.Purchase) Posting {
	partner, cost := resoldBy(p)
	entries := append([]Entry{{partner, -cost}}, priceOf(p)...)
	return deliveryPosting(p, append(entries, Entry{Revenue, cost + p.VAT - p.Total - promoCost(p)}))
}

// ReversalPosting takes back what ResalePosting booked: the partner took its delivery back, and charges nothing for it.
func ReversalPosting(p contract.Purchase) Posting {
	reversal := ResalePosting(p)
	reversal.Key, reversal.Kind = "undeliver:"+p.ID, "undeliver"
	for i := range reversal.Entries {
		reversal.Entries[i].Amount = -reversal.Entries[i].Amount
	}
	return reversal
}

// resoldBy is the account of the partner that delivers a purchase, with what we owe it.
func resoldBy(p contract.Purchase) (partner string, cost contract.Halalas) {
	switch {
	case p.International != nil:
		return TopUps, p.International.Cost
	case p.Game != nil:
		return Games, p.Game.Cost
	case p.Service != nil:
		return Content, p.Service.Cost
	default:
		return "", 0
	}
}

// BillPaymentPosting lessens what a line owes by what was paid of its bill.
func BillPaymentPosting(p contract.Purchase, lineID string) Posting {
	return deliveryPosting(p, []Entry{{Customer, p.Total}, {LineAccount(lineID), -p.Total}})
}

func deliveryPosting(p contract.Purchase, entries []Entry) Posting {
	return Posting{Key: "deliver:" + p.ID, Subject: p.ID, Kind: string(p.Kind), Entries: withoutZeros(entries...)}
}

// priceOf takes what was paid from the customer's account and books its VAT. A promo code paid the rest.
func priceOf(p contract.Purchase) []Entry {
	return []Entry{{Customer, p.Total}, {VAT, -p.VAT}, {Marketing, promoCost(p)}}
}

// promoCost is the part of a purchase that its customer did not pay.
func promoCost(p contract.Purchase) contract.Halalas {
	if p.Promo == nil {
		return 0
	}
	return p.Promo.Cost
}
