package bill

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
)

// State is where an invoice stands.
type State string

// States of an invoice.
const (
	Issued   State = "issued"
	PartPaid State = "part-paid"
	Paid     State = "paid"
	Overdue  State = "overdue"
	Credited State = "credited" // taken back as a whole
)

// Standing is what became of an invoice so far.
type Standing struct {
	Total    contract.Halalas
	Left     contract.Halalas // to pay
	Credited contract.Halalas
	DueAt    time.Time
}

// State is where an invoice stands at a time. One that is due at this very moment is overdue.
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

// ValidatePayment refuses a payment of more than is left. Of a paid invoice nothing is.
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

// Credit is a credit note: what of an invoice is taken back.
type Credit struct {
	Net   contract.Halalas
	VAT   contract.Halalas
	Total contract.Halalas
}

// CreditNote takes back an amount of what is left to pay; what was paid goes back by its payment first. What takes an invoice back as
// a whole has exactly its VAT.
func (i Invoice) CreditNote(s Standing, amount contract.Halalas) (Credit, error) {
	if amount <= 0 || amount > s.Left {
		return Credit{}, contract.RefuseField("amount", contract.FailInvoiceCredit)
	}
	vat := money.VATWithin(amount, i.VATPercent)
	if amount == i.Total {
		vat = i.VAT
	}
	return Credit{Net: amount - vat, VAT: vat, Total: amount}, nil
}
