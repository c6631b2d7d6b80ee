package ledger

import "selfcare/internal/domain/bill"

// BillPosting books an issued bill: its line owes it from then on.
func BillPosting(i bill.Invoice) Posting {
	entries := withoutZeros(Entry{LineAccount(i.LineID), i.Total}, Entry{Revenue, -i.Net}, Entry{VAT, -i.VAT})
	return Posting{Key: "invoice:" + i.ID, Subject: i.LineID, Kind: "invoice", Entries: entries}
}

// CreditNotePosting takes back part of a bill: its line owes it no more.
func CreditNotePosting(lineID, noteID string, c bill.Credit) Posting {
	entries := withoutZeros(Entry{LineAccount(lineID), -c.Total}, Entry{Revenue, c.Net}, Entry{VAT, c.VAT})
	return Posting{Key: "credit-note:" + noteID, Subject: lineID, Kind: "credit-note", Entries: entries}
}

// BankPaymentPosting books a payment at a bank: the line owes less by what its bill took, and we owe the payer what is held.
func BankPaymentPosting(p bill.BankPayment, lineID string) Posting {
	entries := withoutZeros(Entry{SADAD, p.Amount}, Entry{LineAccount(lineID), -p.Taken}, Entry{SADADHeld, -p.Held})
	return Posting{Key: "sadad:" + p.ID, Subject: p.ID, Kind: "sadad", Entries: entries}
}

// BankReturnPosting books that the held part of a payment at a bank went back to its payer.
func BankReturnPosting(p bill.BankPayment) Posting {
	return Posting{Key: "sadad-return:" + p.ID, Subject: p.ID, Kind: "sadad-return", Entries: debitCredit(SADADHeld, Bank, p.Held)}
}
