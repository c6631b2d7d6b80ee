package generic

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/callback"
)

// Receiver reads call-backs in the envelope of the adapters named generic. Data: awb, reference, status, scannedAt.
type Receiver struct{ Signed callback.Signed }

var scans = map[contract.ShipmentStatus]bool{
	contract.ShipmentPickedUp:       true,
	contract.ShipmentInTransit:      true,
	contract.ShipmentOutForDelivery: true,
	contract.ShipmentFailedAttempt:  true,
	contract.ShipmentDelivered:      true,
	contract.ShipmentReturned:       true,
	contract.ShipmentCancelled:      true,
}

// Receive reads one scan of a parcel.
func (v Receiver) Receive(_ context.Context, r callback.Request) ([]callback.Event, error) {
	said, err := v.Signed.Open(r)
	if err != nil {
		return nil, err
	}
	status := contract.ShipmentStatus(said.Text("status"))
	if !scans[status] {
		return nil, &callback.Invalid{Field: "data.status"}
	}
	return said.With(callback.Parcel{
		AirwayBill: said.Text("awb"), Reference: said.Text("reference"), Status: status, At: said.TimeOr("scannedAt"),
	}), nil
}
