package supportcase

import (
	"slices"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/purchase"
)

// OfOrder previews a decision about a held order, or refuses a decision that the order does not allow.
func OfOrder(o contract.Order, r contract.Resolution, limits contract.Limits) (p Preview, err error) {
	if err := order.ValidateResolution(o, r); err != nil {
		return p, err
	}
	switch Action(r.Action) {
	case Cancel:
		p.addCallOff(o, order.Compensations(o), contract.EndedBySupport, limits)
	case Skip:
		p.addSkip(o, limits)
	case Amend:
		p.addCorrection(o, *r.Amendments)
		p.addRetry(o, r, limits)
	default:
		p.addRetry(o, r, limits)
	}
	return p, nil
}

// addRetry previews a retry of the held work, and the next phases.
func (p *Preview) addRetry(o contract.Order, r contract.Resolution, limits contract.Limits) {
	p.addWork("tries-again", o.Held.Work)
	p.addNext(o)
	if o.Held.Work == contract.WorkRefund {
		p.addPayment(heldMoney(o))
	} else {
		p.add("no-money")
	}
	p.addMessages(order.Messages(o, order.Resumed(o, r), limits)...)
}

// addNext previews what follows the held work: the next phases, or the remaining compensations.
func (p *Preview) addNext(o contract.Order) {
	if !order.CalledOff(o) {
		p.addPhases(order.RemainingPhases(o))
		return
	}
	if left := order.Compensations(o); len(left) > 1 {
		p.addUndo(left[1:])
	}
}

func (p *Preview) addCorrection(o contract.Order, a contract.Amendments) {
	if a.Address != nil {
		p.add("corrects-address")
	}
	if a.Contact != nil {
		p.add("corrects-contact")
	}
	if a.Device != nil {
		p.add("corrects-device")
	}
	if o.Shipment != nil && o.Held.Work == contract.WorkShip {
		p.add("orders-parcel-anew")
	}
	if o.Profile != nil && o.Held.Work == contract.WorkOrderProfile {
		p.add("orders-profile-anew")
	}
}

// addSkip counts the held work as done by hand. A recalled parcel that was stopped ends its order.
func (p *Preview) addSkip(o contract.Order, limits contract.Limits) {
	p.add("counts-as-done", "work", string(o.Held.Work))
	if order.IsRecalled(o) {
		left := slices.DeleteFunc(order.Compensations(o), func(work contract.Work) bool { return work == o.Held.Work })
		p.addCallOff(o, left, contract.EndedByCustomer, limits)
		return
	}
	if o.Held.Work == contract.WorkRefund {
		p.add("refunded-by-hand")
	}
	p.addNext(o)
	p.add("no-money")
	p.addMessages()
}

// addCallOff ends the order for a reason: it undoes the works in their order, and refunds the money.
func (p *Preview) addCallOff(o contract.Order, works []contract.Work, reason contract.Code, limits contract.Limits) {
	p.addUndo(works)
	back := moneyOf(o)
	p.addPayment(back)
	p.add("ends-order")
	before, after := o, o
	before.Stage, before.Held = contract.StageCancelling, nil
	after.Stage, after.Held = contract.StageCancelled, nil
	after.Ended = &contract.Ended{Reason: reason, Refunded: back.Amount}
	p.addMessages(order.Messages(before, after, limits)...)
}

// heldMoney returns the amount of the held refund. An order that was paid twice has two refunds.
func heldMoney(o contract.Order) Money {
	held := o.Held.Refund
	if held == nil {
		return moneyOf(o)
	}
	back := Money{Amount: held.Amount, To: purchase.ToCard}
	if paid := order.PaymentByID(o, held.PaymentID); paid != nil {
		back.Brand, back.Last4 = paid.Brand, paid.Last4
	}
	return back
}

// moneyOf returns the refund of an order to the card that paid.
func moneyOf(o contract.Order) Money {
	paid := order.PaidPayment(o)
	if paid == nil {
		return Money{}
	}
	return Money{Amount: order.RefundDue(o, contract.EndedBySupport), To: purchase.ToCard, Brand: paid.Brand, Last4: paid.Last4}
}

// OfRefund previews a decision about the refund of a completed order. waiting is its refund request, if any.
func OfRefund(o contract.Order, a Action, by string, waiting *Request) (p Preview, err error) {
	if err := ValidateRefundDecision(o, a, by, waiting); err != nil {
		return p, err
	}
	if a == Decline {
		p.add("refund-declined")
		p.add("no-money")
		p.addMessages()
		return p, nil
	}
	p.addRefund(o)
	return p, nil
}

// AskRefund previews a refund request for a completed order. Above a limit a second person decides first.
func AskRefund(o contract.Order, above contract.Halalas) (p Preview, err error) {
	if err := order.ValidateRefund(o); err != nil {
		return p, err
	}
	if order.NeedsSecondPerson(o, above) {
		p.add("refund-waits")
	}
	p.addRefund(o)
	return p, nil
}

// addRefund previews the refund and its effects.
func (p *Preview) addRefund(o contract.Order) {
	p.addWork("refund-begins", contract.WorkRefund)
	p.addPayment(moneyOf(o))
	p.add("refund-takes-back")
	p.add("line-stays")
	done := o
	done.Refund = &contract.Refund{DoneAt: o.CreatedAt.AddDate(0, 0, 1)}
	before := o
	before.Refund = &contract.Refund{}
	p.addMessages(order.Messages(before, done, contract.Limits{})...)
}

// Request is a refund that waits for a second person.
type Request struct {
	State contract.RefundRequestState
	By    string // user id
}

// ValidateRefundDecision refuses a decision about a refund that does not wait for it, or by the person who requested it.
func ValidateRefundDecision(o contract.Order, a Action, by string, waiting *Request) error {
	stuck := o.Refund != nil && !o.Refund.Done() && o.Refund.FailureCode == contract.FailRefundRefused
	switch {
	case a == Retry && stuck:
		return nil
	case a == Retry:
		return contract.Refuse(contract.FailResolutionNotAllowed)
	case waiting == nil && stuck:
		return contract.Refuse(contract.FailResolutionNotAllowed)
	case waiting == nil:
		return contract.Refuse(contract.FailRefundDecided)
	default:
		return order.ValidateRefundDecision(waiting.State, waiting.By, by)
	}
}
