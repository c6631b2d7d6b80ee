package naive

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// Install has the profile made and records each report until it is on the phone.
func Install(ctx workflow.Context, order contract.Order) (contract.Order, error) {
	if err := answerStatus(ctx, &order); err != nil { // a query for the identity may reach this workflow
		return order, err
	}
	var profile contract.Profile
	wanted := contract.ProfileOrder{OrderID: order.ID, Issue: 1, EID: order.Device.EID}
	if err := workflow.ExecuteActivity(options(ctx), esims.OrderProfile, wanted).Get(ctx, &profile); err != nil {
		return order, err
	}
	profile.ReadyAt = workflow.Now(ctx)
	if err := change(ctx, &order, orders.RecordProfile, contract.ProfileMoved{At: at(ctx), Profile: profile}); err != nil {
		return order, err
	}
	if err := tell(ctx, order, "esim-ready"); err != nil {
		return order, err
	}
	reports := workflow.GetSignalChannel(ctx, contract.SignalProfileReported)
	for profile.State != contract.ProfileInstalled {
		var report contract.ProfileReported
		reports.Receive(ctx, &report)
		profile.State = report.State
		if err := change(ctx, &order, orders.RecordProfile, contract.ProfileMoved{At: at(ctx), Profile: profile}); err != nil {
			return order, err
		}
	}
	return order, nil
}

// SwitchOn activates the line and closes the books.
func SwitchOn(ctx workflow.Context, order contract.Order) (contract.Order, error) {
	line := contract.LineOrder{Key: order.ID, MSISDN: order.Booking.MSISDN, ICCID: iccid(order), PlanID: order.Plan.ID}
	if err := workflow.ExecuteActivity(options(ctx), network.ActivateLine, line).Get(ctx, nil); err != nil {
		return order, err
	}
	err := change(ctx, &order, orders.CompleteOrder, at(ctx))
	return order, err
}

func iccid(order contract.Order) string {
	if order.Profile != nil {
		return order.Profile.ICCID
	}
	return order.SIM.ICCID
}
