package workflows

import (
	"fmt"

	"selfcare/internal/contract"
)

// noticeKey tells the second message of a kind from a repeat of the first one.
func noticeKey(o contract.Order, template string) string {
	switch template {
	case "delivery-failed":
		return fmt.Sprintf("%s-%d", template, o.Shipment.Attempts)
	case "hold-expired":
		return fmt.Sprintf("%s-%d", template, o.Booking.HeldSince.Unix())
	default:
		return template
	}
}

// noticeParams are the words a message may use.
func noticeParams(o contract.Order) map[string]string {
	params := map[string]string{"order": o.Number}
	if o.Booking != nil {
		params["msisdn"] = o.Booking.MSISDN
	}
	if o.Shipment != nil {
		params["airwayBill"] = o.Shipment.AirwayBill
	}
	if o.Ended != nil {
		params["amount"] = riyals(o.Ended.Refunded)
	}
	if o.Ended == nil && o.Price != nil {
		params["amount"] = riyals(o.Price.Total)
	}
	return params
}

func riyals(amount contract.Halalas) string { return fmt.Sprintf("%d.%02d", amount/100, amount%100) }
