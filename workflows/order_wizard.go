package workflows

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// registerUpdates is the list of what people can ask of an order. A validator refuses early and leaves no history.
func (o *orderRun) registerUpdates(ctx workflow.Context) error {
	var failed error
	set := func(name string, handler, validator any) {
		if err := workflow.SetUpdateHandlerWithOptions(ctx, name, handler, workflow.UpdateHandlerOptions{Validator: validator}); err != nil {
			failed = err
		}
	}
	set(contract.UpdateOpen, o.open, func() error { return nil })
	set(contract.UpdateSelectNumber, o.selectNumber, func(contract.NumberChoice) error { return o.mayStartOrTake(contract.StepNumberSelection) })
	set(contract.UpdateExtendHold, o.extendHold, o.mayExtend)
	set(contract.UpdateGiveNumberBack, o.giveNumberBack, func() error { return o.mayTake(contract.StepNumberSelection) })
	set(contract.UpdateSelectPlan, o.selectPlan, func(contract.PlanChoice) error { return o.mayTake(contract.StepPlanSelection) })
	set(contract.UpdateCheckEligibility, o.checkEligibility, func(contract.EligibilityClaim) error { return o.mayTake(contract.StepEligibilityCheck) })
	set(contract.UpdateRequestIdentity, o.requestIdentity, o.mayRequestIdentity)
	set(contract.UpdateProvideContact, o.provideContact, func(contract.Contact) error { return o.mayTake(contract.StepPersonalInformation) })
	set(contract.UpdateChooseDelivery, o.chooseDelivery, func(contract.DeliveryChoice) error { return o.mayTake(contract.StepDelivery) })
	set(contract.UpdateConfirm, o.confirm, func(contract.Confirmation) error { return o.mayTake(contract.StepOrderConfirmation) })
	set(contract.UpdateApplyPromo, o.applyPromo, func(contract.PromoCode) error { return o.mayTake(contract.StepOrderConfirmation) })
	set(contract.UpdateRemovePromo, o.removePromo, func() error { return o.mayTake(contract.StepOrderConfirmation) })
	set(contract.UpdatePay, o.pay, o.mayPay)
	set(contract.UpdateCancel, o.cancel, o.mayCancel)
	set(contract.UpdateActivate, o.activate, func(contract.ActivationRequest) error { return refusal(order.MayActivate(o.state)) })
	set(contract.UpdateRequestPort, o.requestPort, func(contract.PortRequest) error { return o.mayTake(contract.StepMNPNumberSelection) })
	set(contract.UpdateCorrectPort, o.correctPort, o.mayCorrectPort)
	set(contract.UpdateResolve, o.resolve, o.mayResolve)
	set(contract.UpdateChooseDevice, o.chooseDevice, func(contract.DeviceChoice) error { return o.mayTake(contract.StepPurchaseType) })
	set(contract.UpdateReissueProfile, o.reissueProfile, o.mayReissue)
	set(contract.UpdateRequestReplacement, o.requestReplacement, func(contract.ReplacementRequest) error { return o.mayTake(contract.StepReplacementRequest) })
	set(contract.UpdateDescribeExtraSIM, o.describeExtraSIM, func(contract.ExtraSIMRequest) error { return o.mayTake(contract.StepPurchaseType) })
	set(contract.UpdateDispute, o.dispute, o.mayDispute)
	return failed
}

func (o *orderRun) mayTake(step contract.Step) error { return refusal(order.MayTake(o.state, step)) }

// mayStartOrTake lets the first number in before the order is open.
func (o *orderRun) mayStartOrTake(step contract.Step) error {
	if !o.isOpen {
		return nil
	}
	return o.mayTake(step)
}

// take is a wizard step: another tab may have moved the order on since the validator looked, so it is checked again.
func (o *orderRun) take(ctx workflow.Context, step contract.Step, summary string, activity, input any) (contract.Order, error) {
	err := o.advanceIf(ctx, func() error { return o.mayTake(step) }, summary, activity, input)
	return o.state, err
}

func (o *orderRun) open(ctx workflow.Context) (contract.Order, error) {
	if o.isOpen {
		return o.state, nil // asked again
	}
	return o.openWith(ctx, contract.NumberChoice{})
}

