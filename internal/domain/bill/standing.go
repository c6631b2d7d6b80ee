package bill

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
)

// State is the state of an invoice.
type State string

// States of an invoice.
const (
	Issued   State = "issued"
	PartPaid State = "part-paid"
	Paid     State = "paid"
	Overdue  State = "overdue"
	Credited State = "credited" // in full
)

// Standing sums up the payments and credits of an invoice so far.
type Standing struct {
	Total    contract.Halalas
	Left     contract.Halalas // to pay
	Credited contract.Halalas
	DueAt    time.Time
}

// State returns the state of an invoice at a time. An invoice is overdue from its due moment on.
func (s Standing) State(now time.Time) State {
	switch {
	case s.Credited == s.Total:
		return Credited
	case s.Left == 0:
		return Paid
	case !now.Before(s.DueAt):
		return Overdue
	case s.Left+s.Credited < s.Total:
		return PartPaid
	default:
		return Issued
	}
}

// ValidatePayment refuses a payment of more than the open amount.
func (s Standing) ValidatePayment(amount contract.Halalas) error {
	switch {
	case s.Left == 0:
		return contract.Refuse(contract.FailInvoicePaid)
	case amount > s.Left:
		return contract.RefuseField("amount", contract.FailInvoiceOverpaid)
	case amount <= 0:
		return contract.RefuseField("amount", contract.FailAmountZero)
	default:
		return nil
	}
}

// Credit is a credit note: the part of an invoice that is taken back.
type Credit struct {
	Net   contract.Halalas
	VAT   contract.Halalas
	Total contract.Halalas
}

// CreditNote takes back an amount of what is left to pay; what was paid goes back by its payment first. Credit notes that together take
// the whole bill back have exactly its VAT.
func (i Invoice) CreditNote(s Standing, amount contract.Halalas) (Credit, error) {
	if amount <= 0 || amount > s.Left {
		return Credit{}, contract.RefuseField("amount", contract.FailInvoiceCredit)
	}
	vat := money.VATOfPart(i.Total, i.VAT, s.Credited, amount)
	return Credit{Net: amount - vat, VAT: vat, Total: amount}, nil
}
