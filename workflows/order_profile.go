package workflows

import (
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/run"
)

// profileFollowed is the eSIM of an order while it runs.
type profileFollowed struct {
	asked   int                      // profiles asked for so far
	making  int                      // calls to the SM-DP+ under way
	noting  bool                     // a profile is out and being written down
	stop    workflow.CancelFunc      // ends them
	latest  contract.ProfileReported // of the last profile
	trouble contract.Code            // why nothing more happens by itself
	decided contract.Code            // the trouble that support has decided about
}

func (o *orderRun) profileIsReady(ctx workflow.Context) error {
	return o.RunOrEscalate(ctx, contract.WorkOrderProfile, o.orderProfile)
}

// profileIsInstalled also ends where the customer told support that it is.
func (o *orderRun) profileIsInstalled(ctx workflow.Context) error {
	return o.RunOrEscalate(ctx, contract.WorkFollowProfile, o.followProfile)
}

// promiseProfile is "ready in minutes or your money back", counted from the moment the order stands.
func (o *orderRun) promiseProfile(ctx workflow.Context) error {
	if !order.Has(o.State, contract.ChapterProfileReady) {
		return nil
	}
	if o.State.Profile == nil { // else promised with the payment
		promise := contract.ProfilePromised{At: at(ctx), Within: o.settings.ESIM.ReadyWithin}
		if err := o.Apply(ctx, "Promise the eSIM", orders.PromiseProfile, promise); err != nil {
			return err
		}
	}
	workflow.Go(ctx, o.keepPromise)
	return nil
}

// keepPromise cancels the order when its eSIM is not ready in time, also while it is held.
func (o *orderRun) keepPromise(ctx workflow.Context) {
	wait := run.Wait{
		For: "the eSIM is ready, or the money goes back", Limit: o.State.Profile.PromisedBy.Sub(workflow.Now(ctx)),
		Then: "the order is cancelled and the money goes back",
	}
	kept, err := run.Await(ctx, wait, func() bool { return order.ProfileOut(o.State) })
	if err != nil || kept || o.cancelReason != "" {
		return
	}
	o.cancelReason = contract.EndedPromiseMissed
	o.cancel()
}

// orderProfile has a profile made and tells its code. Corrected data needs another profile.
func (o *orderRun) orderProfile(ctx workflow.Context) error {
	if ctx.Err() != nil {
		return ctx.Err() // cancelled already: nothing is made that would have to be taken back
	}
	if o.profile.asked == 0 || o.Amended {
		o.profile.asked++
	}
	o.Amended = false
	return o.provide(ctx)
}

// provide has the profile made that was asked for last. It is cut short where the order is cancelled, and what is under
// way at the SM-DP+ is known before it is taken back.
func (o *orderRun) provide(ctx workflow.Context) error {
	ctx, stop := workflow.WithCancel(ctx)
	defer stop()
	o.profile.making++
	o.profile.stop = stop
	defer func() { o.profile.making-- }()
	in := contract.ProfileOrder{OrderID: o.State.ID, Issue: o.profile.asked, EID: o.device().EID}
	var made contract.Profile
	if err := o.Do(run.WithGatewayPolicy(ctx, "Have the profile made"), &made, esims.OrderProfile, in); err != nil {
		return err
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx) // made there: it must be noted
	defer cancel()
	made.ReadyAt = workflow.Now(ctx)
	o.profile.latest = contract.ProfileReported{}
	o.profile.noting = true
	defer func() { o.profile.noting = false }()
	return o.recordProfile(ctx, made)
}

