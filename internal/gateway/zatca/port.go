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

// Verdict confirms that the platform has a document.
type Verdict struct {
	Warnings []string // ids of rules
	Cleared  []byte   // a cleared document with the platform's own stamp
}

// Rejection carries the ids of the rules that a document breaks, by the platform. It wraps gateway.ErrFinal.
type Rejection struct {
	Rules []string
	cause error
}

func (r *Rejection) Error() string { return r.cause.Error() + ": " + strings.Join(r.Rules, ", ") }

// Unwrap makes errors.Is(err, gateway.ErrFinal) true.
func (r *Rejection) Unwrap() error { return r.cause }

// Gateway submits documents. Every method may be repeated and serves as its own inquiry: a document that the platform already
// has is a success. Errors are gateway.ErrFinal (Rejection), ErrRetry (also if our credentials are refused, because that is no
// fault of the document), ErrUnknown.
type Gateway interface {
	// Report submits a simplified document, which is valid without an answer.
	Report(ctx context.Context, s Submission) (Verdict, error)
	// Clear submits a document for a business, which is valid once it is cleared.
	Clear(ctx context.Context, s Submission) (Verdict, error)
}
