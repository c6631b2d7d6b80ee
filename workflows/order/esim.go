package order

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/esimprofile"
	"selfcare/workflows/internal/process"
)

// esim is the order's profile on its way to the customer's phone.
type esim struct {
	*orderRun
	*esimprofile.Profile
}

func newESIM(o *orderRun) *esim {
	return &esim{o, esimprofile.New(profileOwner{o}, o.settings.ESIM)}
}

func (e *esim) orderProfile(ctx workflow.Context) error {
	return e.RunOrEscalate(ctx, contract.WorkOrderProfile, func(ctx workflow.Context) error { return e.Order(ctx, e.TakeAmended()) })
}

// awaitInstallation also ends when the customer tells support that the profile is installed.
func (e *esim) awaitInstallation(ctx workflow.Context) error {
	return e.RunOrEscalate(ctx, contract.WorkFollowProfile, func(ctx workflow.Context) error {
		return e.AwaitInstallation(ctx, e.TakeAmended())
	})
}

// promise starts the "ready in minutes or your money back" promise, counted from the placed order.
func (e *esim) promise(ctx workflow.Context) error {
	if !order.HasPhase(e.State, contract.PhaseProfileReady) {
		return nil
	}
	if e.State.Profile == nil { // otherwise promised with the payment
		promised := contract.ProfilePromised{At: process.At(ctx), Within: e.settings.ESIM.ReadyWithin}
		if err := e.Apply(ctx, "Record that the eSIM is due", orders.PromiseProfile, promised); err != nil {
			return err
		}
	}
	workflow.Go(ctx, e.keepPromise)
	return nil
}

// keepPromise cancels the order when its eSIM is not ready in time, also while the order is held.
func (e *esim) keepPromise(ctx workflow.Context) {
	wait := process.Wait{
		For: "the eSIM is ready, or the money goes back", Limit: e.State.Profile.PromisedBy.Sub(workflow.Now(ctx)),
		Then: "the order is cancelled and the money goes back",
	}
	kept, err := process.Await(ctx, wait, func() bool { return order.IsProfileIssued(e.State) })
	if err == nil && !kept {
		e.callOff(contract.EndedPromiseMissed)
	}
}

// validateReissue passes one refusal to the handler: a customer without reissues left is handed over to support.
func (e *esim) validateReissue(in contract.ReissueRequest) error {
	err := process.Refusal(order.ValidateReissue(e.State, in, e.settings.ESIM.MaxReissues))
	if err != nil && process.CodeOf(err) == contract.FailReissueLimit && e.State.Held == nil {
		return nil
	}
	return err
}

// reissue answers when the new profile's code is issued.
func (e *esim) reissue(ctx workflow.Context, in contract.ReissueRequest) (contract.Order, error) {
	if err := process.Refusal(order.ValidateReissue(e.State, in, e.settings.ESIM.MaxReissues)); err != nil {
		if process.CodeOf(err) == contract.FailReissueLimit {
			e.UsedUp()
		}
		return contract.Order{}, err
	}
	if in.Device != nil {
		chosen := contract.DeviceChosen{At: process.At(ctx), Device: *in.Device}
		if err := e.Apply(ctx, "Record the other phone", orders.ChooseDevice, chosen); err != nil {
			return contract.Order{}, err
		}
	}
	err := e.Reissue(ctx, func() bool {
		return e.State.Stage != contract.StageDispatched && e.State.Stage != contract.StageDelivered
	})
	return e.State, err
}

// profileOwner makes an order the owner of a profile.
type profileOwner struct{ *orderRun }

func (o profileOwner) Profile() *contract.Profile { return o.State.Profile }

func (o profileOwner) ProfileOrder(issue int) contract.ProfileOrder {
	in := contract.ProfileOrder{OrderID: o.State.ID, Issue: issue}
	if o.State.Device != nil {
		in.EID = o.State.Device.EID
	}
	return in
}

func (o profileOwner) RecordProfile(ctx workflow.Context, p contract.Profile) error {
	moved := contract.ProfileMoved{At: process.At(ctx), Profile: p, Limits: o.limits()}
	isDone := func() bool { return order.HasProfileReached(o.State.Profile, p) }
	err := o.ApplyOnce(ctx, isDone, "eSIM is "+string(p.State), orders.RecordProfile, moved)
	if err == nil && p.State == contract.ProfileError {
		return o.Flush(ctx) // show it to operators at once, as with a parcel
	}
	return err
}

func (o profileOwner) RemindToInstall(ctx workflow.Context) error {
	return o.remind(ctx, "esim-reminder")
}

func (o profileOwner) ReissuesLeft() int {
	return order.ReissuesLeft(o.State, o.settings.ESIM.MaxReissues)
}

func (o profileOwner) Ending() bool { return o.cancelReason != "" }
