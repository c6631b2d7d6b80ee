package order

import (
	"errors"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/process"
)

// wizard holds the steps that only record the customer's choice.
type wizard struct{ *orderRun }

// registerUpdates lists the updates that an order takes. A validator refuses early, and a refusal adds nothing to the history.
func (o *orderRun) registerUpdates(ctx workflow.Context) error {
	step := func(name contract.Step) func() error { return func() error { return o.validateStep(name) } }
	w := wizard{o}
	return errors.Join(
		set(o, ctx, contract.UpdateOpen, func() error { return nil }, w.open),
		set(o, ctx, contract.UpdateSelectNumber, func() error { return w.validateFirstStep(contract.StepNumberSelection) }, w.selectNumber),
		process.RegisterUpdate(o.Process, ctx, contract.UpdateExtendHold, o.number.validateExtension, o.number.extend),
		set(o, ctx, contract.UpdateGiveNumberBack, step(contract.StepNumberSelection), o.number.giveBack),
		set(o, ctx, contract.UpdateSelectPlan, step(contract.StepPlanSelection), w.selectPlan),
		setSlow(o, ctx, contract.UpdateCheckEligibility, step(contract.StepEligibilityCheck), w.checkEligibility),
		process.RegisterSlowUpdate(o.Process, ctx, contract.UpdateRequestIdentity, o.identity.validateRequest, o.identity.request),
		set(o, ctx, contract.UpdateProvideContact, w.validateContactStep, w.provideContact),
		set(o, ctx, contract.UpdateChooseDelivery, step(contract.StepDelivery), w.chooseDelivery),
		set(o, ctx, contract.UpdateConfirm, step(contract.StepOrderConfirmation), w.confirm),
		set(o, ctx, contract.UpdateApplyPromo, step(contract.StepOrderConfirmation), w.applyPromo),
		set(o, ctx, contract.UpdateRemovePromo, step(contract.StepOrderConfirmation), w.removePromo),
		process.RegisterUpdate(o.Process, ctx, contract.UpdatePay, o.payment.validatePayment, o.payment.pay),
		process.RegisterSlowUpdate(o.Process, ctx, contract.UpdateEnterWalletCode, o.payment.validateCode, o.payment.enterCode),
		process.RegisterSlowUpdate(o.Process, ctx, contract.UpdateCancel, o.cancellation.validateCancellation, o.cancellation.cancelOrder),
		setSlow(o, ctx, contract.UpdateActivate, func() error { return process.Refusal(order.ValidateActivation(o.State)) }, o.activation.activate),
		setSlow(o, ctx, contract.UpdateRequestPort, step(contract.StepMNPNumberSelection), o.port.request),
		process.RegisterUpdate(o.Process, ctx, contract.UpdateCorrectPort, o.port.validateCorrection, o.port.correct),
		process.RegisterSlowUpdate(o.Process, ctx, contract.UpdateCorrectDelivery, o.intervention.validateAddressCorrection, o.intervention.correctAddress),
		set(o, ctx, contract.UpdateChooseDevice, step(contract.StepPurchaseType), w.chooseDevice),
		set(o, ctx, contract.UpdateRequestReplacement, step(contract.StepReplacementRequest), o.replacement.request),
		set(o, ctx, contract.UpdateDescribeExtraSIM, step(contract.StepPurchaseType), o.extraSIM.describe),
		process.RegisterSlowUpdate(o.Process, ctx, contract.UpdateReissueProfile, o.esim.validateReissue, o.esim.reissue),
		process.RegisterDecision(o.Process, ctx, contract.UpdateResolve, o.intervention.validateResolution, o.intervention.resolve),
		process.RegisterDecision(o.Process, ctx, contract.UpdateDispute, o.replacement.validateDispute, o.replacement.dispute),
	)
}

// set registers a step whose validator does not read its input.
func set[In any](
	o *orderRun, ctx workflow.Context, name string, may func() error, handle func(workflow.Context, In) (contract.Order, error),
) error {
	return process.RegisterUpdate(o.Process, ctx, name, func(In) error { return may() }, handle)
}

// setSlow is set for a step that a partner answers.
func setSlow[In any](
	o *orderRun, ctx workflow.Context, name string, may func() error, handle func(workflow.Context, In) (contract.Order, error),
) error {
	return process.RegisterSlowUpdate(o.Process, ctx, name, func(In) error { return may() }, handle)
}

// mostWizardSteps leaves a customer who has paid enough of the changes that a run may have.
const mostWizardSteps = 400

func (o *orderRun) validateStep(step contract.Step) error {
	if o.State.Stage == contract.StageWizard && o.Changes() > mostWizardSteps {
		return process.Refuse(contract.FailChangedTooOften)
	}
	return process.Refusal(order.ValidateStep(o.State, step))
}

