package order

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	parcelinternal "selfcare/workflows/internal/parcel"
	"selfcare/workflows/internal/process"
)

// parcel is the order's SIM card on its way to the customer.
type parcel struct {
	*orderRun
	*parcelinternal.Parcel
}

func newParcel(o *orderRun) *parcel {
	return &parcel{o, parcelinternal.New(parcelOwner{o}, o.settings.ShipmentTTL)}
}

func (p *parcel) allocateSIM(ctx workflow.Context) error {
	return p.RunOrEscalate(ctx, contract.WorkAllocateSIM, func(ctx workflow.Context) error {
		return p.ApplyUnlessHeld(ctx, "Take a SIM card from stock", orders.AllocateSIM, process.At(ctx))
	})
}

// returnSIM does nothing for a card that the customer has or that was lost on the way.
func (p *parcel) returnSIM(ctx workflow.Context) error {
	if p.State.SIM == nil || !order.ParcelWithUs(p.State) {
		return nil
	}
	return p.Apply(ctx, "Put the card back into stock", orders.ReturnSIM, process.At(ctx))
}

func (p *parcel) deliverParcel(ctx workflow.Context) error {
	return p.RunOrEscalate(ctx, contract.WorkShip, func(ctx workflow.Context) error { return p.Deliver(ctx, p.TakeAmended()) })
}

// parcelOwner makes an order the owner of a parcel.
type parcelOwner struct{ *orderRun }

func (o parcelOwner) Shipment() *contract.Shipment { return o.State.Shipment }

func (o parcelOwner) ShipmentInput(attempt int) contract.ShipmentInput {
	return contract.ShipmentInput{
		OrderID: o.State.ID, OrderNumber: o.State.Number, Delivery: *o.State.Delivery, Contact: *o.State.Contact, Attempt: attempt,
	}
}

func (o parcelOwner) RecordShipment(ctx workflow.Context, s contract.Shipment, scan *contract.ParcelScanned) error {
	moved := contract.ShipmentMoved{At: process.At(ctx), Shipment: s, Scan: scan, Limits: o.limits()}
	isDone := func() bool { return order.HasParcelReached(o.State.Shipment, s) }
	summary := "Parcel is " + string(s.Status)
	if scan != nil && scan.Status == "" {
		summary = "Note a scan of the parcel"
	}
	err := o.ApplyOnce(ctx, isDone, summary, orders.RecordShipment, moved)
	if err == nil && scan != nil && s.Status != contract.ShipmentDelivered {
		return o.Flush(ctx) // show it to operators at once, because the order's wait may be long
	}
	return err
}

func (o parcelOwner) Ending() bool { return o.isCancelling() }
