package supportcase

import (
	"slices"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// Action is what support decides about a case: a resolution, or a word of its kind.
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

// actions are those that each kind knows. The others go on by themselves, as does a subscription, which is only hurried.
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

// Actions are those that a kind knows, whether or not each is allowed now.
func (k Kind) Actions() []Action { return slices.Clone(actions[k]) }

// Knows refuses what a kind is never decided by.
func (k Kind) Knows(a Action) error {
	if !slices.Contains(actions[k], a) {
		return contract.Refuse(contract.FailResolutionNotAllowed)
	}
	return nil
}

// Amends are the parts of an order that support may correct.
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
	if order.Has(o, contract.PhaseProfileReady) {
		parts = append(parts, "device")
	}
	return parts
}

// advised is the part of an order whose correction usually helps.
var advised = map[contract.Code]string{
	contract.FailCourierRefused: "address", contract.FailDeviceUnsupported: "device",
}

// AdvisedAmend is the part that the advice says to correct; empty where the advice says something else.
func AdvisedAmend(o contract.Order) string {
	if o.Held == nil || !slices.Contains(Amends(o), advised[o.Held.FailureCode]) {
		return ""
	}
	return advised[o.Held.FailureCode]
}

// ValidateClaim refuses a case that somebody else looks after, unless it is taken over with a reason.
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
