package order

import (
	"time"

	"selfcare/internal/contract"
)

// Stated returns the state of a payment statement after a new one. The first statement waits for a second person, who confirms it
// with the same outcome. A repeated statement changes nothing.
func Stated(status contract.PaymentStatus, known *contract.PaymentStatement, in contract.PaymentStatement) (contract.PaymentStatement, error) {
	switch {
	case known != nil && known.Outcome == in.Outcome && (in.StatedBy == known.StatedBy || in.StatedBy == known.ConfirmedBy):
		return *known, nil
	case known != nil && known.State == contract.StatementCounts, status != contract.PaymentPending && status != contract.PaymentProcessing:
		return in, contract.Refuse(contract.FailPaymentOutcomeKnown)
	case known == nil:
		in.State = contract.StatementPending
		return in, nil
	case known.Outcome != in.Outcome:
		return in, contract.Refuse(contract.FailStatementDiffers)
	default:
		confirmed := *known
		confirmed.State, confirmed.ConfirmedBy, confirmed.ConfirmedAt = contract.StatementCounts, in.StatedBy, in.StatedAt
		return confirmed, nil
	}
}

// silentFor is how long a payment may run before its provider counts as silent.
const silentFor = 30 * time.Minute

// MayState tells whether staff may state the outcome of a payment: its provider has been silent for long, and no statement is in
// force.
func MayState(p contract.Payment, known *contract.PaymentStatement, now time.Time) bool {
	open := p.Status == contract.PaymentPending || p.Status == contract.PaymentProcessing
	return open && now.Sub(p.At) >= silentFor && (known == nil || known.State == contract.StatementPending)
}