// openWith writes the order's first row, with its number where one was chosen. There is one attempt: an order that could
// not be opened is over.
func (o *orderRun) openWith(ctx workflow.Context, in contract.NumberChoice) (contract.Order, error) {
	if err := o.turn.Lock(ctx); err != nil {
		return contract.Order{}, err
	}
	defer o.turn.Unlock()
	if o.isOpen || o.openErr != nil {
		return contract.Order{}, refusal(contract.Refuse(contract.FailOrderClosed))
	}
	opening := contract.Opening{Session: o.in.Session, Subject: o.in.Subject, MSISDN: in.MSISDN}
	var next contract.Order
	err := inStore(ctx, "Open the order and book its number", &next, orders.OpenOrder, o.state, opening, o.booked(ctx, in))
	if err != nil {
		o.openErr = err
		return contract.Order{}, err
	}
	o.state, o.isOpen = next, true
	o.show(ctx)
	return o.state, nil
}

func (o *orderRun) selectNumber(ctx workflow.Context, in contract.NumberChoice) (contract.Order, error) {
	if !o.isOpen {
		return o.openWith(ctx, in)
	}
	return o.take(ctx, contract.StepNumberSelection, "Book the number", orders.BookNumber, o.booked(ctx, in))
}

func (o *orderRun) booked(ctx workflow.Context, in contract.NumberChoice) contract.Booked {
	return contract.Booked{At: o.at(ctx), MSISDN: in.MSISDN, HoldFor: o.settings.HoldFor, HoldCap: o.settings.HoldCap}
}

func (o *orderRun) giveNumberBack(ctx workflow.Context) (contract.Order, error) {
	return o.take(ctx, contract.StepNumberSelection, "Give the number back", orders.GiveNumberBack, o.at(ctx))
}

func (o *orderRun) selectPlan(ctx workflow.Context, in contract.PlanChoice) (contract.Order, error) {
	return o.take(ctx, contract.StepPlanSelection, "Choose the plan", orders.ChoosePlan, contract.PlanChosen{At: o.at(ctx), PlanID: in.PlanID})
}

func (o *orderRun) chooseDevice(ctx workflow.Context, in contract.DeviceChoice) (contract.Order, error) {
	return o.take(ctx, contract.StepPurchaseType, "Choose the phone", orders.ChooseDevice, contract.DeviceChosen{At: o.at(ctx), Device: in.Device})
}

// checkEligibility asks the person registry, then applies our rules to its answer.
func (o *orderRun) checkEligibility(ctx workflow.Context, in contract.EligibilityClaim) (contract.Order, error) {
	var found contract.PersonFound
	err := workflow.ExecuteActivity(withPatientPolicy(ctx, "Ask the person registry"),
		registry.LookUpPerson, contract.PersonQuery{Claim: in}).Get(ctx, &found)
	if err != nil {
		return contract.Order{}, unavailable(err)
	}
	found.At = o.at(ctx)
	return o.take(ctx, contract.StepEligibilityCheck, "Check eligibility", orders.AcceptPerson, found)
}

func (o *orderRun) provideContact(ctx workflow.Context, in contract.Contact) (contract.Order, error) {
	return o.take(ctx, contract.StepPersonalInformation, "Save how the customer is reached", orders.SaveContact, contract.ContactGiven{At: o.at(ctx), Contact: in})
}

func (o *orderRun) chooseDelivery(ctx workflow.Context, in contract.DeliveryChoice) (contract.Order, error) {
	return o.take(ctx, contract.StepDelivery, "Choose the delivery", orders.ChooseDelivery, contract.DeliveryChosen{At: o.at(ctx), Choice: in})
}

func (o *orderRun) confirm(ctx workflow.Context, in contract.Confirmation) (contract.Order, error) {
	return o.take(ctx, contract.StepOrderConfirmation, "Confirm the price", orders.ConfirmPrice, contract.PriceConfirmed{At: o.at(ctx), Confirmation: in})
}

// applyPromo belongs to the confirmation: by then everything a code may depend on is known.
func (o *orderRun) applyPromo(ctx workflow.Context, in contract.PromoCode) (contract.Order, error) {
	return o.take(ctx, contract.StepOrderConfirmation, "Apply the promo code", orders.ApplyPromo, contract.PromoApplied{At: o.at(ctx), Code: in.Code})
}

func (o *orderRun) removePromo(ctx workflow.Context) (contract.Order, error) {
	return o.take(ctx, contract.StepOrderConfirmation, "Give the promo code back", orders.RemovePromo, o.at(ctx))
}

// unavailable is what a waiting customer is told when an outside system does not answer in time.
func unavailable(err error) error {
	if err != nil && failureCode(err) == contract.FailOutsideSystem {
		return refusal(contract.Refuse(contract.FailOutsideSystem))
	}
	return err
}
