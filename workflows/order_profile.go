package workflows

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// profileFollowing is the eSIM of an order while it runs.
type profileFollowing struct {
	child   workflow.ChildWorkflowFuture
	stop    workflow.CancelFunc
	asked   int           // profiles asked for so far
	trouble contract.Code // why nothing more happens by itself
	decided contract.Code // the trouble that support has decided about
}

func (o *orderRun) profileIsReady(ctx workflow.Context) error {
	return o.see(ctx, contract.WorkOrderProfile, o.orderProfile)
}

// profileIsInstalled also ends where the customer told support that it is.
func (o *orderRun) profileIsInstalled(ctx workflow.Context) error {
	if err := o.see(ctx, contract.WorkFollowProfile, o.followProfile); err != nil {
		return err
	}
	return o.followNoMore(ctx)
}

// promiseProfile is "ready in minutes or your money back", counted from the moment the order stands.
func (o *orderRun) promiseProfile(ctx workflow.Context) error {
	if !order.Has(o.state, contract.ChapterProfileReady) {
		return nil
	}
	workflow.Go(o.root, o.hearProfile)
	promise := contract.ProfilePromised{At: o.at(ctx), Within: o.settings.ESIM.ReadyWithin}
	if err := o.advance(ctx, "Promise the eSIM", orders.PromiseProfile, promise); err != nil {
		return err
	}
	workflow.Go(ctx, o.keepPromise)
	return nil
}

// keepPromise calls the order off when its eSIM is not ready in time, also while it is held.
func (o *orderRun) keepPromise(ctx workflow.Context) {
	left := o.state.Profile.PromisedBy.Sub(workflow.Now(ctx))
	kept, err := o.await(ctx, "eSIM is ready, or the money goes back", left, func() bool { return order.ProfileOut(o.state) })
	if err != nil || kept || o.calledOff != "" {
		return
	}
	o.calledOff = contract.EndedPromiseMissed
	o.callOff()
}

// orderProfile starts the profile's workflow and waits until its code is out. Corrected data needs another profile.
func (o *orderRun) orderProfile(ctx workflow.Context) error {
	if ctx.Err() != nil {
		return ctx.Err() // called off already: nothing is made that would have to be taken back
	}
	if o.profile.asked == 0 || o.amended {
		o.profile.asked++
	}
	o.amended = false
	following, stop := workflow.WithCancel(ctx)
	following = workflow.WithChildOptions(following, workflow.ChildWorkflowOptions{
		WorkflowID:          contract.ESIMProfileWorkflowID(o.state.ID),
		WaitForCancellation: true,
		StaticSummary:       "eSIM of order " + o.state.Number,
	})
	o.profile.stop = stop
	o.profile.child = workflow.ExecuteChildWorkflow(following, ESIMProfile, contract.ProfileInput{
		OrderID: o.state.ID, OrderNumber: o.state.Number, Device: o.device(), Issue: o.profile.asked,
	})
	if err := workflow.Await(ctx, func() bool { return order.ProfileOut(o.state) || o.profile.child.IsReady() }); err != nil {
		return err
	}
	if order.ProfileOut(o.state) {
		return nil
	}
	return o.profile.child.Get(ctx, nil)
}

// followProfile waits for the installed notice and reminds the customer once.
func (o *orderRun) followProfile(ctx workflow.Context) error {
	if err := o.tryAnew(ctx); err != nil {
		return err
	}
	settled := func() bool { return o.profile.trouble != "" || o.profile.child.IsReady() }
	limits := o.settings.ESIM
	moved, err := o.await(ctx, "reminder to install the eSIM", limits.RemindAfter, settled)
	if err == nil && !moved {
		o.tellCustomer(ctx, "esim-reminder")
		moved, err = o.await(ctx, "eSIM was not installed", limits.InstallWithin-limits.RemindAfter, settled)
	}
	if err != nil {
		return err
	}
	if !moved {
		o.profile.trouble = contract.FailProfileOverdue
	}
	if o.profile.child.IsReady() {
		return o.profile.child.Get(ctx, nil)
	}
	o.profile.decided, o.profile.trouble = o.profile.trouble, ""
	return refusal(contract.Refuse(o.profile.decided))
}

// tryAnew is what support's "retry" means: another profile, except where the last one was only left alone.
func (o *orderRun) tryAnew(ctx workflow.Context) error {
	trouble, amended := o.profile.decided, o.amended
	if trouble == "" {
		return nil
	}
	o.profile.decided, o.profile.trouble, o.amended = "", "", false
	if trouble == contract.FailProfileOverdue && !amended || o.profile.child.IsReady() {
		return nil
	}
	return o.wantProfile(ctx, amended)
}

// wantProfile asks for another profile; one that is asked for already is not asked for twice, unless its data changed.
func (o *orderRun) wantProfile(ctx workflow.Context, changed bool) error {
	if o.profile.asked <= o.state.Profile.Issued || changed {
		o.profile.asked++
	}
	want := contract.ProfileWanted{Issue: o.profile.asked, Device: o.device()}
	return o.profile.child.SignalChildWorkflow(ctx, contract.SignalProfileWanted, want).Get(ctx, nil)
}

// followNoMore writes the installed notice, which came as the result of the profile's workflow. Without one support knows
// from the customer that the profile is installed.
func (o *orderRun) followNoMore(ctx workflow.Context) error {
	o.profile.stop()
	var last contract.Profile
	if err := o.profile.child.Get(ctx, &last); err != nil {
		return ctx.Err()
	}
	return o.advance(ctx, "eSIM is installed", orders.RecordProfile, contract.ProfileMoved{At: o.at(ctx), Profile: last})
}

