// Package topup is the port to the partner that sends top-ups to prepaid numbers of other countries.
package topup

import (
	"context"

	"selfcare/internal/contract"
)

// Refusal codes that we act on; any other means that the transfer is impossible.
const (
	CodeProductGone = "product_unavailable"
	CodeKeyUsed     = "external_id_used" // a transaction with our key exists: find it
	CodeNoFunds     = "insufficient_balance"
	CodeRecipient   = "invalid_credit_party" // not prepaid, or not in use
	CodeBarred      = "barred_credit_party"
)

// Operator is the operator of a number.
type Operator struct{ ID, Name string }

// Order is one top-up. Key is the idempotency key.
type Order struct {
	Key       string
	Mobile    string // + and digits
	ProductID string
}

// Status is the state of a transaction.
type Status string

// Statuses of a transaction.
const (
	Done      Status = "done"
	Pending   Status = "pending"   // the foreign operator has not answered yet
	Refused   Status = "refused"   // nothing was sent, and we are not charged
	Cancelled Status = "cancelled" // the partner called it off before it was sent, and we are not charged
	Reversed  Status = "reversed"  // it was done, and was taken back later: we have our money again
)

// Transaction is the partner's record of a top-up.
type Transaction struct {
	Reference     string
	Status        Status
	Reason        string // of a refusal, in the partner's words, lower case
	RecipientTold bool   // the partner says that the foreign operator has sent an SMS; most say nothing
}

// Gateway sends top-ups. Errors are gateway.ErrFinal (Refusal with one of the codes above) and ErrRetry; from Send also
// ErrUnknown; ErrNotFound if the partner serves no operator of the number, and if the key has no transaction.
type Gateway interface {
	// Operator finds the operator of a number.
	Operator(ctx context.Context, mobile string) (Operator, error)
	// Products returns the fixed top-up amounts that an operator's numbers can get now, priced in riyals.
	Products(ctx context.Context, operatorID string) ([]contract.TopUpProduct, error)
	// Send sends a top-up. A key has one transaction, also if that is refused: a repeat is refused with CodeKeyUsed.
	Send(ctx context.Context, o Order) (Transaction, error)
	// Find asks for the state of a transaction. A transaction that is done can become Reversed later.
	Find(ctx context.Context, key string) (Transaction, error)
}
