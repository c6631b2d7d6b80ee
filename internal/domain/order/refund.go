package order

import (
	"time"

	"selfcare/internal/contract"
)

// ValidateRefund refuses to give back the money of an order that has not reached its aim (it is called off or resolved
// instead), that nobody paid for, or whose money is back. One that is under way may be decided about again: it goes on.
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

// NeedsSecondPerson tells whether one person alone may not give the money of an order back; asked after ValidateRefund. What went
// back before counts too, so that an order cannot be refunded in parts that are each below the limit. A refund that is under
// way was decided about: it only goes on.
func NeedsSecondPerson(o contract.Order, above contract.Halalas) bool {
	return o.Refund == nil && RefundTotal(o) > above
}

// RefundTotal is all the money of an order that is back once the next refund is done. What came in twice is no refund.
func RefundTotal(o contract.Order) (total contract.Halalas) {
	for _, p := range o.Payments {
		if !p.Double && (p.Status == contract.PaymentPaid || p.Status == contract.PaymentRefunded) {
			total += p.Amount
		}
	}
	return total
}

// ValidateRefundDecision refuses to decide about a refund that is not alive any more, or that the same person asked for.
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

// RefundDecidedBy tells a repeat from another decision.
func RefundDecidedBy(o contract.Order, decision string) bool {
	return o.Refund != nil && o.Refund.Decision == decision
}

// WithRefund notes that all of the money goes back by a decision; asked after ValidateRefund. Since when it is known counts
// from the first decision.
func WithRefund(o contract.Order, decision string, now time.Time) contract.Order {
	paid := PaidPayment(o)
	refund := contract.Refund{PaymentID: paid.ID, Amount: paid.Amount, Decision: decision, RequestedAt: now}
	if o.Refund != nil {
		refund.RequestedAt = o.Refund.RequestedAt
	}
	o.Refund = &refund
	return o
}

// RefundFlagged notes why the money is not back and that somebody must look at it.
func RefundFlagged(o contract.Order, code contract.Code) contract.Order {
	refund := *o.Refund
	refund.FailureCode = code
	o.Refund = &refund
	return o
}

// Refunded notes that the money is back, and with it the reward of an invitation, as far as there was one.
func Refunded(o contract.Order, reward contract.Halalas, now time.Time) contract.Order {
	refund := *o.Refund
	refund.DoneAt, refund.FailureCode, refund.Reward = now, "", reward
	o.Refund = &refund
	p := *PaymentByID(o, refund.PaymentID)
	p.Status, p.Returned = contract.PaymentRefunded, refund.Amount
	return WithPayment(o, p)
}

// paidFor is also true of a completed order whose money went back: nobody is asked to pay it again.
func paidFor(o contract.Order) bool { return PaidPayment(o) != nil || o.Refund != nil }
