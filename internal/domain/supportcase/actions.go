package supportcase

import (
	"slices"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// Action is a decision of support about a case: a resolution, or an action of its kind.
type Action string

// Actions.
const (
	Retry        Action = contract.ResolveRetry
	Amend        Action = contract.ResolveAmend
	Skip         Action = contract.ResolveSkip
	Cancel       Action = contract.ResolveCancel
	Approve      Action = "approve"
	Decline      Action = "decline"
	Accept       Action = "accept"
	BookedByHand Action = "booked-by-hand"
	Return       Action = "return"
)

// actions lists the actions of each kind. Other kinds continue by themselves; so does a subscription, which can only be hurried.
var actions = map[Kind][]Action{
	Order:        {Retry, Amend, Skip, Cancel},
	Purchase:     {Retry, Skip, Cancel},
	Subscription: {Retry},
	PortOut:      {Retry, Skip},
	Deactivation: {Retry, Skip},
	Refund:       {Approve, Decline, Retry},
	Settlement:   {Accept, BookedByHand},
	BankPayment:  {Return},
	NumberReturn: {Retry, Skip},
}

// Actions lists the actions of a kind, whether or not each is allowed now.
func (k Kind) Actions() []Action { return slices.Clone(actions[k]) }

// ValidateAction refuses an action that a kind does not have.
func (k Kind) ValidateAction(a Action) error {
	if !slices.Contains(actions[k], a) {
		return contract.Refuse(contract.FailResolutionNotAllowed)
	}
	return nil
}

// Amends lists the parts of an order that support may correct.
func Amends(o contract.Order) (parts []string) {
	if o.Held == nil || !order.ParcelCancellable(o) {
		return nil
	}
	if o.Delivery != nil {
		parts = append(parts, "address")
	}
	if o.Contact != nil {
		parts = append(parts, "contact")
	}
	if order.HasPhase(o, contract.PhaseProfileReady) {
		parts = append(parts, "device")
	}
	return parts
}

// advised maps a failure to the part of the order whose correction usually helps.
var advised = map[contract.Code]string{
	contract.FailCourierRefused: "address", contract.FailDeviceUnsupported: "device",
}

// AdvisedAmend returns the part that support should correct; empty when another action is advised.
func AdvisedAmend(o contract.Order) string {
	if o.Held == nil || !slices.Contains(Amends(o), advised[o.Held.FailureCode]) {
		return ""
	}
	return advised[o.Held.FailureCode]
}

// ValidateClaim refuses a case that another member of support has claimed, unless it is taken over with a reason.
func ValidateClaim(now *Claim, holds, takeOver bool, note string) error {
	switch {
	case !holds:
		return nil
	case !takeOver:
		return contract.RefuseWith(contract.FailCaseClaimed, map[string]string{"name": now.Name})
	case note == "":
		return contract.RefuseField("note", contract.FailCaseClaimNote)
	default:
		return nil
	}
}
