package bill

import (
	"time"

	"selfcare/internal/contract"
)

// Accounts of money that comes by SADAD, as the ledger names them.
const (
	AccountSADAD     = "sadad"      // what SADAD owes us: what banks took for us
	AccountSADADHeld = "sadad-held" // what we owe to who paid what no bill took
)

// BankState is where a payment at a bank stands.
type BankState string

// States of a payment at a bank.
const (
	BankReceived BankState = "received"
	BankTaken    BankState = "taken" // by its bill, as a whole
	BankHeld     BankState = "held"  // something of it, which goes back
	BankReturned BankState = "returned"
)

// BankReason is why something of a payment at a bank is held.
type BankReason string

// Reasons.
const (
	BankUnknownBill  BankReason = "unknown-bill"
	BankPaidAlready  BankReason = "paid-already"
	BankMoreThanLeft BankReason = "more-than-left"
)

// BankPayment is money that a bank took for a bill.
type BankPayment struct {
	ID         string
	PaymentID  string // the bank's
	Reference  string
	Amount     contract.Halalas
	PaidAt     time.Time
	ReceivedAt time.Time
	State      BankState
	InvoiceID  string           // empty of an unknown bill
	Number     string           // of that invoice
	Taken      contract.Halalas // by the bill
	Held       contract.Halalas // the rest, also once it has gone back
	Reason     BankReason       // of what is held
	Note       string           // of who sent it back
	ReturnedBy string
	ReturnedAt time.Time
}

// Same tells whether a bank says the same again.
func (p BankPayment) Same(again BankPayment) bool {
	return p.PaymentID == again.PaymentID && p.Reference == again.Reference && p.Amount == again.Amount && p.PaidAt.Equal(again.PaidAt)
}

// For has a bill take of a payment what is left to pay of it; the rest is held. Nothing is lost, and nothing is guessed.
func (p BankPayment) For(invoiceID string, s Standing) BankPayment {
	p.InvoiceID, p.Taken = invoiceID, min(p.Amount, s.Left)
	switch p.Taken {
	case p.Amount:
		return p.split("")
	case 0:
		return p.split(BankPaidAlready)
	default:
		return p.split(BankMoreThanLeft)
	}
}

// ForNone holds a payment for a bill that there is not.
func (p BankPayment) ForNone() BankPayment { return p.split(BankUnknownBill) }

func (p BankPayment) split(why BankReason) BankPayment {
	p.Held, p.Reason, p.State = p.Amount-p.Taken, why, BankHeld
	if p.Held == 0 {
		p.State = BankTaken
	}
	return p
}
