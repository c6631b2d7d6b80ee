// Package renewal holds the rules of what a line has that renews by itself beside its plan, as pure functions: value-added services
// and bundles.
package renewal

import (
	"time"

	"selfcare/internal/contract"
)

// Item is a service or a bundle of a line that renews, as it was agreed on.
type Item struct {
	ID         string
	PurchaseID string
	Number     int // of the item within the purchase
	LineID     string
	ServiceID  string // or the bundle's
	BundleID   string
	NameEn     string
	NameAr     string
	Price      contract.Halalas // of one cycle, from the balance, or with VAT where it is billed
	Cost       contract.Halalas // of that what we owe a partner
	Billed     bool             // it goes onto the bill
	Days       int
	Gives      []contract.BundleItem
	Cycle      int // the one that runs, from 1
	Until      time.Time
	Renews     bool // false: it was turned off
}

// Standing is what counts of the line and of the catalogue when a renewal is due.
type Standing struct {
	Held    bool             // the line has it still
	Sold    bool             // by the catalogue, and with a renewal
	Billed  bool             // the line pays by bill
	Planned bool             // a plan of the line is in force
	Balance contract.Halalas // or what the credit limit leaves
}

// Outcome is what becomes of an item whose cycle is over.
type Outcome string

// Outcomes of an item.
const (
	Renewed   Outcome = "renewed"
	Over      Outcome = "over"      // as its customer wanted
	Withdrawn Outcome = "withdrawn" // it is not sold any more
	Planless  Outcome = "planless"  // no plan of the line is in force
	Short     Outcome = "short"     // the balance does not cover it, or the credit limit
)

// Decide says what becomes of an item whose cycle is over. A plan comes first: while none is in force the balance is left to it.
func Decide(i Item, s Standing) Outcome {
	switch {
	case !i.Renews || !s.Held:
		return Over
	case !s.Sold || s.Billed != i.Billed:
		return Withdrawn
	case !s.Planned:
		return Planless
	case s.Balance < i.Price:
		return Short
	default:
		return Renewed
	}
}

// inTime is how late a renewal may come and still begin when the cycle before it ended.
const inTime = time.Hour

// Next is the cycle that follows. One that comes late begins when it comes: nobody pays for days that are over.
func Next(i Item, now time.Time) (from, until time.Time) {
	from = i.Until
	if now.Sub(from) > inTime {
		from = now
	}
	return from.UTC(), from.UTC().AddDate(0, 0, i.Days)
}
