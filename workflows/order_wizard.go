package workflows

import (
	"errors"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/run"
)

// registerUpdates is the list of what people can ask of an order. A validator refuses early and leaves no history.
func (o *orderRun) registerUpdates(ctx workflow.Context) error {
	step := func(name contract.Step) func() error { return func() error { return o.mayTake(name) } }
	return errors.Join(
		set(o, ctx, contract.UpdateOpen, func() error { return nil }, o.open),
		set(o, ctx, contract.UpdateSelectNumber, func() error { return o.mayStartOrTake(contract.StepNumberSelection) }, o.selectNumber),
		run.Update(o.Process, ctx, contract.UpdateExtendHold, o.mayExtend, o.extendHold),
		set(o, ctx, contract.UpdateGiveNumberBack, step(contract.StepNumberSelection), o.giveNumberBack),
		set(o, ctx, contract.UpdateSelectPlan, step(contract.StepPlanSelection), o.selectPlan),
		setSlow(o, ctx, contract.UpdateCheckEligibility, step(contract.StepEligibilityCheck), o.checkEligibility),
		run.SlowUpdate(o.Process, ctx, contract.UpdateRequestIdentity, o.mayRequestIdentity, o.requestIdentity),
		set(o, ctx, contract.UpdateProvideContact, step(contract.StepPersonalInformation), o.provideContact),
		set(o, ctx, contract.UpdateChooseDelivery, step(contract.StepDelivery), o.chooseDelivery),
		set(o, ctx, contract.UpdateConfirm, step(contract.StepOrderConfirmation), o.confirm),
		set(o, ctx, contract.UpdateApplyPromo, step(contract.StepOrderConfirmation), o.applyPromo),
		set(o, ctx, contract.UpdateRemovePromo, step(contract.StepOrderConfirmation), o.removePromo),
		run.Update(o.Process, ctx, contract.UpdatePay, o.mayPay, o.pay),
		run.SlowUpdate(o.Process, ctx, contract.UpdateCancel, o.mayCancel, o.cancelOrder),
		setSlow(o, ctx, contract.UpdateActivate, func() error { return run.Refusal(order.MayActivate(o.State)) }, o.activate),
		setSlow(o, ctx, contract.UpdateRequestPort, step(contract.StepMNPNumberSelection), o.requestPort),
		run.Update(o.Process, ctx, contract.UpdateCorrectPort, o.mayCorrectPort, o.correctPort),
		set(o, ctx, contract.UpdateChooseDevice, step(contract.StepPurchaseType), o.chooseDevice),
		set(o, ctx, contract.UpdateRequestReplacement, step(contract.StepReplacementRequest), o.requestReplacement),
		set(o, ctx, contract.UpdateDescribeExtraSIM, step(contract.StepPurchaseType), o.describeExtraSIM),
		run.SlowUpdate(o.Process, ctx, contract.UpdateReissueProfile, o.mayReissue, o.reissueProfile),
		run.UpdateAlways(ctx, contract.UpdateResolve, o.mayResolve, o.resolve),
		run.UpdateAlways(ctx, contract.UpdateDispute, o.mayDispute, o.dispute),
	)
}

// set registers a step that is allowed or not whatever it says.
func set[In any](
	o *orderRun, ctx workflow.Context, name string, may func() error, handle func(workflow.Context, In) (contract.Order, error),
) error {
	return run.Update(o.Process, ctx, name, func(In) error { return may() }, handle)
}

// setSlow is set for a step that a partner answers.
func setSlow[In any](
	o *orderRun, ctx workflow.Context, name string, may func() error, handle func(workflow.Context, In) (contract.Order, error),
) error {
	return run.SlowUpdate(o.Process, ctx, name, func(In) error { return may() }, handle)
}

func (o *orderRun) mayTake(step contract.Step) error {
	return run.Refusal(order.MayTake(o.State, step))
}

// mayStartOrTake lets the first number in before the order is open.
func (o *orderRun) mayStartOrTake(step contract.Step) error {
	if !o.isOpen {
		return nil
	}
	return o.mayTake(step)
}

// applyStep is a wizard step: another tab may have moved the order on since the validator looked, so it is checked again.
func (o *orderRun) applyStep(ctx workflow.Context, step contract.Step, summary string, activity, input any) (contract.Order, error) {
	err := o.ApplyIf(ctx, func() error { return o.mayTake(step) }, summary, activity, input)
	return o.State, err
}

func (o *orderRun) open(ctx workflow.Context, _ struct{}) (contract.Order, error) {
	if o.isOpen {
		return o.State, nil // asked again
	}
	return o.openWith(ctx, contract.NumberChoice{})
}

