// Package payment takes and returns money through the card payment provider.
package payment

import (
	"context"
	"errors"

	"go.temporal.io/sdk/activity"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/payment"
)

// Activities is the card payment provider.
type Activities struct{ gateway payment.Gateway }

// New needs the provider's port.
func New(g payment.Gateway) *Activities { return &Activities{gateway: g} }

// ChargeCard asks the provider for the money. PaymentID is the idempotency key. Only a decline that we know settles the payment;
// any other "no" may come to the twin of a call that succeeded. Such an unknown outcome is an answer, not an error: the payment
// is then pending and the workflow inquires.
func (p *Activities) ChargeCard(ctx context.Context, in contract.PaymentInput) (contract.Payment, error) {
	result, err := p.gateway.Charge(ctx, payment.Charge{
		PaymentID: in.PaymentID, CardToken: in.CardToken, Amount: in.Amount, ReturnURL: in.ReturnURL,
	})
	switch {
	case errors.Is(err, gateway.ErrFinal):
		result = payment.Result{Status: contract.PaymentDeclined, DeclineCode: failure.PartnerCode(err)}
	case errors.Is(err, gateway.ErrUnknown):
		result = payment.Result{Status: contract.PaymentPending}
	case err != nil:
		return contract.Payment{}, failure.Map("charge card", err)
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
func (p *Activities) InquirePayment(ctx context.Context, in contract.PaymentInput) (contract.Payment, error) {
	result, err := p.gateway.Inquire(ctx, in.PaymentID)
	if errors.Is(err, gateway.ErrNotFound) {
		return paymentOf(in, payment.Result{Status: contract.PaymentAbandoned}), nil
	}
	if err != nil {
		return contract.Payment{}, failure.MapPartner("inquire payment", err, contract.FailOutcomeUnknown)
	}
	return paymentOf(in, result), nil
}

// RefundPayment gives the money back. The provider refunds a payment once, however often it is asked.
func (p *Activities) RefundPayment(ctx context.Context, in contract.RefundRequest) error {
	err := p.gateway.Refund(ctx, in.PaymentID, in.Amount)
	return failure.MapPartner("refund payment", err, contract.FailRefundRefused)
}

func paymentOf(in contract.PaymentInput, r payment.Result) contract.Payment {
	return contract.Payment{
		ID: in.PaymentID, Status: r.Status, Amount: in.Amount, Brand: r.Brand, Last4: r.Last4,
		ChallengeURL: r.ChallengeURL, DeclineCode: r.DeclineCode,
	}
}
