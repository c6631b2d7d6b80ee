package order

import "selfcare/internal/contract"

// MSISDN is the number an order is about: booked, brought along, or in service already.
func MSISDN(o contract.Order) string {
	switch {
	case o.Booking != nil:
		return o.Booking.MSISDN
	case o.Port != nil:
		return o.Port.MSISDN
	case o.Line != nil:
		return o.Line.MSISDN
	default:
		return ""
	}
}

// ICCID is the card or the profile given to the order.
func ICCID(o contract.Order) string {
	switch {
	case o.SIM != nil:
		return o.SIM.ICCID
	case o.Profile != nil:
		return o.Profile.ICCID
	default:
		return ""
	}
}

// PlanID is the plan the line runs on, chosen now or long ago.
func PlanID(o contract.Order) string {
	switch {
	case o.Plan != nil:
		return o.Plan.ID
	case o.Line != nil:
		return o.Line.PlanID
	default:
		return ""
	}
}