// hearProfile writes what the profile's workflow tells and passes on what the customer wants to know at once.
func (o *orderRun) hearProfile(ctx workflow.Context) {
	news := workflow.GetSignalChannel(ctx, contract.SignalProfileProgress)
	for !o.left {
		var moved contract.ProfileMoved
		news.Receive(ctx, &moved)
		if moved.Trouble != "" {
			o.profile.trouble = moved.Trouble
			continue
		}
		moved.At = o.at(ctx)
		if err := o.advance(ctx, "eSIM is "+string(moved.Profile.State), orders.RecordProfile, moved); err != nil {
			workflow.GetLogger(ctx).Error("news of the eSIM could not be saved", "error", err)
			continue
		}
		o.tellOfProfile(ctx)
	}
}

// tellOfProfile: who can have another profile made is asked to; who cannot any more needs support.
func (o *orderRun) tellOfProfile(ctx workflow.Context) {
	switch {
	case o.state.Profile.State == contract.ProfileReleased:
		o.tellCustomer(ctx, "esim-ready")
	case o.state.Profile.State != contract.ProfileError:
	case order.ReissuesLeft(o.state, o.settings.ESIM.MaxReissues) > 0:
		o.tellCustomer(ctx, "esim-failed")
	default:
		o.profile.trouble = contract.FailReissueLimit
	}
}

// mayReissue lets one refusal through to the handler: who has used up his profiles is handed over to support.
func (o *orderRun) mayReissue(in contract.ReissueRequest) error {
	err := refusal(order.MayReissue(o.state, in, o.settings.ESIM.MaxReissues))
	if err != nil && failureCode(err) == contract.FailReissueLimit && o.state.Held == nil {
		return nil
	}
	return err
}

// reissueProfile answers when the other profile's code is out.
func (o *orderRun) reissueProfile(ctx workflow.Context, in contract.ReissueRequest) (contract.Order, error) {
	if err := refusal(order.MayReissue(o.state, in, o.settings.ESIM.MaxReissues)); err != nil {
		if failureCode(err) == contract.FailReissueLimit {
			o.profile.trouble = contract.FailReissueLimit
		}
		return contract.Order{}, err
	}
	if o.profile.asked <= o.state.Profile.Issued { // else one is being made
		if err := o.askForAnother(ctx, in.Device); err != nil {
			return contract.Order{}, err
		}
	}
	wanted := o.profile.asked
	err := workflow.Await(ctx, func() bool {
		return o.state.Profile.Issued >= wanted || o.state.Stage != contract.StageDispatched && o.state.Stage != contract.StageDelivered
	})
	if err == nil && o.state.Profile.Issued < wanted {
		err = refusal(contract.Refuse(contract.FailProfileNotReady))
	}
	return o.state, err
}

func (o *orderRun) askForAnother(ctx workflow.Context, device *contract.Device) error {
	if device != nil {
		chosen := contract.DeviceChosen{At: o.at(ctx), Device: *device}
		if err := o.advance(ctx, "Take the other phone", orders.ChooseDevice, chosen); err != nil {
			return err
		}
	}
	return o.wantProfile(ctx, false)
}

// cancelProfile takes back every profile that may have been made and is not on the customer's phone. Also where nobody
// knows whether one was.
func (o *orderRun) cancelProfile(ctx workflow.Context) error {
	if o.profile.asked == 0 || o.state.Profile.State == contract.ProfileCancelled {
		return nil
	}
	if o.calledOff != "" { // what is under way there is known before it is taken back
		o.profile.stop()
		if err := workflow.Await(ctx, o.profile.child.IsReady); err != nil {
			return err
		}
	}
	left := *o.state.Profile
	for issue := max(1, left.Issued); issue <= o.profile.asked; issue++ {
		if issue == left.Issued && order.InHand(left.State) {
			continue
		}
		inHand, err := o.takeProfileBack(ctx, issue)
		switch {
		case err != nil:
			return err
		case inHand:
			left.State = contract.ProfileDownloaded
		case issue == left.Issued || left.Issued == 0:
			left.State = contract.ProfileCancelled
		}
	}
	if left.State == o.state.Profile.State {
		return nil
	}
	return o.advance(ctx, "eSIM is "+string(left.State), orders.RecordProfile, contract.ProfileMoved{At: o.at(ctx), Profile: left})
}

// takeProfileBack tells whether the profile was too late to cancel in an order that ends all the same: it stays on the
// phone, where it is worth nothing without a line.
func (o *orderRun) takeProfileBack(ctx workflow.Context, issue int) (inHand bool, err error) {
	in := contract.ProfileOrder{OrderID: o.state.ID, Issue: issue, EID: o.device().EID}
	if issue == o.state.Profile.Issued {
		in.ICCID = o.state.Profile.ICCID
	}
	err = workflow.ExecuteActivity(withPatientPolicy(ctx, "Cancel the profile"), esims.CancelProfile, in).Get(ctx, nil)
	if err != nil && o.calledOff != "" && failureCode(err) == contract.FailCancelTooLate {
		return true, nil
	}
	return false, err
}

// device is the phone the profile is for, as far as it is known.
func (o *orderRun) device() contract.Device {
	if o.state.Device == nil {
		return contract.Device{}
	}
	return *o.state.Device
}
