// Package payment is the port to the card payment provider.
package payment

import (
	"context"
	"time"

	"selfcare/internal/contract"
)

// Charge asks the provider to take money: from a card that a token stands for, one it keeps, or an STC Pay wallet.
type Charge struct {
	PaymentID string // our id: idempotency key and the reference for inquiries
	CardToken string // single use
	Card      string // the provider's name of a card it keeps, in place of CardToken
	Wallet    string // mobile number of an STC Pay wallet, 05 and eight digits, in place of CardToken
	// Unattended says that we charge a card it keeps as its customer agreed to, with nobody in front of a page. The bank may want to see
	// them all the same: then its page lives for Within.
	Unattended bool
	Within     time.Duration
	Keep       bool // the provider keeps the card once it has paid; a wallet it never keeps
	Amount     contract.Halalas
	ReturnURL  string // 3-D Secure sends the browser back here
}

// Result is what the provider knows about a payment.
type Result struct {
	Status       contract.PaymentStatus // challenge, pending, paid, declined, abandoned, refunded
	Brand        string                 // MADA, VISA, MASTER, STCPAY
	Last4        string
	ChallengeURL string // with status challenge
	DeclineCode  string // with status declined: insufficient_funds, lost_card, expired_card, do_not_honor, …
	Card         *Card  // with status paid, where it was to be kept
}

// Card is a card that the provider keeps. Its number never reaches us.
type Card struct {
	Token       string // pays again
	Fingerprint string // the same for the same card, however often it is kept
	Holder      string
	Brand       string
	Last4       string
	ExpiryMonth int
	ExpiryYear  int
}

// declines are the codes that settle a payment: the card's bank, or the customer at its page, said no, or there is no
// such card or wallet. With any other code money may have moved.
var declines = map[string]bool{
	"insufficient_funds": true, "lost_card": true, "stolen_card": true, "expired_card": true, "do_not_honor": true,
	"limit_exceeded": true, "authentication_failed": true, "authentication_cancelled": true, "token_invalid": true,
	"mobile_invalid": true,
}

// Declines tells whether a code of the provider says for certain that no money was taken.
func Declines(code string) bool { return declines[code] }

// Gateway charges, inquires and refunds. Every method may be repeated: the provider deduplicates by PaymentID.
// Errors are gateway.ErrFinal (with Refusal: token_used, token_invalid, mobile_invalid, key_in_progress …), ErrRetry, ErrUnknown; Inquire also
// ErrNotFound where the provider itself says that it never saw the charge.
type Gateway interface {
	Charge(ctx context.Context, c Charge) (Result, error)
	Inquire(ctx context.Context, paymentID string) (Result, error)
	// Refund returns the full amount. A second call for the same payment is a success without a second effect.
	Refund(ctx context.Context, paymentID string, amount contract.Halalas) error
	// Settlement is the provider's file of what it took and gave back on a day in Riyadh, written YYYY-MM-DD. One that is not
	// written yet is ErrRetry.
	Settlement(ctx context.Context, day string) ([]byte, error)
}