// followProfile waits for the installed notice and reminds the customer once. The SM-DP+ has no call to ask for it, so a
// profile that was downloaded and stays silent is support's before one that was not.
func (o *orderRun) followProfile(ctx workflow.Context) error {
	if err := o.tryAnew(ctx); err != nil {
		return err
	}
	limits := o.settings.ESIM
	wait := run.Wait{For: "the eSIM is installed", Limit: limits.RemindAfter, Then: "the customer is reminded"}
	moved, err := o.Await(ctx, wait, o.profileMoved)
	if err == nil && !moved {
		if err := o.remind(ctx, "esim-reminder"); err != nil {
			return err
		}
		left := limits.InstallWithin - limits.RemindAfter
		if order.InHand(o.State.Profile.State) {
			left = limits.RemindAfter
		}
		wait := run.Wait{For: "the eSIM is installed after the reminder", Limit: left, Then: "held for support"}
		moved, err = o.Await(ctx, wait, o.profileMoved)
	}
	if err != nil {
		return err
	}
	if !moved {
		o.profile.trouble = contract.FailProfileOverdue
	}
	if o.isInstalled() {
		return nil
	}
	o.profile.decided, o.profile.trouble = o.profile.trouble, ""
	return run.Refuse(o.profile.decided)
}

func (o *orderRun) isInstalled() bool  { return o.State.Profile.State == contract.ProfileInstalled }
func (o *orderRun) profileMoved() bool { return o.profile.trouble != "" || o.isInstalled() }

// tryAnew is what support's "retry" means: another profile, except where the last one was only left alone.
func (o *orderRun) tryAnew(ctx workflow.Context) error {
	trouble, amended := o.profile.decided, o.Amended
	if trouble == "" {
		return nil
	}
	o.profile.decided, o.profile.trouble, o.Amended = "", "", false
	if trouble == contract.FailProfileOverdue && !amended || o.isInstalled() {
		return nil
	}
	o.wantProfile(amended)
	return nil
}

// wantProfile asks for another profile; one that is asked for already is not asked for twice, unless its data changed.
func (o *orderRun) wantProfile(changed bool) {
	if o.profile.asked > o.State.Profile.Issued && !changed && o.profile.making > 0 {
		return
	}
	if o.profile.asked <= o.State.Profile.Issued || changed {
		o.profile.asked++
	}
	o.Go(o.replaceProfile)
}

// replaceProfile cancels the last profile and has another one made: two codes of one order never work at once. Where that
// goes wrong the last one still counts, because it may be installed all the same.
func (o *orderRun) replaceProfile(ctx workflow.Context) {
	err := o.retireProfile(ctx)
	if err == nil {
		err = o.provide(ctx)
	}
	if err != nil && !temporal.IsCanceledError(err) {
		o.profile.trouble = run.CodeOf(err)
	}
}

// retireProfile takes a profile back. One on a phone already stays there: it cannot be installed a second time.
func (o *orderRun) retireProfile(ctx workflow.Context) error {
	ctx, stop := workflow.WithCancel(ctx)
	defer stop()
	o.profile.making++
	o.profile.stop = stop
	defer func() { o.profile.making-- }()
	in := contract.ProfileOrder{OrderID: o.State.ID, Issue: o.State.Profile.Issued, ICCID: o.State.Profile.ICCID}
	err := o.Do(run.WithGatewayPolicy(ctx, "Cancel the profile that did not install"), nil, esims.CancelProfile, in)
	if err != nil && run.CodeOf(err) == contract.FailCancelTooLate && !temporal.IsCanceledError(err) {
		return nil
	}
	return err
}

// listenProfile takes the SM-DP+'s reports, also while the order is held.
func (o *orderRun) listenProfile(ctx workflow.Context, report contract.ProfileReported) {
	if !o.profileReportMoves(report) {
		return
	}
	o.profile.latest = report
	moved := *o.State.Profile
	moved.State, moved.ErrorCode = report.State, report.Failure
	if err := o.recordProfile(ctx, moved); err != nil {
		workflow.GetLogger(ctx).Error("news of the eSIM could not be saved", "error", err)
	}
	if moved.State == contract.ProfileError && order.ReissuesLeft(o.State, o.settings.ESIM.MaxReissues) == 0 {
		o.profile.trouble = contract.FailReissueLimit
	}
}

