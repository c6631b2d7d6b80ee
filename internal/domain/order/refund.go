package order

import (
	"time"

	"selfcare/internal/contract"
)

// ValidateRefund refuses the refund of an order that is not completed (it is called off or resolved instead), that was not paid,
// or that was refunded. A running refund may be decided again: it continues.
func ValidateRefund(o contract.Order) error {
	switch {
	case o.Refund.Done():
		return contract.Refuse(contract.FailAlreadyRefunded)
	case o.Stage != contract.StageActive:
		return contract.Refuse(contract.FailOrderNotCompleted)
	case PaidPayment(o) == nil:
		return contract.Refuse(contract.FailNothingToRefund)
	default:
		return nil
	}
}

// NeedsSecondPerson tells whether the refund of an order needs a second approver; call it after ValidateRefund. Earlier refunds
// count too, so that an order cannot be refunded in parts below the limit. A running refund was decided before and only
// continues.
func NeedsSecondPerson(o contract.Order, above contract.Halalas) bool {
	return o.Refund == nil && RefundTotal(o) > above
}

// RefundTotal returns all refunds of an order, including the next one. Refunds of duplicate payments do not count.
func RefundTotal(o contract.Order) (total contract.Halalas) {
	for _, p := range o.Payments {
		if !p.Double && (p.Status == contract.PaymentPaid || p.Status == contract.PaymentRefunded) {
			total += p.Amount
		}
	}
	return total
}

// ValidateRefundDecision refuses a decision about a request that is closed, or by the person who requested it.
func ValidateRefundDecision(state contract.RefundRequestState, requestedBy, decidedBy string) error {
	switch {
	case state == contract.RefundExpired:
		return contract.Refuse(contract.FailRefundExpired)
	case state != contract.RefundPending:
		return contract.Refuse(contract.FailRefundDecided)
	case requestedBy == decidedBy:
		return contract.Refuse(contract.FailRefundSamePerson)
	default:
		return nil
	}
}

// RefundDecidedBy recognises the repetition of a decision.
func RefundDecidedBy(o contract.Order, decision string) bool {
	return o.Refund != nil && o.Refund.Decision == decision
}

// WithRefund records a full refund by a decision; call it after ValidateRefund. RequestedAt keeps the time of the first decision.
func WithRefund(o contract.Order, decision string, now time.Time) contract.Order {
	paid := PaidPayment(o)
	refund := contract.Refund{PaymentID: paid.ID, Amount: paid.Amount, Decision: decision, RequestedAt: now}
	if o.Refund != nil {
		refund.RequestedAt = o.Refund.RequestedAt
	}
	o.Refund = &refund
	return o
}

// RefundFlagged records why a refund failed and that support must look at it.
func RefundFlagged(o contract.Order, code contract.Code) contract.Order {
	refund := *o.Refund
	refund.FailureCode = code
	o.Refund = &refund
	return o
}

// Refunded records the end of the refund, and the reversed reward of an invitation.
func Refunded(o contract.Order, reward contract.Halalas, now time.Time) contract.Order {
	refund := *o.Refund
	refund.DoneAt, refund.FailureCode, refund.Reward = now, "", reward
	o.Refund = &refund
	p := *PaymentByID(o, refund.PaymentID)
	p.Status, p.Returned = contract.PaymentRefunded, refund.Amount
	return WithPayment(o, p)
}

// isPaid also holds for a completed order that was refunded: the customer is not asked to pay again.
func isPaid(o contract.Order) bool { return PaidPayment(o) != nil || o.Refund != nil }
