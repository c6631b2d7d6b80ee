package order

import (
	"slices"

	"selfcare/internal/contract"
)

// StepState says whether a step is answered, and whether it may be shown and submitted now.
type StepState struct {
	Step contract.Step
	Done bool
	Open bool
}

// Steps lists the wizard's steps in their order.
func Steps(o contract.Order) []StepState {
	var states []StepState
	reached := o.Stage == contract.StageWizard
	for _, step := range stepsOf(o) {
		done := answered(o, step)
		open := reached && !lockedByPayment(o, step) || openAfterWizard(o, step)
		states = append(states, StepState{Step: step, Done: done, Open: open})
		reached = reached && done
	}
	return states
}

// Next returns the step that waits for the customer: the first unanswered one.
func Next(o contract.Order) contract.Step {
	switch {
	case o.Stage == contract.StageNumberLost:
		return contract.StepNumberSelection
	case isPaid(o):
		return contract.StepOrderDetails
	}
	for _, step := range stepsOf(o) {
		if !answered(o, step) {
			return step
		}
	}
	return contract.StepOrderDetails
}

// ValidateStep refuses a step out of order, after the hold expired, while a payment is open, or after the wizard.
func ValidateStep(o contract.Order, step contract.Step) error {
	states := Steps(o)
	at := slices.IndexFunc(states, func(s StepState) bool { return s.Step == step })
	switch {
	case at >= 0 && states[at].Open:
		return nil
	case o.Stage.Closed():
		return contract.Refuse(contract.FailOrderClosed)
	case o.Stage != contract.StageWizard || at < 0:
		return contract.Refuse(contract.FailStepOutOfOrder)
	case lockedByPayment(o, step):
		return contract.Refuse(contract.FailPaymentPending)
	case Barred(o) != "":
		return contract.Refuse(Barred(o))
	case o.Booking != nil && o.Booking.Expired:
		return contract.Refuse(contract.FailHoldExpired)
	default:
		return contract.Refuse(contract.FailStepOutOfOrder)
	}
}

// lockedByPayment locks the answers while a payment is open. The customer may try another card only when the last outcome is
// known, or when the payment waits at the bank's page.
func lockedByPayment(o contract.Order, step contract.Step) bool {
	switch step {
	case contract.StepPayment:
		return UnsettledPayment(o) != nil
	case contract.StepPaymentDetails:
		return false
	default:
		return OpenPayment(o) != nil
	}
}

func openAfterWizard(o contract.Order, step contract.Step) bool {
	switch step {
	case contract.StepNumberSelection:
		return o.Stage == contract.StageNumberLost
	case contract.StepOrderDetails:
		return o.Stage != contract.StageWizard
	default:
		return false
	}
}

func answered(o contract.Order, step contract.Step) bool {
	switch step {
	case contract.StepNumberSelection:
		return isNumberHeld(o)
	case contract.StepPurchaseType:
		return purchaseTypeChosen(o)
	case contract.StepReplacementRequest:
		return o.Replacement != nil && o.Line != nil
	case contract.StepMNPNumberSelection:
		return o.Port != nil
	case contract.StepPlanSelection:
		return o.Plan != nil
	case contract.StepEligibilityCheck:
		return o.Person != nil
	case contract.StepIdentityValidation:
		return identified(o)
	case contract.StepUserInformation, contract.StepPersonalInformation:
		return o.Contact != nil
	case contract.StepDelivery:
		return o.Delivery != nil
	case contract.StepOrderConfirmation:
		return Pinned(o)
	case contract.StepPayment:
		return isPaymentBegun(o)
	case contract.StepPaymentDetails:
		return isPaid(o)
	case contract.StepOrderDetails:
		return o.Stage == contract.StageActive
	default:
		return false
	}
}

func isNumberHeld(o contract.Order) bool { return o.Booking != nil && !o.Booking.Expired }

func isPaymentBegun(o contract.Order) bool { return isPaid(o) || OpenPayment(o) != nil }

// identified stops a proven person who may not have the line.
func identified(o contract.Order) bool {
	return IdentityProven(o, contract.PurposeOrder) && Barred(o) == ""
}

// purchaseTypeChosen needs a compatible device for an eSIM, and also a name for a further SIM.
func purchaseTypeChosen(o contract.Order) bool {
	if o.Kind == contract.KindMultiSIM && (o.ExtraSIM == nil || o.Line == nil) {
		return false
	}
	return o.Device != nil || SIMTypeOf(o.Kind, o.SIMType) == contract.SIMPhysical
}

// IdentityProven tells whether the latest identity request was approved for this purpose. A request for activation only exists
// after an approved one for the order.
func IdentityProven(o contract.Order, purpose string) bool {
	switch {
	case o.Identity == nil:
		return false
	case o.Identity.Purpose == purpose:
		return o.Identity.Status == contract.IdentityCompleted
	default:
		return purpose == contract.PurposeOrder
	}
}

// Barred returns why the order's person gets no line; empty before the proof of identity.
func Barred(o contract.Order) contract.Code {
	if o.Person == nil || !IdentityProven(o, contract.PurposeOrder) {
		return ""
	}
	return o.Person.Barred
}

// Pinned tells whether the customer has confirmed the price.
func Pinned(o contract.Order) bool { return o.Price != nil && !o.Price.PinnedAt.IsZero() }
