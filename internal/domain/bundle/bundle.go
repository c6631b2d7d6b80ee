// Package bundle holds the rules of bundles that are added to a line as pure functions: which lines may have a bundle, when, what
// it contains, and how bundles rank for a need.
package bundle

import (
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
)

// Categories of the shop (specification §2), in its order.
var Categories = []string{"latest", "data-net-saver", "int-pass", "local-pass", "local-bundle"}

// Latest is the category of the newest bundles of any kind.
const Latest = "latest"

// Tags that the catalogue gives to bundles. The mark of a bundle that the line bought before is no tag of the catalogue.
var Tags = []string{"best-seller", "best-value", "new", "feature"}

// Channels through which a bundle or an offer is sold.
var Channels = []string{"web", "app"}

// Subscriptions that a bundle can be for.
var Subscriptions = []string{"prepaid", "postpaid"}

// Bundle is an entry of the catalogue.
type Bundle struct {
	ID             string
	Category       string
	NameEn         string
	NameAr         string
	DescriptionEn  string
	DescriptionAr  string
	Tags           []string
	DataMB         int64
	LocalMinutes   int64
	SMS            int64
	AbroadMinutes  int64
	RoamingMB      int64
	RoamingMinutes int64
	ValidityDays   int
	Price          contract.Halalas // without VAT
	Subscriptions  []string
	Plans          []string // plans whose lines may have it; empty: all
	Availability   []string
	Single         bool // a line has it once at a time
	Renews         bool // from the balance, until the customer turns renewal off
	Stock          *int // nil is no limit
	Sold           int
	StartsAt       time.Time
	EndsAt         time.Time // zero: it does not end
	Position       int
}

// Item is the amount of one type that a bundle contains.
type Item struct {
	Type   allowance.Type
	Unit   allowance.Unit
	Amount int64
}

// Items lists the contents of a bundle in the order of display.
func (b Bundle) Items() (items []Item) {
	for _, one := range []Item{
		{allowance.Data, allowance.Megabyte, b.DataMB},
		{allowance.LocalMinutes, allowance.Minute, b.LocalMinutes},
		{allowance.Messages, allowance.SMS, b.SMS},
		{allowance.AbroadMinutes, allowance.Minute, b.AbroadMinutes},
		{allowance.RoamingData, allowance.Megabyte, b.RoamingMB},
		{allowance.RoamingMinutes, allowance.Minute, b.RoamingMinutes},
	} {
		if one.Amount > 0 {
			items = append(items, one)
		}
	}
	return items
}

// Left returns the remaining stock; false without a limit.
func (b Bundle) Left() (left int, limited bool) {
	if b.Stock == nil {
		return 0, false
	}
	return max(0, *b.Stock-b.Sold), true
}

// OnSale tells whether a bundle can be bought at a moment: from its start up to its end.
func (b Bundle) OnSale(at time.Time) bool { return InForce(b.StartsAt, b.EndsAt, at) }

// InForce tells whether a moment lies between a start and an end; a zero end never comes.
func InForce(from, until, at time.Time) bool {
	return !at.Before(from) && (until.IsZero() || at.Before(until))
}

// SoldFrom tells whether a channel sells a bundle.
func (b Bundle) SoldFrom(channel string) bool { return slices.Contains(b.Availability, channel) }

// Suits tells whether a bundle is for lines of a subscription and a plan.
func (b Bundle) Suits(subscription, plan string) bool {
	return slices.Contains(b.Subscriptions, subscription) && (len(b.Plans) == 0 || slices.Contains(b.Plans, plan))
}
