package activities

import (
	"context"
	"errors"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/payment"
)

// Payments is the card payment provider.
type Payments struct{ gateway payment.Gateway }

// NewPayments needs the provider's port.
func NewPayments(g payment.Gateway) *Payments { return &Payments{gateway: g} }

// ChargeCard asks the provider for the money. PaymentID is the idempotency key. An unknown outcome is an answer, not an
// error: the payment is then pending and the workflow inquires. A refused token is a decline.
func (p *Payments) ChargeCard(ctx context.Context, in contract.PaymentInput) (contract.Payment, error) {
	result, err := p.gateway.Charge(ctx, payment.Charge{
		PaymentID: in.PaymentID, CardToken: in.CardToken, Amount: in.Amount, ReturnURL: in.ReturnURL,
	})
	switch {
	case errors.Is(err, gateway.ErrUnknown):
		result = payment.Result{Status: contract.PaymentPending}
	case errors.Is(err, gateway.ErrFinal):
		result = payment.Result{Status: contract.PaymentDeclined, DeclineCode: refusalCode(err)}
	case err != nil:
		return contract.Payment{}, refused("charge card", err)
	}
	return paymentOf(in, result), nil
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
