package order

import (
	"time"

	"selfcare/internal/contract"
)

// HasHold tells whether the number of an order is held for it.
func HasHold(o contract.Order) bool {
	return o.Booking != nil && !o.Booking.Expired && !o.Booking.HeldUntil.IsZero()
}

// WithHoldUntil moves the end of a hold.
func WithHoldUntil(o contract.Order, until time.Time) contract.Order {
	booking := *o.Booking
	booking.HeldUntil = until
	o.Booking = &booking
	return o
}

// PaymentNews is a payment as the order writes it down, with what the provider said of it. It answers false where the outcome of the
// payment stands. Money that the order does not wait for is marked as double, and goes back.
func PaymentNews(o contract.Order, in contract.PaymentMoved) (p contract.Payment, moves bool) {
	p = in.Payment
	known := PaymentByID(o, p.ID)
	if known != nil && !PaymentMoves(known.Status, p.Status) {
		return p, false
	}
	wanted := !in.Unwanted && awaitsMoney(o) && (known == nil || !known.Status.Settled())
	p.Double = p.Status == contract.PaymentPaid && !wanted
	return p, true
}

// awaitsMoney is false once the order is paid or ending. Money that arrives then goes back; so does money that was declined before.
func awaitsMoney(o contract.Order) bool {
	return o.Stage == contract.StageWizard && PaidPayment(o) == nil
}

// Placed is an order that its payment has placed. A booked number is its own from then on, also where the hold had run out.
func Placed(o contract.Order) contract.Order {
	o.Stage = contract.StagePlaced
	if o.Booking != nil {
		bought := *o.Booking
		bought.Expired, bought.HeldUntil = false, time.Time{}
		o.Booking = &bought
	}
	return o
}

// NumberLost is a paid order whose number another customer has. Its customer chooses another number until a time; a number that was
// to be brought along cannot be replaced.
func NumberLost(o contract.Order, chooseUntil time.Time) contract.Order {
	o.Stage = contract.StageNumberLost
	if o.Booking != nil {
		lost := *o.Booking
		lost.Expired, lost.HeldUntil, lost.ChooseUntil = true, time.Time{}, chooseUntil
		o.Booking = &lost
	}
	return o
}

// HeldUp is an order that cannot go on and waits for support.
func HeldUp(o contract.Order, in contract.OrderHeld) contract.Order {
	o.Held = &contract.Held{FailureCode: in.FailureCode, Work: in.Work, From: o.Stage, Since: in.Now, CanSkip: in.CanSkip, Refund: in.Refund}
	o.Stage = contract.StageHeld
	return o
}

// Cancelling is an order that is being undone.
func Cancelling(o contract.Order) contract.Order {
	o.Stage, o.Held = contract.StageCancelling, nil
	return o
}

// Closed is an order that ended before its aim, after everything was undone.
func Closed(o contract.Order, in contract.OrderEnding) contract.Order {
	o.Ended = &contract.Ended{Reason: in.Reason, At: in.Now, Refunded: in.Refunded}
	o.Stage = contract.StageCancelled
	if in.Reason == contract.EndedNeverPaid {
		o.Stage = contract.StageAbandoned
	}
	return o
}
