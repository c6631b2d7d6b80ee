package bill

import (
	"selfcare/internal/domain/bill"
	"selfcare/internal/store"
)

// AtBank is what SADAD owes us for a payment at a bank: what the bill took is not owed by its line any more, what is held is owed to who
// paid it.
func AtBank(p bill.BankPayment, lineID string) store.Posting {
	lines := []store.LedgerLine{{Account: bill.AccountSADAD, Amount: p.Amount}}
	if p.Taken > 0 {
		lines = append(lines, store.LedgerLine{Account: store.LineAccount(lineID), Amount: -p.Taken})
	}
	if p.Held > 0 {
		lines = append(lines, store.LedgerLine{Account: bill.AccountSADADHeld, Amount: -p.Held})
	}
	return store.Posting{Key: "sadad:" + p.ID, Subject: p.ID, Kind: "sadad", Lines: lines}
}
