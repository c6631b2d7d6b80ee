// Package identity is the port to the national identity app (Nafath).
package identity

import (
	"context"
	"time"

	"selfcare/internal/contract"
)

// Request is an open request at the identity app.
type Request struct {
	TransactionID string
	Random        string // two digits, shown to the customer and picked in the app
	ExpiresAt     time.Time
}

// Gateway sends pushes and asks for their outcome.
// Errors are gateway.ErrFinal (Refusal: id_unknown …), ErrRetry, ErrUnknown; Status also ErrNotFound.
type Gateway interface {
	// Request may be repeated with the same requestID. While another request of the person is open, the system answers "active
	// transaction", and the adapter returns that open request with its number.
	Request(ctx context.Context, requestID, idNumber, language string) (Request, error)
	Status(ctx context.Context, transactionID, idNumber, random string) (contract.IdentityStatus, error)
}
