package workflows

import (
	"fmt"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func (o *orderRun) allocateSIM(ctx workflow.Context) error {
	return o.moveOn(ctx, "Take a SIM card from stock", orders.AllocateSIM, o.at(ctx))
}

// ship sends the parcel and waits until it is delivered. One that comes back ends the order.
func (o *orderRun) ship(ctx workflow.Context) error {
	if o.state.Shipment != nil && o.amended { // corrected data needs a new parcel; otherwise the one booked is followed on
		if err := o.cancelParcel(ctx); err != nil {
			return err
		}
		o.parcel++
	}
	in := o.shipmentInput()
	if !o.amended {
		in.Booked = o.state.Shipment
	}
	o.amended = false
	ctx = workflow.WithChildOptions(ctx, workflow.ChildWorkflowOptions{
		WorkflowID:          contract.ShipmentWorkflowID(o.state.ID),
		WaitForCancellation: true,
		StaticSummary:       "Parcel of order " + o.state.Number,
	})
	var last contract.Shipment
	if err := workflow.ExecuteChildWorkflow(ctx, Shipment, in).Get(ctx, &last); err != nil {
		return err
	}
	if err := workflow.Await(ctx, func() bool { return o.state.Shipment != nil && o.state.Shipment.Status == last.Status }); err != nil {
		return err
	}
	if last.Status == contract.ShipmentReturned {
		return ending(contract.EndedReturned)
	}
	return nil
}

// shipmentInput is the parcel as it would be sent now.
func (o *orderRun) shipmentInput() contract.ShipmentInput {
	return contract.ShipmentInput{
		OrderID: o.state.ID, OrderNumber: o.state.Number, Delivery: *o.state.Delivery, Contact: *o.state.Contact,
		TTL: o.settings.ShipmentTTL, Attempt: o.parcel,
	}
}

// hearShipment writes what the parcel's workflow tells and passes on what the customer wants to know at once.
func (o *orderRun) hearShipment(ctx workflow.Context) {
	news := workflow.GetSignalChannel(ctx, contract.SignalShipmentProgress)
	for !o.left {
		var moved contract.ShipmentMoved
		news.Receive(ctx, &moved)
		before := o.state.Stage
		moved.At = o.at(ctx)
		if err := o.advance(ctx, "Parcel is "+string(moved.Shipment.Status), orders.RecordShipment, moved); err != nil {
			workflow.GetLogger(ctx).Error("parcel news could not be saved", "error", err)
			continue
		}
		switch {
		case moved.Shipment.Status == contract.ShipmentFailedAttempt:
			o.tellCustomer(ctx, "delivery-failed")
		case before == contract.StagePreparing && o.state.Stage == contract.StageDispatched:
			o.tellCustomer(ctx, "order-dispatched")
		}
	}
}

// activate takes the customer's request and answers when the line is active, or when it cannot be switched on now.
func (o *orderRun) activate(ctx workflow.Context, in contract.ActivationRequest) (contract.Order, error) {
	err := inStore(ctx, "Compare the card", nil, orders.CheckCard, o.state, in)
	if err != nil {
		return contract.Order{}, err
	}
	o.activation = &in
	if err := workflow.Await(ctx, func() bool { return o.state.Stage != contract.StageDelivered }); err != nil {
		return contract.Order{}, err
	}
	if o.state.Stage != contract.StageActive {
		return contract.Order{}, refusal(contract.Refuse(contract.FailActivation))
	}
	return o.state, nil
}

func (o *orderRun) switchLineOn(ctx workflow.Context) error {
	return workflow.ExecuteActivity(withGatewayPolicy(ctx, "Switch the line on"), network.ActivateLine, o.line()).Get(ctx, nil)
}

func (o *orderRun) completeOrder(ctx workflow.Context) error {
	return o.moveOn(ctx, "Create the line and close the books", orders.CompleteOrder, o.at(ctx))
}

func (o *orderRun) line() contract.LineOrder {
	return contract.LineOrder{
		Key: o.state.ID, MSISDN: order.MSISDN(o.state), ICCID: order.ICCID(o.state), PlanID: order.PlanID(o.state),
	}
}

// tellCustomer sends a message without making the order wait for it. Before the customer has said how to be reached
// there is nobody to tell.
func (o *orderRun) tellCustomer(ctx workflow.Context, template string) {
	if o.state.Contact == nil {
		return
	}
	o.told++ // tells the second message of a kind from a repeat of the first one
	notice := contract.Notice{
		OrderID: o.state.ID, Key: fmt.Sprintf("%s-%d", template, o.told), Template: template, Language: o.state.Language,
		Mobile: o.state.Contact.Mobile, Email: o.state.Contact.Email, Params: noticeParams(o.state, o.settings),
	}
	notice.Reason = order.PortTrouble(o.state)
	o.notices++
	workflow.Go(o.root, func(ctx workflow.Context) {
		defer func() { o.notices-- }()
		ctx, cancel := workflow.NewDisconnectedContext(ctx)
		defer cancel()
		err := workflow.ExecuteActivity(withMessagePolicy(ctx, "Tell the customer: "+template), messenger.NotifyCustomer, notice).Get(ctx, nil)
		if err != nil {
			workflow.GetLogger(ctx).Warn("customer could not be told", "template", template, "error", err)
		}
	})
}
