package purchase

import (
	"time"

	"selfcare/internal/contract"
)

// PaymentMoves tells whether news of a purchase's payment changes its known state.
func PaymentMoves(p contract.Purchase, now contract.PaymentStatus) bool {
	return p.Payment != nil && p.Payment.Status != now && !p.Payment.Status.Settled()
}

// Paid records the outcome of the payment: a paid purchase can be delivered, a declined one has failed.
func Paid(p contract.Purchase, now contract.Payment) contract.Purchase {
	now.At, now.CardID = p.Payment.At, p.Payment.CardID
	p.Payment = &now
	switch now.Status {
	case contract.PaymentPaid:
		p.Stage = paidStage(p)
	case contract.PaymentDeclined:
		p.Stage, p.FailureCode = contract.PurchaseFailed, contract.FailPaymentDeclined
	case contract.PaymentAbandoned:
		p.Stage, p.FailureCode = contract.PurchaseFailed, contract.FailPaymentAbandoned
	case contract.PaymentProcessing, contract.PaymentChallenge, contract.PaymentPending, contract.PaymentRefunded:
	}
	return p
}

// paidStage returns the stage after the payment: delivery, or waiting for the chosen day.
func paidStage(p contract.Purchase) contract.PurchaseStage {
	if !p.EffectiveAt.IsZero() {
		return contract.PurchaseScheduled
	}
	return contract.PurchaseDelivering
}

// ValidateActivationChange refuses to change the day of a purchase, or to cancel it, when it does not wait for a day.
func ValidateActivationChange(p contract.Purchase) error {
	if p.Stage != contract.PurchaseScheduled {
		return contract.Refuse(contract.FailActivationBegun)
	}
	return nil
}

// PaysBy returns the payment of a purchase that was opened automatically: by the card that its customer agreed to, or nothing
// when the provider does not charge.
func PaysBy(p contract.Purchase) contract.OpenPurchase {
	if p.Auto == nil || p.Payment == nil {
		return contract.OpenPurchase{}
	}
	return contract.OpenPurchase{ReturnURL: p.Auto.ReturnURL, Kept: &contract.SavedCard{UserID: p.UserID, CardID: p.Payment.CardID}}
}

// Opened returns a purchase in its first state. Without a charge by the provider it is paid already.
func Opened(p contract.Purchase) contract.Purchase {
	p.Seq, p.Stage = 1, paidStage(p)
	if Charges(p.Way) {
		p.Stage = contract.PurchasePaying
	}
	return p
}

// Delivered completes a purchase. A purchase whose money is refunded in any case stays open for the refund.
func Delivered(p contract.Purchase, at time.Time) contract.Purchase {
	p.CompletedAt, p.Stage = at, contract.PurchaseCompleted
	if Definitions[p.Kind].Returns {
		p.Stage = contract.PurchaseRefunding
	}
	return p
}

// Sent records a partner's report about its delivery.
func Sent(p contract.Purchase, in contract.PurchaseHandedOver) contract.Purchase {
	switch {
	case p.International != nil && in.Sent != nil:
		done := *p.International
		done.Reference, done.Told = in.Sent.Reference, in.Sent.Told
		p.International = &done
	case p.Service != nil && in.Begun != nil:
		running := *p.Service
		running.Reference = in.Begun.Reference
		p.Service = &running
	case p.Game != nil && in.Sold != nil:
		sold := *p.Game
		sold.Reference, sold.Code = in.Sold.Reference, in.Sold.Code
		p.Game = &sold
	}
	return p
}

// HeldUp is a purchase that cannot go on and waits for support.
func HeldUp(p contract.Purchase, in contract.PurchaseHeldUp) contract.Purchase {
	p.Held = &contract.HeldPurchase{FailureCode: in.FailureCode, Work: in.Work, From: p.Stage, Since: in.Now}
	p.Stage = contract.PurchaseHeld
	return p
}

// Resumed goes on from where a purchase was held.
func Resumed(p contract.Purchase) contract.Purchase {
	p.Stage, p.Held = p.Held.From, nil
	return p
}

// Refunding is a purchase whose money goes back for a reason.
func Refunding(p contract.Purchase, reason contract.Code) contract.Purchase {
	p.Stage, p.FailureCode = contract.PurchaseRefunding, reason
	return p
}

// LatePaid is a purchase that was over when its payment turned out to be paid: that money goes back.
func LatePaid(p contract.Purchase) contract.Purchase {
	late := *p.Payment
	late.Status, late.DeclineCode, late.ChallengeURL, late.Double = contract.PaymentPaid, "", "", true
	p.Payment = &late
	return p
}

// Refunded ends a refunded purchase. It is completed when it was delivered all the same, otherwise failed.
func Refunded(p contract.Purchase, at time.Time) contract.Purchase {
	p.RefundedAt, p.Stage = at, contract.PurchaseFailed
	if !p.CompletedAt.IsZero() {
		p.Stage = contract.PurchaseCompleted
	}
	if p.Payment != nil {
		back := *p.Payment
		back.Status, back.Returned = contract.PaymentRefunded, back.Amount
		p.Payment = &back
	}
	return p
}

// Reversed is a completed top-up that the partner took back: in the end nothing was bought, and the money is back.
func Reversed(p contract.Purchase, at time.Time) contract.Purchase {
	p.RefundedAt, p.Stage, p.FailureCode = at, contract.PurchaseFailed, contract.FailInternationalReversed
	return p
}

// ValidateResolution refuses a decision about a purchase that is not held, or a decision that its work does not allow: a refund
// can be retried or be done by hand, but not be called off.
func ValidateResolution(p contract.Purchase, in contract.Resolution) error {
	if p.Stage != contract.PurchaseHeld || p.Held == nil {
		return contract.Refuse(contract.FailPurchaseNotHeld)
	}
	refunding := p.Held.Work == contract.WorkRefund
	switch in.Action {
	case contract.ResolveRetry:
		return nil
	case contract.ResolveSkip:
		if refunding {
			return nil
		}
	case contract.ResolveCancel:
		if !refunding {
			return nil
		}
	}
	return contract.Refuse(contract.FailResolutionNotAllowed)
}

// Status returns the state of a purchase for its customer.
func Status(p contract.Purchase) string {
	if p.Stage != contract.PurchasePaying || p.Payment == nil {
		return string(p.Stage)
	}
	switch p.Payment.Status {
	case contract.PaymentChallenge:
		return "challenge"
	case contract.PaymentPending:
		return "checking"
	case contract.PaymentProcessing, contract.PaymentPaid, contract.PaymentDeclined, contract.PaymentAbandoned, contract.PaymentRefunded:
	}
	return "processing"
}

// Receipted tells whether a purchase has a receipt, because something was sold. A card check costs nothing, and a transfer is a
// gift; a billed item is on the bill, also when the bill is paid.
func Receipted(p contract.Purchase) bool {
	d := Definitions[p.Kind]
	return p.Stage == contract.PurchaseCompleted && !d.Returns && !d.Transfer && d.Delivers != Bill && p.Way != contract.PayInvoice
}
