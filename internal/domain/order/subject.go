package order

import "selfcare/internal/contract"

// MSISDN returns the number of an order: booked, ported in, or already in service.
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

// ICCID returns the ICCID of the order's card or profile.
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

// PlanID returns the plan of the line, chosen now or earlier.
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

// AirwayBill returns the airway bill of an order's parcel, or "" before one is booked.
func AirwayBill(o contract.Order) string {
	if o.Shipment == nil {
		return ""
	}
	return o.Shipment.AirwayBill
}
