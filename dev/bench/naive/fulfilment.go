package naive

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// Ship books the parcel and records each scan until it is delivered.
func Ship(ctx workflow.Context, order contract.Order) (contract.Order, error) {
	if err := answerStatus(ctx, &order); err != nil { // a query for the identity may reach this workflow
		return order, err
	}
	in := contract.ShipmentInput{OrderID: order.ID, OrderNumber: order.Number, Delivery: *order.Delivery, Contact: *order.Contact}
	var parcel contract.Shipment
	if err := workflow.ExecuteActivity(options(ctx), courier.BookParcel, in).Get(ctx, &parcel); err != nil {
		return order, err
	}
	if err := change(ctx, &order, orders.RecordShipment, contract.ShipmentMoved{At: at(ctx), Shipment: parcel}); err != nil {
		return order, err
	}
	scans := workflow.GetSignalChannel(ctx, contract.SignalParcelScanned)
	for parcel.Status != contract.ShipmentDelivered {
		var scan contract.ParcelScanned
		scans.Receive(ctx, &scan)
		parcel.Status = scan.Status
		moved := contract.ShipmentMoved{At: at(ctx), Shipment: parcel, Scan: &scan}
		if err := change(ctx, &order, orders.RecordShipment, moved); err != nil {
			return order, err
		}
		if scan.Status == contract.ShipmentPickedUp {
			if err := tell(ctx, order, "order-dispatched"); err != nil {
				return order, err
			}
		}
	}
	return order, nil
}

// Activate proves the customer's identity again and activates the line.
func Activate(ctx workflow.Context, order contract.Order) (contract.Order, error) {
	if err := answerStatus(ctx, &order); err != nil {
		return order, err
	}
	next(ctx, contract.UpdateRequestIdentity, nil)
	if err := prove(ctx, &order, contract.PurposeActivation); err != nil {
		return order, err
	}
	var card contract.ActivationRequest
	next(ctx, contract.UpdateActivate, &card)
	if err := workflow.ExecuteActivity(options(ctx), orders.CheckCard, order, card).Get(ctx, nil); err != nil {
		return order, err
	}
	return SwitchOn(ctx, order)
}
