// Package identity is the port to the national identity app (Nafath).
package identity

import (
	"context"
	"time"

	"selfcare/internal/contract"
)

// Ask is a question to a person's app.
type Ask struct {
	RequestID string // ours, a UUID
	IDNumber  string
	Language  string // ar or en
	Client    string // the person's full address; empty if it is unknown
}

// Request is an open request at the identity app.
type Request struct {
	TransactionID string
	Random        string // two digits, shown to the customer and picked in the app
	ExpiresAt     time.Time
}

// Codes of refusals.
const (
	CodeIDUnknown = "id_unknown"      // the app does not know the person
	CodeOpen      = "request_is_open" // another request of the person is open, from us or from another company; its number is not told
)

// Gateway sends pushes and asks for their outcome.
// Errors are gateway.ErrFinal (Refusal: CodeIDUnknown, CodeOpen …), ErrRetry, ErrUnknown; Status also ErrNotFound.
type Gateway interface {
	// Request may be repeated with the same request id: it sends no second push while the first one is open.
	Request(ctx context.Context, ask Ask) (Request, error)
	Status(ctx context.Context, transactionID, idNumber, random string) (contract.IdentityStatus, error)
}
