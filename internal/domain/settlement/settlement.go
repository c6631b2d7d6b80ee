// Package settlement compares what the payment provider settled with our books.
package settlement

import (
	"fmt"
	"time"

	"selfcare/internal/contract"
)

// Type is the kind of a transaction.
type Type string

// Types of transactions. Our books have payments and refunds alone.
const (
	Payment    Type = "payment"
	Refund     Type = "refund"
	Void       Type = "void"       // a payment that was called off before the provider settled it: a refund in our books
	Chargeback Type = "chargeback" // the bank of the card took a payment back, often months later
	Fee        Type = "fee"        // money that the provider keeps besides the fees of payments
)

// Ref names one movement of money: a payment is taken once, refunded or voided once, and charged back once. A fee may have no payment.
type Ref struct {
	PaymentID string `json:"paymentId,omitempty"`
	Type      Type   `json:"type,omitempty"`
}

// Booked is the movement of our books that a line is about.
func (r Ref) Booked() Ref {
	switch r.Type {
	case Void:
		r.Type = Refund
	case Chargeback:
		r.Type = Payment
	case Payment, Refund, Fee:
	}
	return r
}

// Told is the movement that no other line may name.
func (r Ref) Told() Ref {
	if r.Type == Void {
		r.Type = Refund
	}
	return r
}

// Line is a transaction as the provider settled it.
type Line struct {
	Ref
	Number      int              `json:"number"` // in the batch
	ProviderRef string           `json:"providerRef"`
	Amount      contract.Halalas `json:"amount"` // above zero, also of money that goes back; of a fee it is Fee and VAT
	Fee         contract.Halalas `json:"fee"`
	VAT         contract.Halalas `json:"vat"` // on the fee
	CapturedAt  time.Time        `json:"capturedAt"`
	SettledOn   string           `json:"settledOn"` // day
}

// Booked is a movement in our books.
type Booked struct {
	Ref
	Amount contract.Halalas `json:"amount"`
	Brand  string           `json:"brand,omitempty"` // of the card
	At     time.Time        `json:"at"`              // when we learned of it
}

// riyadh is the time zone of the provider's days. It has no summer time.
var riyadh = time.FixedZone("Asia/Riyadh", 3*60*60)

// DayOf is the day of a moment in Riyadh, as YYYY-MM-DD.
func DayOf(at time.Time) string { return at.In(riyadh).Format(time.DateOnly) }

// Bounds are the first moment of a day and of the next day.
func Bounds(day string) (from, until time.Time, err error) {
	from, err = time.ParseInLocation(time.DateOnly, day, riyadh)
	if err != nil {
		return from, until, fmt.Errorf("a day is written YYYY-MM-DD: %q", day)
	}
	return from, from.AddDate(0, 0, 1), nil
}

// Moved is the day that is a number of days after another day.
func Moved(day string, days int) (string, error) {
	from, _, err := Bounds(day)
	return DayOf(from.AddDate(0, 0, days)), err
}