// applyStep makes the change of a wizard step. It validates again, because another tab may have moved the order on meanwhile.
func (o *orderRun) applyStep(ctx workflow.Context, step contract.Step, summary string, activity, input any) (contract.Order, error) {
	err := o.ApplyIf(ctx, func() error { return o.validateStep(step) }, summary, activity, input)
	if err == nil {
		err = o.Flush(ctx) // another number has another end of its hold, and the wait for the customer continues meanwhile
	}
	return o.State, err
}

// validateFirstStep allows the first number before the order is open.
func (w wizard) validateFirstStep(step contract.Step) error {
	if !w.isOpen {
		return nil
	}
	return w.validateStep(step)
}

func (w wizard) open(ctx workflow.Context, _ struct{}) (contract.Order, error) {
	if w.isOpen {
		return w.State, nil // a repeat of the first step
	}
	return w.openWith(ctx, contract.NumberChoice{})
}

// openWith writes the order's first row, with its number if one was chosen. There is one attempt: an order that could not be
// opened is over.
func (w wizard) openWith(ctx workflow.Context, in contract.NumberChoice) (contract.Order, error) {
	done, err := w.TakeTurn(ctx)
	if err != nil {
		return contract.Order{}, err
	}
	defer done()
	if w.isOpen || w.openErr != nil || w.Draining() {
		return contract.Order{}, process.Refuse(contract.FailOrderClosed)
	}
	opening := contract.Opening{Session: w.in.Session, Subject: w.in.Subject, MSISDN: in.MSISDN}
	var next contract.Order
	err = w.CallLocal(ctx, "Open the order and book its number", &next, orders.OpenOrder, w.State, opening, w.number.describeBooking(ctx, in))
	if err != nil && !process.SavedAhead(err, &next) {
		w.openErr = err
		return contract.Order{}, err
	}
	w.isOpen = true
	w.Become(ctx, next)
	return w.State, nil
}

func (w wizard) selectPlan(ctx workflow.Context, in contract.PlanChoice) (contract.Order, error) {
	return w.applyStep(ctx, contract.StepPlanSelection, "Choose the plan", orders.ChoosePlan, contract.PlanChosen{At: process.At(ctx), PlanID: in.PlanID})
}

func (w wizard) chooseDevice(ctx workflow.Context, in contract.DeviceChoice) (contract.Order, error) {
	return w.applyStep(ctx, contract.StepPurchaseType, "Choose the phone", orders.ChooseDevice, contract.DeviceChosen{At: process.At(ctx), Device: in.Device})
}

// checkEligibility asks the person registry, then applies our rules to its answer.
func (w wizard) checkEligibility(ctx workflow.Context, in contract.EligibilityClaim) (contract.Order, error) {
	var found contract.PersonFound
	err := process.Ask(ctx, "Ask the person registry", &found, registry.LookUpPerson, contract.PersonQuery{Claim: in})
	if err != nil {
		return contract.Order{}, err
	}
	found.At = process.At(ctx)
	return w.applyStep(ctx, contract.StepEligibilityCheck, "Check eligibility", orders.AcceptPerson, found)
}

func (w wizard) validateContactStep() error { return w.validateStep(order.ContactStep(w.State)) }

func (w wizard) provideContact(ctx workflow.Context, in contract.Contact) (contract.Order, error) {
	return w.applyStep(ctx, order.ContactStep(w.State), "Save the customer's contact details", orders.SaveContact, contract.ContactGiven{At: process.At(ctx), Contact: in})
}

func (w wizard) chooseDelivery(ctx workflow.Context, in contract.DeliveryChoice) (contract.Order, error) {
	return w.applyStep(ctx, contract.StepDelivery, "Choose the delivery", orders.ChooseDelivery, contract.DeliveryChosen{At: process.At(ctx), Choice: in})
}

func (w wizard) confirm(ctx workflow.Context, in contract.Confirmation) (contract.Order, error) {
	return w.applyStep(ctx, contract.StepOrderConfirmation, "Confirm the price", orders.ConfirmPrice, contract.PriceConfirmed{At: process.At(ctx), Confirmation: in})
}

// applyPromo belongs to the confirmation step: everything that a code may depend on is known then.
func (w wizard) applyPromo(ctx workflow.Context, in contract.PromoCode) (contract.Order, error) {
	return w.applyStep(ctx, contract.StepOrderConfirmation, "Apply the promo code", orders.ApplyPromo, contract.PromoApplied{At: process.At(ctx), Code: in.Code})
}

func (w wizard) removePromo(ctx workflow.Context, _ struct{}) (contract.Order, error) {
	return w.applyStep(ctx, contract.StepOrderConfirmation, "Release the promo code", orders.RemovePromo, process.At(ctx))
}

func (w wizard) selectNumber(ctx workflow.Context, in contract.NumberChoice) (contract.Order, error) {
	if !w.isOpen {
		return w.openWith(ctx, in)
	}
	return w.applyStep(ctx, contract.StepNumberSelection, "Book the number", orders.BookNumber, w.number.describeBooking(ctx, in))
}
