package workflowtest

import (
	"time"

	"selfcare/internal/contract"
)

func (s *Story) PaymentsAre() map[string]contract.PaymentStatus {
	statuses := map[string]contract.PaymentStatus{}
	for _, p := range s.Books.Last().Payments {
		statuses[p.ID] = p.Status
	}
	return statuses
}

// LosesNumber pays so late that another order has the number.
func (s *Story) LosesNumber() {
	s.Outside.Charges["p1"] = contract.PaymentPending
	s.Outside.Outcomes["p1"] = PendingFor(5, contract.PaymentPaid) // known after 37 minutes
	s.At(35*time.Minute, func() { s.Books.GiveToOtherOrder(Msisdn) })
	s.IsPaid()
}

// PendingFor is an outcome that inquiries find after a number of pending answers.
func PendingFor(inquiries int, outcome contract.PaymentStatus) []contract.PaymentStatus {
	var answers []contract.PaymentStatus
	for range inquiries {
		answers = append(answers, contract.PaymentPending)
	}
	return append(answers, outcome)
}
