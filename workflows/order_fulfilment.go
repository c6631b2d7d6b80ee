package workflows

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/run"
)

// parcelFollowed is the parcel of an order while it runs.
type parcelFollowed struct {
	booking  bool      // a booking is under way: what the courier has is not known yet
	asked    bool      // the courier was asked for a parcel
	attempt  int       // parcels sent before this one
	lastNews time.Time // of the courier
}

func (o *orderRun) parcelIsDelivered(ctx workflow.Context) error {
	return o.RunOrEscalate(ctx, contract.WorkShip, o.ship)
}

// ship sends the parcel and waits until it is delivered. One that comes back ends the order.
func (o *orderRun) ship(ctx workflow.Context) error {
	again := o.State.Shipment != nil && (o.Amended || o.State.Shipment.Status == contract.ShipmentCancelled)
	if again { // corrected data needs a new parcel; otherwise the one booked is followed on
		if err := o.cancelParcel(ctx); err != nil {
			return err
		}
		o.parcel.attempt++
	}
	o.Amended = false
	if o.State.Shipment != nil && !again {
		if _, err := o.askCourier(ctx); err != nil {
			return err
		}
	} else if err := o.bookParcel(ctx); err != nil {
		return err
	}
	return o.followParcel(ctx)
}

func (o *orderRun) bookParcel(ctx workflow.Context) error {
	if ctx.Err() != nil {
		return ctx.Err() // cancelled already: nothing is booked that would have to be taken back
	}
	o.parcel.booking, o.parcel.asked = true, true
	defer func() { o.parcel.booking = false }()
	var booked contract.Shipment
	if err := o.Do(run.WithGatewayPolicy(ctx, "Book the parcel"), &booked, courier.BookParcel, o.shipmentInput()); err != nil {
		return err
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx) // booked there: it must be noted
	defer cancel()
	return o.recordParcel(ctx, booked, nil)
}

// followParcel waits for the courier's scans. A parcel that stays silent for too long is asked after, and then held for a
// person to look into.
func (o *orderRun) followParcel(ctx workflow.Context) error {
	o.parcel.lastNews = workflow.Now(ctx)
	for !o.parcelArrived() {
		wait := run.Wait{
			For: "the courier's next scan", Limit: o.parcel.lastNews.Add(o.settings.ShipmentTTL).Sub(workflow.Now(ctx)),
			Then: "the courier is asked; without news held for support",
		}
		if _, err := o.Await(ctx, wait, o.parcelArrived); err != nil {
			return err
		}
		if o.parcelArrived() || workflow.Now(ctx).Sub(o.parcel.lastNews) < o.settings.ShipmentTTL {
			continue
		}
		news, err := o.askCourier(ctx)
		if err != nil {
			return err
		}
		if !news {
			return run.Refuse(contract.FailShipmentOverdue)
		}
	}
	switch o.State.Shipment.Status {
	case contract.ShipmentReturned:
		return run.Ending(contract.EndedReturned)
	case contract.ShipmentCancelled: // by the courier: support finds out why and sends another
		return run.Refuse(contract.FailCourierRefused)
	default:
		return nil
	}
}

func (o *orderRun) parcelArrived() bool {
	switch o.State.Shipment.Status {
	case contract.ShipmentDelivered, contract.ShipmentReturned, contract.ShipmentCancelled:
		return true
	default:
		return false
	}
}

// askCourier asks after the parcel; what is new is taken like a scan.
func (o *orderRun) askCourier(ctx workflow.Context) (news bool, err error) {
	bill := o.State.Shipment.AirwayBill
	var status contract.ShipmentStatus
	if err := o.Do(run.WithInteractivePolicy(ctx, "Ask after the parcel"), &status, courier.AskParcel, bill); err != nil {
		return false, err
	}
	found := contract.ParcelScanned{
		EventID: "asked-" + workflow.Now(ctx).Format(time.RFC3339Nano), AirwayBill: bill, Status: status, At: workflow.Now(ctx),
	}
	if status == o.State.Shipment.Status {
		return false, nil
	}
	return o.takeScan(ctx, found)
}

// listenParcel takes the courier's scans, also while the order is held or being undone.
func (o *orderRun) listenParcel(ctx workflow.Context, scan contract.ParcelScanned) {
	if _, err := o.takeScan(ctx, scan); err != nil {
		workflow.GetLogger(ctx).Error("scan not taken", "error", err)
	}
}

// takeScan applies a scan, unless it is of another parcel or older than what is known.
func (o *orderRun) takeScan(ctx workflow.Context, scan contract.ParcelScanned) (news bool, err error) {
	last := o.State.Shipment
	if last == nil || scan.AirwayBill != last.AirwayBill || !order.ScanMoves(last.Status, scan.Status) {
		return false, nil
	}
	moved := *last
	moved.Status = scan.Status
	if scan.Status == contract.ShipmentFailedAttempt {
		moved.Attempts++
	}
	o.parcel.lastNews = workflow.Now(ctx)
	return true, o.recordParcel(ctx, moved, &scan)
}

func (o *orderRun) recordParcel(ctx workflow.Context, s contract.Shipment, scan *contract.ParcelScanned) error {
	moved := contract.ShipmentMoved{At: at(ctx), Shipment: s, Scan: scan, Limits: o.limits()}
	return o.Apply(ctx, "Parcel is "+string(s.Status), orders.RecordShipment, moved)
}

// shipmentInput is the parcel as it would be sent now.
func (o *orderRun) shipmentInput() contract.ShipmentInput {
	return contract.ShipmentInput{
		OrderID: o.State.ID, OrderNumber: o.State.Number, Delivery: *o.State.Delivery, Contact: *o.State.Contact,
		Attempt: o.parcel.attempt,
	}
}

// cancelParcel also serves where it is not known whether a parcel was booked; one that left us cannot be cancelled.
func (o *orderRun) cancelParcel(ctx workflow.Context) error {
	if o.State.Delivery == nil || !o.parcel.asked || !order.ParcelCancellable(o.State) {
		return nil
	}
	ref := contract.ParcelRef{Reference: o.shipmentInput().Reference()}
	err := o.Do(run.WithGatewayPolicy(ctx, "Cancel the parcel"), nil, courier.CancelParcel, ref)
	if err != nil && o.isCancelling() && run.CodeOf(err) == contract.FailCancelTooLate {
		return o.parcelHasLeft(ctx)
	}
	if err != nil || o.State.Shipment == nil {
		return err
	}
	cancelled := *o.State.Shipment
	cancelled.Status = contract.ShipmentCancelled
	return o.recordParcel(ctx, cancelled, nil)
}

// parcelHasLeft: the courier knew before us. The order is cancelled all the same, but its card is not ours any more.
func (o *orderRun) parcelHasLeft(ctx workflow.Context) error {
	if o.State.Shipment == nil {
		return nil
	}
	left := *o.State.Shipment
	left.Status = contract.ShipmentPickedUp
	return o.recordParcel(ctx, left, nil)
}

// limits are the figures that messages speak of.
func (o *orderRun) limits() contract.Limits {
	return contract.Limits{
		DeliveryAttempts: o.settings.DeliveryAttempts, Reissues: o.settings.ESIM.MaxReissues, PortTries: o.settings.Port.Tries,
	}
}
