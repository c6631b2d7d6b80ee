// Package payment charges and refunds through the card payment provider.
package payment

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/payment"
	cardstore "selfcare/internal/store/card"
	storeerrors "selfcare/internal/store/errors"
)

// Activities calls the card payment provider.
type Activities struct {
	gateway    payment.Gateway
	cards      savedCards
	statements statements
}

// statements returns the outcomes of payments that staff read in the provider's statement.
type statements interface {
	ReadCounting(ctx context.Context, paymentID string) (contract.StatedOutcome, error)
}

// savedCards holds the provider's tokens of saved cards. Another user's card is storeerrors.ErrNotFound; a card that is added again
// is the same card.
type savedCards interface {
	Get(ctx context.Context, userID, id string) (cardstore.Card, error)
	Add(ctx context.Context, userID string, c cardstore.Card) (cardstore.Card, error)
}

// New takes the provider's port, the saved cards, and the statements about payments.
func New(g payment.Gateway, c savedCards, s statements) *Activities {
	return &Activities{gateway: g, cards: c, statements: s}
}

// ChargeCard charges the card. PaymentID is the idempotency key. Only a known decline code settles the payment, because any
// other refusal may answer a duplicate of a call that succeeded. Such an unknown outcome is an answer, not an error: the
// payment is pending and the workflow inquires.
func (p *Activities) ChargeCard(ctx context.Context, in contract.PaymentInput) (contract.Payment, error) {
	charge, err := p.chargeOf(ctx, in)
	if errors.Is(err, storeerrors.ErrNotFound) { // removed after the payment was opened
		return paymentOf(in, payment.Result{Status: contract.PaymentDeclined, DeclineCode: cardGone}), nil
	}
	if err != nil {
		return contract.Payment{}, failure.Map("read card", err)
	}
	result, err := p.gateway.Charge(ctx, charge)
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

// cardGone is the provider's code for a token without a card.
const cardGone = "token_invalid"

// readWithin limits the read of our database. It is far below the activity's own time-out, so that a hanging database is not
// taken for a charge without an answer.
const readWithin = 5 * time.Second

// chargeOf reads the provider's token of a saved card, which is in no history. A wallet is never saved.
func (p *Activities) chargeOf(ctx context.Context, in contract.PaymentInput) (payment.Charge, error) {
	charge := payment.Charge{PaymentID: in.PaymentID, CardToken: in.CardToken, Amount: in.Amount, ReturnURL: in.ReturnURL}
	charge.Wallet = in.Wallet
	if in.Wallet != "" || in.Kept == nil {
		return charge, nil
	}
	charge.Keep = in.Kept.Keep
	charge.Unattended, charge.Within = in.Unattended, in.TTL
	if in.Kept.CardID == "" {
		return charge, nil
	}
	ctx, cancel := context.WithTimeout(ctx, readWithin)
	defer cancel()
	card, err := p.cards.Get(ctx, in.Kept.UserID, in.Kept.CardID)
	charge.Card = card.Token
	return charge, err
}

// KeepCard saves the card of a payment, as its customer agreed. A repeat saves the same card. If the provider saves none, or
// for a wallet, it does nothing.
func (p *Activities) KeepCard(ctx context.Context, in contract.PaymentInput) error {
	if in.Wallet != "" {
		return nil
	}
	c, err := p.gateway.FindSavedCard(ctx, in.PaymentID)
	if err != nil {
		return failure.MapPartner("inquire kept card", err, contract.FailOutcomeUnknown)
	}
	if c == nil || in.Kept == nil {
		return nil
	}
	_, err = p.cards.Add(ctx, in.Kept.UserID, cardstore.Card{
		Token: c.Token, Fingerprint: c.Fingerprint, Holder: c.Holder, Brand: c.Brand, Last4: c.Last4,
		ExpiryMonth: c.ExpiryMonth, ExpiryYear: c.ExpiryYear,
	})
	return failure.Map("keep card", err)
}

// noteUnknownDecline logs a code that the list of declines lacks.
func noteUnknownDecline(ctx context.Context, code string) {
	if activity.IsActivity(ctx) {
		activity.GetLogger(ctx).Warn("charge refused with a code that is not a known decline", "code", code)
	}
}

// InquirePayment asks for the outcome of a charge. A charge that the provider never saw is abandoned. If the provider knows no
// outcome, the one that two members of staff read in its statement counts.
func (p *Activities) InquirePayment(ctx context.Context, in contract.PaymentInput) (contract.Payment, error) {
	result, err := p.gateway.Inquire(ctx, in.PaymentID)
	if errors.Is(err, gateway.ErrNotFound) {
		return paymentOf(in, payment.Result{Status: contract.PaymentAbandoned}), nil
	}
	if err != nil || !result.Status.Settled() {
		stated, unreadable := p.readStatedOutcome(ctx, in.PaymentID)
		if unreadable != nil {
			return contract.Payment{}, failure.Map("read statement", unreadable)
		}
		if stated != "" {
			return paymentOf(in, payment.Result{Status: stated}), nil
		}
	}
	if err != nil {
		return contract.Payment{}, failure.MapPartner("inquire payment", err, contract.FailOutcomeUnknown)
	}
	return paymentOf(in, result), nil
}

// readStatedOutcome returns the outcome from a statement that two members of staff confirmed; empty without one.
func (p *Activities) readStatedOutcome(ctx context.Context, paymentID string) (contract.PaymentStatus, error) {
	ctx, cancel := context.WithTimeout(ctx, readWithin)
	defer cancel()
	outcome, err := p.statements.ReadCounting(ctx, paymentID)
	switch outcome {
	case contract.StatedPaid:
		return contract.PaymentPaid, err
	case contract.StatedNeverPaid:
		return contract.PaymentAbandoned, err
	default:
		return "", err
	}
}

// RefundPayment refunds a payment. The provider refunds a payment once, however often it is called. A refund of nothing is
// refused.
func (p *Activities) RefundPayment(ctx context.Context, in contract.RefundRequest) error {
	if in.Amount <= 0 {
		return failure.Map("refund payment", contract.Refuse(contract.FailRefundRefused))
	}
	err := p.gateway.Refund(ctx, in.PaymentID, in.Amount)
	return failure.MapPartner("refund payment", err, contract.FailRefundRefused)
}

func paymentOf(in contract.PaymentInput, r payment.Result) contract.Payment {
	return contract.Payment{
		ID: in.PaymentID, Status: r.Status, Amount: in.Amount, Brand: r.Brand, Last4: r.Last4,
		ChallengeURL: r.ChallengeURL, DeclineCode: r.DeclineCode,
	}
}
