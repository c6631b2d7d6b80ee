package order

import (
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
)

// Saved is the order as its next saved state: step and sequence follow from the answers, and what was late
// is not any more once the order has gone on.
func Saved(o contract.Order) contract.Order {
	o.Seq++
	o.Step = Next(o)
	if o.Late != nil && o.Late.Stage != Awaited(o) {
		o.Late = nil
	}
	return o
}

// WithBooking takes a newly held number. What was typed stays; the price must be confirmed again.
func WithBooking(o contract.Order, b contract.Booking, vatPercent int) contract.Order {
	o.Booking = &b
	return Priced(o, vatPercent)
}

// WithoutBooking gives the number up; lost keeps it in view as expired, so that similar ones can be offered.
func WithoutBooking(o contract.Order, lost bool) contract.Order {
	if o.Booking == nil {
		return o
	}
	b := *o.Booking
	b.Expired, b.HeldUntil = true, time.Time{}
	o.Booking = &b
	if !lost {
		o.Booking = nil
	}
	return Unpinned(o)
}

// WithPerson takes who the line is for. Another ID needs another proof of identity and has its own use of a promo code.
func WithPerson(o contract.Order, p contract.Person) contract.Order {
	if o.Person != nil && o.Person.IDNumber != p.IDNumber {
		o.Identity, o.Promo = nil, nil
	}
	o.Person = &p
	return o
}

// Priced works the price out anew and takes back a confirmation given for another price.
func Priced(o contract.Order, vatPercent int) contract.Order {
	lines := []contract.PriceLine{
		{Key: contract.LineNumber, Amount: bookingPrice(o)},
		{Key: contract.LinePlan, Amount: planPrice(o)},
	}
	lines = append(lines, fees(o)...)
	lines = append(lines, contract.PriceLine{Key: contract.LineDelivery, Amount: deliveryFee(o)})
	o = discounted(o, money.Sum(lines))
	lines = append(lines, contract.PriceLine{Key: contract.LinePromo, Amount: -discountOf(o)})
	total := money.Sum(lines)
	o.Price = &contract.Price{Lines: lines, Total: total, VAT: money.VATWithin(total, vatPercent)}
	return o
}

// Unpinned takes back the confirmation of the price.
func Unpinned(o contract.Order) contract.Order {
	if o.Price != nil {
		price := *o.Price
		price.PinnedAt = time.Time{}
		o.Price = &price
	}
	return o
}

// Confirmed pins the price, if it is the one the customer saw and it can be charged.
func Confirmed(o contract.Order, in contract.Confirmation, now time.Time) (contract.Order, error) {
	switch {
	case !in.AcceptTerms:
		return o, contract.RefuseField("acceptTerms", contract.FailTermsNotAccepted)
	case o.Price == nil || in.Total != o.Price.Total:
		return o, contract.Refuse(contract.FailPriceChanged)
	case o.Price.Total <= 0:
		return o, contract.Refuse(contract.FailAmountZero)
	}
	price := *o.Price
	price.PinnedAt = now
	o.Price = &price
	return o, nil
}

// fees are what a kind of order costs beside number, plan and delivery.
func fees(o contract.Order) []contract.PriceLine {
	var lines []contract.PriceLine
	if o.Replacement != nil {
		lines = append(lines, contract.PriceLine{Key: contract.LineReplacement, Amount: o.Replacement.Fee})
	}
	if o.ExtraSIM != nil {
		lines = append(lines, contract.PriceLine{Key: contract.LineSetup, Amount: o.ExtraSIM.SetupFee})
	}
	return lines
}

// discounted works out what the promo code takes off a price, which never falls below zero.
func discounted(o contract.Order, price contract.Halalas) contract.Order {
	if o.Promo == nil {
		return o
	}
	promo := *o.Promo
	promo.Discount = min(price, promo.Amount+price*contract.Halalas(promo.Percent)/100)
	o.Promo = &promo
	return o
}

func discountOf(o contract.Order) contract.Halalas {
	if o.Promo == nil {
		return 0
	}
	return o.Promo.Discount
}

// bookingPrice is what the number costs: nothing for a class that comes free with the plan's commitment.
func bookingPrice(o contract.Order) contract.Halalas {
	if o.Booking == nil || o.Plan != nil && slices.Contains(o.Plan.FreeCategories, o.Booking.Category) {
		return 0
	}
	return o.Booking.Price
}

// WaivedFor is what the number would have cost without the plan's commitment.
func WaivedFor(o contract.Order) contract.Halalas {
	if o.Booking == nil {
		return 0
	}
	return o.Booking.Price - bookingPrice(o)
}

func planPrice(o contract.Order) contract.Halalas {
	if o.Plan == nil {
		return 0
	}
	return o.Plan.Price
}

func deliveryFee(o contract.Order) contract.Halalas {
	if o.Delivery == nil {
		return 0
	}
	return o.Delivery.Fee
}
