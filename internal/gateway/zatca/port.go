// Package zatca is the port to the tax authority's platform for electronic invoices (Fatoora).
package zatca

import (
	"context"
	"strings"
)

// Submission is a stamped document. Its hash is the idempotency key: the platform counts it once.
type Submission struct {
	UUID string
	Hash string
	XML  []byte
}

// Verdict is that the platform has a document.
type Verdict struct {
	Warnings []string // ids of rules
	Cleared  []byte   // the document with the platform's own stamp, of one that was cleared
}

// Rejection carries the ids of the rules that a document breaks in the eyes of the platform. It wraps gateway.ErrFinal.
type Rejection struct {
	Rules []string
	cause error
}

func (r *Rejection) Error() string { return r.cause.Error() + ": " + strings.Join(r.Rules, ", ") }

// Unwrap makes errors.Is(err, gateway.ErrFinal) true.
func (r *Rejection) Unwrap() error { return r.cause }

// Gateway hands documents over. Every method may be repeated, and is its own inquiry: what the platform has already is a success.
// Errors are gateway.ErrFinal (Rejection), ErrRetry (also where our credentials are refused: that is no fault of the document),
// ErrUnknown.
type Gateway interface {
	// Report hands over a simplified document, which counts without an answer.
	Report(ctx context.Context, s Submission) (Verdict, error)
	// Clear hands over a document for a business, which counts once it was cleared.
	Clear(ctx context.Context, s Submission) (Verdict, error)
}
