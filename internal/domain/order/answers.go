package order

import (
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
)

// Saved returns the order in its next saved state: with the next sequence number, the step that follows from the answers, and
// without a delay that is over.
func Saved(o contract.Order) contract.Order {
	o.Seq++
	o.Step = Next(o)
	if o.Late != nil && o.Late.Stage != Awaited(o) {
		o.Late = nil
	}
	return o
}

// WithBooking sets a newly held number. Other answers stay; the price must be confirmed again.
func WithBooking(o contract.Order, b contract.Booking, vatPercent int) contract.Order {
	o.Booking = &b
	return Priced(o, vatPercent)
}

// WithoutBooking removes the number. With lost, the number stays visible as expired, so that similar numbers can be offered.
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

// WithPerson sets the owner of the line. Another ID needs a new proof of identity and has its own use of a promo code.
func WithPerson(o contract.Order, p contract.Person) contract.Order {
	if o.Person != nil && o.Person.IDNumber != p.IDNumber {
		o.Identity, o.Promo = nil, nil
	}
	o.Person = &p
	return o
}

// Priced computes the price again, and removes a confirmation of another price.
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

// Recurring is the price of each further cycle, with VAT. Months is 0 if the cycle counts Days.
type Recurring struct {
	Amount       contract.Halalas
	Days, Months int
}

// RecurringOf returns what the line costs after today's payment: the plan if it renews itself, or the monthly fee of a further
// SIM. It is nil without such a price.
func RecurringOf(o contract.Order) *Recurring {
	switch {
	case o.Plan != nil && o.Plan.Price > 0 && o.Plan.CycleDays > 0:
		return &Recurring{Amount: o.Plan.Price, Days: o.Plan.CycleDays, Months: o.Plan.CycleMonths}
	case o.ExtraSIM != nil && o.ExtraSIM.MonthlyFee > 0:
		return &Recurring{Amount: o.ExtraSIM.MonthlyFee, Days: monthDays, Months: 1}
	default:
		return nil
	}
}

// monthDays is the usual length of a month, for readers that count days only.
const monthDays = 30

// Unpinned removes the confirmation of the price.
func Unpinned(o contract.Order) contract.Order {
	if o.Price != nil {
		price := *o.Price
		price.PinnedAt = time.Time{}
		o.Price = &price
	}
	return o
}

// Confirmed pins the price, when the customer saw this price and it can be charged.
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

// fees returns the price lines of an order other than number, plan and delivery.
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

// discounted applies the promo code to a price, which never falls below zero.
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

// bookingPrice returns the price of the number: zero for a class that is free with the plan's commitment.
func bookingPrice(o contract.Order) contract.Halalas {
	if o.Booking == nil || o.Plan != nil && slices.Contains(o.Plan.FreeCategories, o.Booking.Category) {
		return 0
	}
	return o.Booking.Price
}

// WaivedFor returns the part of the number's price that the plan's commitment saved. The price of the order tells what was paid,
// also for a number of another class that replaced a lost one.
func WaivedFor(o contract.Order) contract.Halalas {
	if o.Booking == nil {
		return 0
	}
	if o.Price != nil {
		for _, line := range o.Price.Lines {
			if line.Key == contract.LineNumber {
				return o.Booking.Price - line.Amount
			}
		}
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