// profileReportMoves leaves out what is about a profile that was replaced, or is older than what is known. Being installed
// is final, whenever it is heard of.
func (o *orderRun) profileReportMoves(report contract.ProfileReported) bool {
	last := o.State.Profile
	if last == nil || report.ICCID != last.ICCID || last.State == contract.ProfileInstalled || last.State == contract.ProfileCancelled {
		return false
	}
	overtaken := report.At.Before(o.profile.latest.At) && report.State != contract.ProfileInstalled
	return !overtaken && (report.State != last.State || report.Failure != last.ErrorCode)
}

func (o *orderRun) recordProfile(ctx workflow.Context, p contract.Profile) error {
	moved := contract.ProfileMoved{At: at(ctx), Profile: p, Limits: o.limits()}
	return o.Apply(ctx, "eSIM is "+string(p.State), orders.RecordProfile, moved)
}

// mayReissue lets one refusal through to the handler: a customer who has used up the profiles is handed over to support.
func (o *orderRun) mayReissue(in contract.ReissueRequest) error {
	err := run.Refusal(order.MayReissue(o.State, in, o.settings.ESIM.MaxReissues))
	if err != nil && run.CodeOf(err) == contract.FailReissueLimit && o.State.Held == nil {
		return nil
	}
	return err
}

// reissueProfile answers when the other profile's code is out.
func (o *orderRun) reissueProfile(ctx workflow.Context, in contract.ReissueRequest) (contract.Order, error) {
	if err := run.Refusal(order.MayReissue(o.State, in, o.settings.ESIM.MaxReissues)); err != nil {
		if run.CodeOf(err) == contract.FailReissueLimit {
			o.profile.trouble = contract.FailReissueLimit
		}
		return contract.Order{}, err
	}
	if in.Device != nil {
		chosen := contract.DeviceChosen{At: at(ctx), Device: *in.Device}
		if err := o.Apply(ctx, "Take the other phone", orders.ChooseDevice, chosen); err != nil {
			return contract.Order{}, err
		}
	}
	o.wantProfile(false)
	wanted := o.profile.asked
	wait := run.Wait{For: "the other profile's code is out", Owner: "the SM-DP+: given up after an hour, then held for support"}
	_, err := o.Await(ctx, wait, func() bool {
		return o.State.Profile.Issued >= wanted || o.State.Stage != contract.StageDispatched && o.State.Stage != contract.StageDelivered
	})
	if err == nil && o.State.Profile.Issued < wanted {
		err = run.Refuse(contract.FailProfileNotReady)
	}
	return o.State, err
}

// cancelProfile takes back every profile that may have been made and is not on the customer's phone. Also where it is not
// known whether one was.
func (o *orderRun) cancelProfile(ctx workflow.Context) error {
	if o.profile.asked == 0 || o.State.Profile.State == contract.ProfileCancelled {
		return nil
	}
	if o.cancelReason != "" && o.profile.making > 0 { // what is under way there is known before it is taken back
		o.profile.stop()
		wait := run.Wait{For: "calls to the SM-DP+ come to their end", Owner: "the calls: they are cancelled and have a time-out"}
		if _, err := o.Await(ctx, wait, func() bool { return o.profile.making == 0 }); err != nil {
			return err
		}
	}
	left := *o.State.Profile
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
	if left.State == o.State.Profile.State {
		return nil
	}
	return o.recordProfile(ctx, left)
}

// takeProfileBack tells whether the profile was too late to cancel in an order that ends all the same: it stays on the
// phone, where it is worth nothing without a line.
func (o *orderRun) takeProfileBack(ctx workflow.Context, issue int) (inHand bool, err error) {
	in := contract.ProfileOrder{OrderID: o.State.ID, Issue: issue, EID: o.device().EID}
	if issue == o.State.Profile.Issued {
		in.ICCID = o.State.Profile.ICCID
	}
	err = o.Do(run.WithGatewayPolicy(ctx, "Cancel the profile"), nil, esims.CancelProfile, in)
	if err != nil && o.cancelReason != "" && run.CodeOf(err) == contract.FailCancelTooLate {
		return true, nil
	}
	return false, err
}

// device is the phone the profile is for, as far as it is known.
func (o *orderRun) device() contract.Device {
	if o.State.Device == nil {
		return contract.Device{}
	}
	return *o.State.Device
}
