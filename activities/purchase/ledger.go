package purchase

import (
	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/internal/ledger"
)

// Accounts of purchases alone. Every posting sums to zero.
const (
	accountVouchers = "vouchers"      // vouchers sold and not yet used
	accountTopUps   = "topup-partner" // what we owe the partner for top-ups, or have paid in there
	accountGames    = "games-partner" // what we owe the partner for codes of games
)

func posting(key string, p string, kind string, lines ...ledger.Entry) ledger.Posting {
	return ledger.Posting{Key: key, Subject: p, Kind: kind, Entries: lines}
}

func charged(purchaseID string, paid contract.Payment) ledger.Posting {
	return posting("charge:"+paid.ID, purchaseID, "charge",
		ledger.Entry{Account: money.AccountProvider, Amount: paid.Amount}, ledger.Entry{Account: money.AccountCustomer, Amount: -paid.Amount})
}

// returned has the same key whoever gives the money back: it goes back once.
func returned(purchaseID string, paid contract.Payment, byHand bool) ledger.Posting {
	kind := "refund"
	if byHand {
		kind = "refund-by-hand"
	}
	return posting("refund:"+paid.ID, purchaseID, kind,
		ledger.Entry{Account: money.AccountCustomer, Amount: paid.Amount}, ledger.Entry{Account: money.AccountProvider, Amount: -paid.Amount})
}

func paidFromBalance(p contract.Purchase) ledger.Posting {
	return posting("pay:"+p.ID, p.ID, "pay",
		ledger.Entry{Account: ledger.LineAccount(p.PayerLineID), Amount: p.Total}, ledger.Entry{Account: money.AccountCustomer, Amount: -p.Total})
}

func backToBalance(p contract.Purchase) ledger.Posting {
	return posting("unpay:"+p.ID, p.ID, "unpay",
		ledger.Entry{Account: money.AccountCustomer, Amount: p.Total}, ledger.Entry{Account: ledger.LineAccount(p.PayerLineID), Amount: -p.Total})
}

// credited is a balance that grows: by what a customer paid for it, without the VAT on it, or by what a voucher is worth.
func credited(p contract.Purchase) ledger.Posting {
	lines := []ledger.Entry{{Account: ledger.LineAccount(p.LineID), Amount: -p.Amount}}
	if p.Way == contract.PayVoucher {
		lines = append(lines, ledger.Entry{Account: accountVouchers, Amount: p.Amount})
	} else {
		lines = append(lines, served(p)...)
	}
	return posting("deliver:"+p.ID, p.ID, string(p.Kind), lines...)
}

// sold is what was paid for something that is revenue at once.
func sold(p contract.Purchase) ledger.Posting {
	worth := p.Total - p.VAT + costOfPromo(p)
	lines := append([]ledger.Entry{{Account: money.AccountRevenue, Amount: -worth}}, served(p)...)
	return posting("deliver:"+p.ID, p.ID, string(p.Kind), lines...)
}

// given is credit that goes over to another line, as it was taken.
func given(p contract.Purchase) ledger.Posting {
	return posting("deliver:"+p.ID, p.ID, string(p.Kind),
		ledger.Entry{Account: money.AccountCustomer, Amount: p.Total}, ledger.Entry{Account: ledger.LineAccount(p.LineID), Amount: -p.Amount})
}

// resold is what a partner delivers: its price is what we owe the partner, the rest is ours.
func resold(p contract.Purchase, partner string, cost contract.Halalas) ledger.Posting {
	lines := served(p)
	if cost > 0 {
		lines = append([]ledger.Entry{{Account: partner, Amount: -cost}}, lines...)
	}
	if fee := p.Total - p.VAT - cost; fee != 0 {
		lines = append(lines, ledger.Entry{Account: money.AccountRevenue, Amount: -fee})
	}
	return posting("deliver:"+p.ID, p.ID, string(p.Kind), lines...)
}

// served takes what was paid from the customer's account, and the VAT of it to its own.
func served(p contract.Purchase) []ledger.Entry {
	lines := []ledger.Entry{{Account: money.AccountCustomer, Amount: p.Total}}
	if p.VAT > 0 {
		lines = append(lines, ledger.Entry{Account: money.AccountVAT, Amount: -p.VAT})
	}
	if cost := costOfPromo(p); cost > 0 {
		lines = append(lines, ledger.Entry{Account: money.AccountMarketing, Amount: cost})
	}
	return lines
}

// costOfPromo is what of a purchase its customer did not pay.
func costOfPromo(p contract.Purchase) contract.Halalas {
	if p.Promo == nil {
		return 0
	}
	return p.Promo.Cost
}

func bonusOf(p contract.Purchase) ledger.Posting {
	return posting("bonus:"+p.ID, p.ID, "bonus",
		ledger.Entry{Account: money.AccountMarketing, Amount: p.Bonus}, ledger.Entry{Account: ledger.LineAccount(p.LineID), Amount: -p.Bonus})
}
