// Package bundle holds the rules of what can be added to a line as pure functions: who may have it, when, what it gives, and which
// of several suits best.
package bundle

import (
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
)

// Categories are those of the shop (specification §2), in its order.
var Categories = []string{"latest", "data-net-saver", "int-pass", "local-pass", "local-bundle"}

// Latest is the category of what has come last, whatever it is.
const Latest = "latest"

// Tags are those that the catalogue says of a bundle. That a line has bought it before is no tag of the catalogue.
var Tags = []string{"best-seller", "best-value", "new", "feature"}

// Channels are where a bundle or an offer can be had.
var Channels = []string{"web", "app"}

// Subscriptions are those of lines that a bundle can be for.
var Subscriptions = []string{"prepaid", "postpaid"}

// Bundle is one of the catalogue.
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
	Plans          []string // whose lines may have it; empty: all
	Availability   []string
	Single         bool // a line has it once at a time
	Renews         bool // from the balance, until that is turned off, for those who want it
	Stock          *int // nil is no limit
	Sold           int
	StartsAt       time.Time
	EndsAt         time.Time // zero: it does not end
	Position       int
}

// Item is what a bundle gives of one type.
type Item struct {
	Type   allowance.Type
	Unit   allowance.Unit
	Amount int64
}

// Items are what a bundle gives, in the order it is shown.
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

// Left is how many there still are; false where their number has no limit.
func (b Bundle) Left() (left int, limited bool) {
	if b.Stock == nil {
		return 0, false
	}
	return max(0, *b.Stock-b.Sold), true
}

// OnSale tells whether a bundle can be bought at a moment: from its beginning on, up to the moment it ends.
func (b Bundle) OnSale(at time.Time) bool { return InForce(b.StartsAt, b.EndsAt, at) }

// InForce tells whether a moment lies between a beginning and an end, of which a zero one never comes.
func InForce(from, until, at time.Time) bool {
	return !at.Before(from) && (until.IsZero() || at.Before(until))
}

// SoldFrom tells whether a bundle is one of a channel.
func (b Bundle) SoldFrom(channel string) bool { return slices.Contains(b.Availability, channel) }

// Suits tells whether a bundle is for lines of a subscription and a plan.
func (b Bundle) Suits(subscription, plan string) bool {
	return slices.Contains(b.Subscriptions, subscription) && (len(b.Plans) == 0 || slices.Contains(b.Plans, plan))
}
