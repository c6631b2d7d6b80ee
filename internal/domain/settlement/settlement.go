// Package settlement compares what the payment provider says it has settled with what our books say.
package settlement

import (
	"fmt"
	"time"

	"selfcare/internal/contract"
)

// Type tells money that was taken from money that was given back.
type Type string

// Types of transactions.
const (
	Payment Type = "payment"
	Refund  Type = "refund"
)

// Ref names one movement of money: a payment of ours is taken once and given back once.
type Ref struct {
	PaymentID string `json:"paymentId,omitempty"`
	Type      Type   `json:"type,omitempty"`
}

// Line is one transaction as the provider has settled it.
type Line struct {
	Ref
	Number      int              `json:"number"` // in the file
	ProviderRef string           `json:"providerRef"`
	Amount      contract.Halalas `json:"amount"` // above zero, also of a refund
	Fee         contract.Halalas `json:"fee"`
	VAT         contract.Halalas `json:"vat"` // on the fee
	CapturedAt  time.Time        `json:"capturedAt"`
	SettledOn   string           `json:"settledOn"` // day
}

// Booked is a movement as our books have it.
type Booked struct {
	Ref
	Amount contract.Halalas `json:"amount"`
	Brand  string           `json:"brand,omitempty"` // of the card
	At     time.Time        `json:"at"`              // when we learned of it
}

// riyadh is the time that the provider's days are of. It has no summer time.
var riyadh = time.FixedZone("Asia/Riyadh", 3*60*60)

// DayOf is the day of a moment in Riyadh, written YYYY-MM-DD as all days are.
func DayOf(at time.Time) string { return at.In(riyadh).Format(time.DateOnly) }

// Bounds are the first moment of a day, and the first one after it.
func Bounds(day string) (from, until time.Time, err error) {
	from, err = time.ParseInLocation(time.DateOnly, day, riyadh)
	if err != nil {
		return from, until, fmt.Errorf("a day is written YYYY-MM-DD: %q", day)
	}
	return from, from.AddDate(0, 0, 1), nil
}

// Moved is a day that lies a number of days after another one.
func Moved(day string, days int) (string, error) {
	from, _, err := Bounds(day)
	return DayOf(from.AddDate(0, 0, days)), err
}
