// Package topup is the port to the partner that adds air time to prepaid numbers of other countries.
package topup

import (
	"context"

	"selfcare/internal/contract"
)

// Codes of a refusal that mean something to us; with any other the transfer cannot be made.
const (
	CodeProductGone = "product_unavailable"
	CodeKeyUsed     = "external_id_used" // there is a transaction with our key: it is to be looked for
	CodeNoFunds     = "insufficient_balance"
	CodeRecipient   = "invalid_credit_party" // not prepaid, or nobody's
	CodeBarred      = "barred_credit_party"
)

// Operator serves a number.
type Operator struct{ ID, Name string }

// Order is one top-up. Key makes it happen once.
type Order struct {
	Key       string
	Mobile    string // + and digits
	ProductID string
}

// Status is what became of a transaction.
type Status string

// Statuses of a transaction.
const (
	Done    Status = "done"
	Pending Status = "pending" // the operator over there has not answered yet
	Refused Status = "refused" // nothing was added, and nothing is taken from us
)

// Transaction is a top-up as the partner knows it.
type Transaction struct {
	Reference     string
	Status        Status
	Reason        string // of a refusal, as the partner names it, lower case
	RecipientTold bool   // by an SMS of the operator over there
}

// Gateway sends top-ups. Errors are gateway.ErrFinal (Refusal with one of the codes above), ErrRetry, and of Send alone ErrUnknown;
// ErrNotFound where nobody serves a number that is served by the partner, and where there is no transaction of a key.
type Gateway interface {
	// Operator finds who serves a number.
	Operator(ctx context.Context, mobile string) (Operator, error)
	// Products are the fixed amounts of air time that an operator's numbers can be sent now.
	Products(ctx context.Context, operatorID string) ([]contract.TopUpProduct, error)
	// Send adds air time. Under a key there is one transaction: another try with it is refused with CodeKeyUsed.
	Send(ctx context.Context, o Order) (Transaction, error)
	// Find asks what became of a transaction.
	Find(ctx context.Context, key string) (Transaction, error)
}
