package order

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
)

// ExpectedDelivery returns the first and the last day, written YYYY-MM-DD, on which the SIM card of an order arrives. It counts from the
// payment, and before that from now. Both are empty if no parcel is ahead, if its time depends on another operator, or if it is over.
func ExpectedDelivery(o contract.Order, d calendar.Delivery, now time.Time) (first, last string) {
	if SIMTypeOf(o.Kind, o.SIMType) != contract.SIMPhysical || o.NumberSource == contract.NumberPortIn ||
		o.Shipment != nil && o.Shipment.Status == contract.ShipmentFailedAttempt {
		return "", ""
	}
	from := now
	switch o.Stage {
	case contract.StageWizard:
	case contract.StagePlaced, contract.StagePreparing, contract.StageDispatched:
		from = paidAt(o)
	default:
		return "", ""
	}
	if first, last = d.Between(from); last < calendar.Date(now) {
		return "", ""
	}
	return max(first, calendar.Date(now)), last
}

// paidAt returns the time of the payment that bought the order; an order without one was confirmed when it was begun.
func paidAt(o contract.Order) time.Time {
	for _, p := range o.Payments {
		if p.Status == contract.PaymentPaid && !p.Double {
			return p.At
		}
	}
	return o.CreatedAt
}
