// Package payment is the port to the card payment provider.
package payment

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
)

// Charge takes money from a card behind a token, a saved card, or an STC Pay wallet.
type Charge struct {
	PaymentID string // our id: idempotency key and the reference for inquiries
	CardToken string // single use
	Card      string // the provider's token of a saved card, instead of CardToken
	Wallet    string // mobile number of an STC Pay wallet, 05 and eight digits, instead of CardToken
	// Unattended marks a charge of a saved card without its customer present, as the customer agreed. The bank may still ask
	// for 3-D Secure: then its page lives for Within.
	Unattended bool
	Within     time.Duration
	Keep       bool // the provider saves the card once it has paid; it never saves a wallet
	Amount     contract.Halalas
	ReturnURL  string // 3-D Secure sends the browser back here
}

// Result is the provider's record of a payment.
type Result struct {
	Status       contract.PaymentStatus // challenge, pending, paid, declined, abandoned, refunded
	Brand        string                 // MADA, VISA, MASTER, STCPAY
	Last4        string
	ChallengeURL string // with status challenge: the page for the customer; empty if a wallet waits for its code (EnterCode)
	DeclineCode  string // with status declined: insufficient_funds, lost_card, expired_card, do_not_honor, …
}

// Card is a card that the provider saves. Its number never reaches us.
type Card struct {
	Token       string // charges it again
	Fingerprint string // the same for the same card, however often it is saved; of some providers only until the card is renewed
	Holder      string
	Brand       string
	Last4       string
	ExpiryMonth int
	ExpiryYear  int
}

// declines are the codes that settle a payment: the bank, or the customer at its page, refused, or the card or wallet does not
// exist. With any other code money may have moved.
var declines = map[string]bool{
	"insufficient_funds": true, "lost_card": true, "stolen_card": true, "expired_card": true, "do_not_honor": true,
	"limit_exceeded": true, "authentication_failed": true, "authentication_cancelled": true, "token_invalid": true,
	"mobile_invalid": true,
	"declined":       true, // a provider that knows no more, but that no money was taken
}

// Refusals of EnterCode.
const (
	CodeWrong    = "code_wrong"     // the wallet still waits
	CodeNotAsked = "code_not_asked" // the payment waits for no code: it is decided, or its customer is asked elsewhere
)

// Declines reports whether a code says for certain that no money was taken.
func Declines(code string) bool { return declines[code] }

// Gateway charges, saves cards, inquires and refunds. Every method may be repeated, because the provider deduplicates by PaymentID. Errors
// are gateway.ErrFinal (with Refusal: token_used, token_invalid, mobile_invalid, key_in_progress …), ErrRetry, ErrUnknown;
// Inquire also ErrNotFound if the provider itself says that it never saw the charge.
type Gateway interface {
	Charge(ctx context.Context, c Charge) (Result, error)
	Inquire(ctx context.Context, paymentID string) (Result, error)
	// EnterCode hands in the code that a wallet sent to its customer. Inquire tells the outcome of the payment. A repeat of a code
	// that was taken is CodeNotAsked.
	EnterCode(ctx context.Context, paymentID, code string) error
	// FindSavedCard returns the card that a payment with Keep has saved; nil if it is not paid, or the provider has saved none. A card
	// that is not to be kept is forgotten by the provider once the payment has ended.
	FindSavedCard(ctx context.Context, paymentID string) (*Card, error)
	// ForgetCard deletes a saved card, which pays nothing any more. A card that the provider does not know counts as deleted.
	ForgetCard(ctx context.Context, token string) error
	// Refund refunds the full amount. A repeat for the same payment succeeds without a second effect.
	Refund(ctx context.Context, paymentID string, amount contract.Halalas) error
	// ListSettlements names the batches that the provider made on a day in Riyadh, written YYYY-MM-DD. A day whose batches are not
	// made yet is ErrRetry.
	ListSettlements(ctx context.Context, day string) (settlement.Listing, error)
	// ReadSettlement returns a batch with all its lines. A batch that cannot be trusted is no error, but has Broken set.
	ReadSettlement(ctx context.Context, id string) (settlement.Batch, error)
}
