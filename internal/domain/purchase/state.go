package purchase

import (
	"time"

	"selfcare/internal/contract"
)

// PaymentMoves tells whether news of a purchase's payment changes what is known of it.
func PaymentMoves(p contract.Purchase, now contract.PaymentStatus) bool {
	return p.Payment != nil && p.Payment.Status != now && !p.Payment.Status.Settled()
}

// Paid puts what became of its payment into a purchase: paid it can be delivered, refused it has failed.
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

// paidStage is where a purchase stands once it is paid: it is delivered, or waits for its day.
func paidStage(p contract.Purchase) contract.PurchaseStage {
	if !p.EffectiveAt.IsZero() {
		return contract.PurchaseScheduled
	}
	return contract.PurchaseDelivering
}

// ValidateActivationChange refuses another day, or to call it off, for what does not wait for one.
func ValidateActivationChange(p contract.Purchase) error {
	if p.Stage != contract.PurchaseScheduled {
		return contract.Refuse(contract.FailActivationBegun)
	}
	return nil
}

// PaysBy is what pays a purchase that was opened with nobody there: the card its customer agreed to, or nothing that a provider charges.
func PaysBy(p contract.Purchase) contract.OpenPurchase {
	if p.Auto == nil || p.Payment == nil {
		return contract.OpenPurchase{}
	}
	return contract.OpenPurchase{ReturnURL: p.Auto.ReturnURL, Kept: &contract.KeptCard{UserID: p.UserID, CardID: p.Payment.CardID}}
}

// Opened is a purchase as it is written first. What goes through no provider is paid by then.
func Opened(p contract.Purchase) contract.Purchase {
	p.Seq, p.Stage = 1, paidStage(p)
	if Charges(p.Way) {
		p.Stage = contract.PurchasePaying
	}
	return p
}

// Delivered completes a purchase. One whose money goes back anyway stays open for that.
func Delivered(p contract.Purchase, at time.Time) contract.Purchase {
	p.CompletedAt, p.Stage = at, contract.PurchaseCompleted
	if Definitions[p.Kind].Returns {
		p.Stage = contract.PurchaseRefunding
	}
	return p
}

// Sent puts what a partner said of what it has delivered into a purchase.
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

// Refunded ends a purchase whose money is back. What was delivered all the same is completed, not failed.
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

// ValidateResolution refuses a decision about a purchase that is not held, or that its work does not allow: a refund is made, or was
// made by hand; it cannot be called off.
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

// Status is what the customer is told about where a purchase stands.
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

// Receipted tells whether there is a receipt: something was sold. A card that was only checked has cost nothing, a transfer is a gift;
// what is billed stands on the bill, also when that is paid.
func Receipted(p contract.Purchase) bool {
	d := Definitions[p.Kind]
	return p.Stage == contract.PurchaseCompleted && !d.Returns && !d.Transfer && d.Delivers != Bill && p.Way != contract.PayInvoice
}
