package bill

import (
	"selfcare/internal/domain/bill"
	"selfcare/internal/store"
)

// AtBank is the posting of a payment at a bank: SADAD owes us the amount. The part that the bill takes reduces the debt of its
// line; the part that is held is owed to the payer.
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
