package bill

import (
	"selfcare/internal/domain/bill"
	"selfcare/internal/ledger"
)

// AtBank is the posting of a payment at a bank: SADAD owes us the amount. The part that the bill takes reduces the debt of its
// line; the part that is held is owed to the payer.
func AtBank(p bill.BankPayment, lineID string) ledger.Posting {
	lines := []ledger.Entry{{Account: bill.AccountSADAD, Amount: p.Amount}}
	if p.Taken > 0 {
		lines = append(lines, ledger.Entry{Account: ledger.LineAccount(lineID), Amount: -p.Taken})
	}
	if p.Held > 0 {
		lines = append(lines, ledger.Entry{Account: bill.AccountSADADHeld, Amount: -p.Held})
	}
	return ledger.Posting{Key: "sadad:" + p.ID, Subject: p.ID, Kind: "sadad", Entries: lines}
}
