package order

import (
	"slices"

	"selfcare/internal/contract"
)

// PaidPayment returns the payment in force of the order, or nil.
func PaidPayment(o contract.Order) *contract.Payment {
	return find(o, func(p contract.Payment) bool { return p.Status == contract.PaymentPaid && !p.Double })
}

// PaymentMoves tells whether news of a payment changes its known state. A settled payment stays settled, but money that arrives
// after a decline counts, because it has to be refunded.
func PaymentMoves(known, now contract.PaymentStatus) bool {
	if known == contract.PaymentDeclined || known == contract.PaymentAbandoned {
		return now == contract.PaymentPaid
	}
	return known != now && !known.Settled()
}

// UnsettledPayment returns a payment with an unknown outcome; no other card is charged meanwhile. A challenge does not count: the
// customer may leave the bank's page and take another card.
func UnsettledPayment(o contract.Order) *contract.Payment {
	return find(o, func(p contract.Payment) bool {
		return p.Status == contract.PaymentProcessing || p.Status == contract.PaymentPending
	})
}

// OpenPayment returns a payment that may still be paid, a challenge included.
func OpenPayment(o contract.Order) *contract.Payment {
	return find(o, func(p contract.Payment) bool { return !p.Status.Settled() })
}

// SameCardAtBank returns the payment by this saved card that waits at the bank's page. Choosing the card again leads back there,
// because a second charge could take the money twice.
func SameCardAtBank(o contract.Order, kept *contract.SavedCard) *contract.Payment {
	if kept == nil || kept.CardID == "" {
		return nil
	}
	return find(o, func(p contract.Payment) bool { return p.Status == contract.PaymentChallenge && p.CardID == kept.CardID })
}

// PaymentByID finds a payment.
func PaymentByID(o contract.Order, id string) *contract.Payment {
	return find(o, func(p contract.Payment) bool { return p.ID == id })
}

// WithPayment returns a copy of the order with the new state of a payment.
func WithPayment(o contract.Order, p contract.Payment) contract.Order {
	o.Payments = slices.Clone(o.Payments)
	at := slices.IndexFunc(o.Payments, func(known contract.Payment) bool { return known.ID == p.ID })
	if at < 0 {
		o.Payments = append(o.Payments, p)
		return o
	}
	p.At, p.CardID = o.Payments[at].At, o.Payments[at].CardID
	o.Payments[at] = p
	return o
}

// LateMoney returns a payment that arrives after the end of its order, in the state to be stored; nil when the order is paid by
// it, or it was refunded.
func LateMoney(o contract.Order, now contract.Payment) *contract.Payment {
	late := PaymentByID(o, now.ID)
	if late == nil || late.Status == contract.PaymentRefunded || late.Status == contract.PaymentPaid && !late.Double {
		return nil
	}
	late.Status, late.Double, late.DeclineCode, late.ChallengeURL = contract.PaymentPaid, true, "", ""
	if now.Brand != "" {
		late.Brand, late.Last4 = now.Brand, now.Last4
	}
	return late
}

// RefundDue returns the refund at the end of an order: everything, less the delivery of a parcel that came back. With a promo
// code the delivery may cost more than the order: then the refund is zero.
func RefundDue(o contract.Order, reason contract.Code) contract.Halalas {
	paid := PaidPayment(o)
	switch {
	case paid == nil:
		return 0
	case reason == contract.EndedReturned && o.Delivery != nil:
		return max(0, paid.Amount-o.Delivery.Fee)
	default:
		return paid.Amount
	}
}

// Returned returns a payment after a refund. It refuses an amount of zero, and more than was paid.
func Returned(p contract.Payment, amount contract.Halalas) (contract.Payment, error) {
	if amount <= 0 || amount > p.Amount {
		return p, contract.Refuse(contract.FailRefundRefused)
	}
	p.Status, p.Returned = contract.PaymentRefunded, amount
	return p, nil
}

func find(o contract.Order, match func(contract.Payment) bool) *contract.Payment {
	at := slices.IndexFunc(o.Payments, match)
	if at < 0 {
		return nil
	}
	p := o.Payments[at]
	return &p
}
