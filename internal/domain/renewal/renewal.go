// Package renewal holds the rules on items that renew in addition to the plan of a line as pure functions: value-added services and
// bundles.
package renewal

import (
	"time"

	"selfcare/internal/contract"
)

// Item is a renewing service or bundle of a line with its agreed terms.
type Item struct {
	ID         string
	PurchaseID string
	Number     int // of the item within the purchase
	LineID     string
	ServiceID  string // or the bundle's id
	BundleID   string
	NameEn     string
	NameAr     string
	Price      contract.Halalas // of one cycle, from the balance, or with VAT on the bill
	Cost       contract.Halalas // the partner's share of the price
	Billed     bool             // put onto the bill
	Days       int
	Gives      []contract.BundleItem
	Cycle      int // the current one, from 1
	Until      time.Time
	Renews     bool // false: the customer turned renewal off
}

// Standing holds the facts about the line and the catalogue that decide on a renewal.
type Standing struct {
	Held    bool             // the line still has the item
	Sold    bool             // the catalogue sells it with renewal
	Billed  bool             // the line pays by bill
	Planned bool             // a plan of the line is in force
	Balance contract.Halalas // or the rest of the credit limit
}

// Outcome is the fate of an item whose cycle has ended.
type Outcome string

// Outcomes of an item.
const (
	Renewed   Outcome = "renewed"
	Over      Outcome = "over"      // the customer wanted no renewal
	Withdrawn Outcome = "withdrawn" // not sold any more
	Planless  Outcome = "planless"  // no plan of the line is in force
	Short     Outcome = "short"     // not covered by the balance, or the credit limit
)

// Decide returns the outcome for an item whose cycle has ended. The plan comes first: without a plan in force, the balance is
// reserved for it.
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

// inTime is the greatest delay of a renewal that still begins at the end of the previous cycle.
const inTime = time.Hour

// Next returns the next cycle. A late renewal begins now, so that the customer does not pay for past days.
func Next(i Item, now time.Time) (from, until time.Time) {
	from = i.Until
	if now.Sub(from) > inTime {
		from = now
	}
	return from.UTC(), from.UTC().AddDate(0, 0, i.Days)
}
