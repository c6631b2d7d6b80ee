package bill

import (
	"time"

	"selfcare/internal/contract"
)

// BankState is the state of a payment at a bank.
type BankState string

// States of a payment at a bank.
const (
	BankReceived BankState = "received"
	BankTaken    BankState = "taken" // by its bill, in full
	BankHeld     BankState = "held"  // a part of it is held and will be returned
	BankReturned BankState = "returned"
)

// BankReason is why a part of a bank payment is held.
type BankReason string

// Reasons.
const (
	BankUnknownBill  BankReason = "unknown-bill"
	BankPaidAlready  BankReason = "paid-already"
	BankMoreThanLeft BankReason = "more-than-left"
)

// BankPayment is money that a bank collected for a bill.
type BankPayment struct {
	ID         string
	PaymentID  string // the bank's
	Reference  string
	Amount     contract.Halalas
	PaidAt     time.Time
	ReceivedAt time.Time
	State      BankState
	InvoiceID  string           // empty for an unknown bill
	Number     string           // of the invoice
	Taken      contract.Halalas // by the bill
	Held       contract.Halalas // the remainder, also after its return
	Reason     BankReason       // why a part is held
	Note       string           // of the member of support who returned it
	ReturnedBy string
	ReturnedAt time.Time
}

// Same tells whether the bank repeats a payment that is known.
func (p BankPayment) Same(again BankPayment) bool {
	return p.PaymentID == again.PaymentID && p.Reference == again.Reference && p.Amount == again.Amount && p.PaidAt.Equal(again.PaidAt)
}

// For applies a payment to the open amount of its bill and holds the rest.
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

// ForUnknownBill holds a payment for an unknown bill.
func (p BankPayment) ForUnknownBill() BankPayment { return p.split(BankUnknownBill) }

func (p BankPayment) split(why BankReason) BankPayment {
	p.Held, p.Reason, p.State = p.Amount-p.Taken, why, BankHeld
	if p.Held == 0 {
		p.State = BankTaken
	}
	return p
}
