package activities

import (
	"context"
	"errors"

	"go.temporal.io/sdk/activity"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/payment"
)

// Payments is the card payment provider.
type Payments struct{ gateway payment.Gateway }

// NewPayments needs the provider's port.
func NewPayments(g payment.Gateway) *Payments { return &Payments{gateway: g} }

// ChargeCard asks the provider for the money. PaymentID is the idempotency key. Only a decline that we know settles the payment;
// any other "no" may come to the twin of a call that succeeded. Such an unknown outcome is an answer, not an error: the payment
// is then pending and the workflow inquires.
func (p *Payments) ChargeCard(ctx context.Context, in contract.PaymentInput) (contract.Payment, error) {
	result, err := p.gateway.Charge(ctx, payment.Charge{
		PaymentID: in.PaymentID, CardToken: in.CardToken, Amount: in.Amount, ReturnURL: in.ReturnURL,
	})
	switch {
	case errors.Is(err, gateway.ErrFinal):
		result = payment.Result{Status: contract.PaymentDeclined, DeclineCode: refusalCode(err)}
	case errors.Is(err, gateway.ErrUnknown):
		result = payment.Result{Status: contract.PaymentPending}
	case err != nil:
		return contract.Payment{}, refused("charge card", err)
	}
	if result.Status == contract.PaymentDeclined && !payment.Declines(result.DeclineCode) {
		noteUnknownDecline(ctx, result.DeclineCode)
		result.Status, result.DeclineCode = contract.PaymentPending, ""
	}
	return paymentOf(in, result), nil
}

// noteUnknownDecline lets operators see which code the list of declines lacks.
func noteUnknownDecline(ctx context.Context, code string) {
	if activity.IsActivity(ctx) {
		activity.GetLogger(ctx).Warn("charge refused with a code that settles nothing", "code", code)
	}
}

// InquirePayment asks what became of a charge. A charge the provider never saw was never made: it is abandoned.
func (p *Payments) InquirePayment(ctx context.Context, in contract.PaymentInput) (contract.Payment, error) {
	result, err := p.gateway.Inquire(ctx, in.PaymentID)
	if errors.Is(err, gateway.ErrNotFound) {
		return paymentOf(in, payment.Result{Status: contract.PaymentAbandoned}), nil
	}
	if err != nil {
		return contract.Payment{}, refusedBy("inquire payment", err, contract.FailOutcomeUnknown)
	}
	return paymentOf(in, result), nil
}

// RefundPayment gives the money back. The provider refunds a payment once, however often it is asked.
func (p *Payments) RefundPayment(ctx context.Context, in contract.RefundRequest) error {
	err := p.gateway.Refund(ctx, in.PaymentID, in.Amount)
	return refusedBy("refund payment", err, contract.FailRefundRefused)
}

func paymentOf(in contract.PaymentInput, r payment.Result) contract.Payment {
	return contract.Payment{
		ID: in.PaymentID, Status: r.Status, Amount: in.Amount, Brand: r.Brand, Last4: r.Last4,
		ChallengeURL: r.ChallengeURL, DeclineCode: r.DeclineCode,
	}
}
