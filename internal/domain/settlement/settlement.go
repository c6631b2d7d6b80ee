// Package settlement compares the payment provider's settlement files with our books.
package settlement

import (
	"fmt"
	"time"

	"selfcare/internal/contract"
)

// Type distinguishes payments from refunds.
type Type string

// Types of transactions.
const (
	Payment Type = "payment"
	Refund  Type = "refund"
)

// Ref names one movement of money: a payment is taken once and refunded once.
type Ref struct {
	PaymentID string `json:"paymentId,omitempty"`
	Type      Type   `json:"type,omitempty"`
}

// Line is a transaction as the provider settled it.
type Line struct {
	Ref
	Number      int              `json:"number"` // in the file
	ProviderRef string           `json:"providerRef"`
	Amount      contract.Halalas `json:"amount"` // above zero for refunds, too
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
