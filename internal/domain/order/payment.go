package order

import (
	"slices"

	"selfcare/internal/contract"
)

// PaidPayment is the payment the order stands on, or nil.
func PaidPayment(o contract.Order) *contract.Payment {
	return find(o, func(p contract.Payment) bool { return p.Status == contract.PaymentPaid && !p.Double })
}

// PaymentMoves tells whether news of a payment changes what is known of it. What was settled stays so, but money that
// arrives after a no is money all the same: it has to go back.
func PaymentMoves(known, now contract.PaymentStatus) bool {
	if known == contract.PaymentDeclined || known == contract.PaymentAbandoned {
		return now == contract.PaymentPaid
	}
	return known != now && !known.Settled()
}

// UnsettledPayment is a payment whose outcome nobody knows yet: no other card is taken meanwhile.
// A challenge is not one: the customer may give up the bank's page and take another card.
func UnsettledPayment(o contract.Order) *contract.Payment {
	return find(o, func(p contract.Payment) bool {
		return p.Status == contract.PaymentProcessing || p.Status == contract.PaymentPending
	})
}

// OpenPayment is any payment the provider may still turn into money, a challenge included.
func OpenPayment(o contract.Order) *contract.Payment {
	return find(o, func(p contract.Payment) bool { return !p.Status.Settled() })
}

// SameCardAtBank is the payment by a kept card whose customer is at the bank's page; choosing that card again leads back there.
// Another charge of it could take the money twice.
func SameCardAtBank(o contract.Order, kept *contract.KeptCard) *contract.Payment {
	if kept == nil || kept.CardID == "" {
		return nil
	}
	return find(o, func(p contract.Payment) bool { return p.Status == contract.PaymentChallenge && p.CardID == kept.CardID })
}

// PaymentByID finds one attempt.
func PaymentByID(o contract.Order, id string) *contract.Payment {
	return find(o, func(p contract.Payment) bool { return p.ID == id })
}

// WithPayment puts an attempt's new state into a copy of the order.
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

// LateMoney is a payment of an order that is over, as it has to be written down once the provider says that it is paid; nil where
// the order stands on it, or it went back before.
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

// RefundDue is the amount that goes back to the card when the order ends for a reason: everything, except that a parcel that came
// back has cost its delivery. A promo code may have made the whole order cheaper than that: then nothing goes back.
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

// Returned is a payment of which an amount went back. It refuses an amount that is none, or more than was paid.
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
