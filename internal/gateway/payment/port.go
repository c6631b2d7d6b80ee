// Package payment is the port to the card payment provider.
package payment

import (
	"context"

	"selfcare/internal/contract"
)

// Charge asks the provider to take money from a tokenised card.
type Charge struct {
	PaymentID string // our id: idempotency key and the reference for inquiries
	CardToken string // single use
	Amount    contract.Halalas
	ReturnURL string // 3-D Secure sends the browser back here
}

// Result is what the provider knows about a payment.
type Result struct {
	Status       contract.PaymentStatus // challenge, pending, paid, declined, abandoned, refunded
	Brand        string                 // MADA, VISA, MASTER
	Last4        string
	ChallengeURL string // with status challenge
	DeclineCode  string // with status declined: insufficient_funds, lost_card, expired_card, do_not_honor, …
}

// Gateway charges, inquires and refunds. Every method may be repeated: the provider deduplicates by PaymentID.
// Errors are gateway.ErrFinal (with Refusal: token_used, token_invalid, amount_invalid …), ErrRetry, ErrUnknown; Inquire also ErrNotFound.
type Gateway interface {
	Charge(ctx context.Context, c Charge) (Result, error)
	Inquire(ctx context.Context, paymentID string) (Result, error)
	// Refund returns the full amount. A second call for the same payment is a success without a second effect.
	Refund(ctx context.Context, paymentID string, amount contract.Halalas) error
}