// openWith writes the order's first row, with its number where one was chosen. There is one attempt: an order that could
// not be opened is over.
func (o *orderRun) openWith(ctx workflow.Context, in contract.NumberChoice) (contract.Order, error) {
	done, err := o.Turn(ctx)
	if err != nil {
		return contract.Order{}, err
	}
	defer done()
	if o.isOpen || o.openErr != nil || o.Left() {
		return contract.Order{}, run.Refuse(contract.FailOrderClosed)
	}
	opening := contract.Opening{Session: o.in.Session, Subject: o.in.Subject, MSISDN: in.MSISDN}
	var next contract.Order
	err = o.Local(ctx, "Open the order and book its number", &next, orders.OpenOrder, o.State, opening, o.booked(ctx, in))
	if err != nil {
		o.openErr = err
		return contract.Order{}, err
	}
	o.isOpen = true
	o.Become(ctx, next)
	return o.State, nil
}

func (o *orderRun) selectNumber(ctx workflow.Context, in contract.NumberChoice) (contract.Order, error) {
	if !o.isOpen {
		return o.openWith(ctx, in)
	}
	return o.applyStep(ctx, contract.StepNumberSelection, "Book the number", orders.BookNumber, o.booked(ctx, in))
}

func (o *orderRun) booked(ctx workflow.Context, in contract.NumberChoice) contract.Booked {
	return contract.Booked{At: at(ctx), MSISDN: in.MSISDN, HoldFor: o.settings.HoldFor, HoldCap: o.settings.HoldCap}
}

func (o *orderRun) giveNumberBack(ctx workflow.Context, _ struct{}) (contract.Order, error) {
	return o.applyStep(ctx, contract.StepNumberSelection, "Give the number back", orders.GiveNumberBack, at(ctx))
}

func (o *orderRun) selectPlan(ctx workflow.Context, in contract.PlanChoice) (contract.Order, error) {
	return o.applyStep(ctx, contract.StepPlanSelection, "Choose the plan", orders.ChoosePlan, contract.PlanChosen{At: at(ctx), PlanID: in.PlanID})
}

func (o *orderRun) chooseDevice(ctx workflow.Context, in contract.DeviceChoice) (contract.Order, error) {
	return o.applyStep(ctx, contract.StepPurchaseType, "Choose the phone", orders.ChooseDevice, contract.DeviceChosen{At: at(ctx), Device: in.Device})
}

// checkEligibility asks the person registry, then applies our rules to its answer.
func (o *orderRun) checkEligibility(ctx workflow.Context, in contract.EligibilityClaim) (contract.Order, error) {
	var found contract.PersonFound
	err := run.Ask(ctx, "Ask the person registry", &found, registry.LookUpPerson, contract.PersonQuery{Claim: in})
	if err != nil {
		return contract.Order{}, err
	}
	found.At = at(ctx)
	return o.applyStep(ctx, contract.StepEligibilityCheck, "Check eligibility", orders.AcceptPerson, found)
}

func (o *orderRun) provideContact(ctx workflow.Context, in contract.Contact) (contract.Order, error) {
	return o.applyStep(ctx, contract.StepPersonalInformation, "Save how the customer is reached", orders.SaveContact, contract.ContactGiven{At: at(ctx), Contact: in})
}

func (o *orderRun) chooseDelivery(ctx workflow.Context, in contract.DeliveryChoice) (contract.Order, error) {
	return o.applyStep(ctx, contract.StepDelivery, "Choose the delivery", orders.ChooseDelivery, contract.DeliveryChosen{At: at(ctx), Choice: in})
}

func (o *orderRun) confirm(ctx workflow.Context, in contract.Confirmation) (contract.Order, error) {
	return o.applyStep(ctx, contract.StepOrderConfirmation, "Confirm the price", orders.ConfirmPrice, contract.PriceConfirmed{At: at(ctx), Confirmation: in})
}

// applyPromo belongs to the confirmation: by then everything a code may depend on is known.
func (o *orderRun) applyPromo(ctx workflow.Context, in contract.PromoCode) (contract.Order, error) {
	return o.applyStep(ctx, contract.StepOrderConfirmation, "Apply the promo code", orders.ApplyPromo, contract.PromoApplied{At: at(ctx), Code: in.Code})
}

func (o *orderRun) removePromo(ctx workflow.Context, _ struct{}) (contract.Order, error) {
	return o.applyStep(ctx, contract.StepOrderConfirmation, "Give the promo code back", orders.RemovePromo, at(ctx))
}
