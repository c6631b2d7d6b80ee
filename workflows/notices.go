package workflows

import (
	"fmt"
	"strconv"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/order"
)

// noticeParams are the words a message may use.
func noticeParams(o contract.Order, s contract.Settings) map[string]string {
	params := map[string]string{"order": o.Number}
	if number := order.MSISDN(o); number != "" {
		params["msisdn"] = number
	}
	if o.Shipment != nil {
		params["airwayBill"] = o.Shipment.AirwayBill
		params["attempt"], params["attempts"] = strconv.Itoa(o.Shipment.Attempts), strconv.Itoa(s.DeliveryAttempts)
	}
	if order.ProfileOut(o) {
		params["smdpAddress"], params["activationCode"] = o.Profile.SMDPAddress, o.Profile.MatchingID
	}
	if o.Port != nil && !o.Port.CutOverAt.IsZero() {
		params["when"] = o.Port.CutOverAt.In(calendar.Riyadh).Format(contract.MomentLayout)
	}
	if o.Ended != nil {
		params["amount"] = riyals(o.Ended.Refunded)
	}
	if o.Price != nil {
		params["price"] = riyals(o.Price.Total)
	}
	return params
}

func riyals(amount contract.Halalas) string { return fmt.Sprintf("%d.%02d", amount/100, amount%100) }
