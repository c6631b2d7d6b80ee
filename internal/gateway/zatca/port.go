// Package zatca is the port to the tax authority's platform for electronic invoices (Fatoora).
package zatca

import (
	"context"
	"strings"
)

// Credentials are those of a device: its certificate as the platform gave it out (binarySecurityToken), and its secret.
type Credentials struct{ Token, Secret string }

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

// Gateway submits documents of a device. Every method may be repeated and serves as its own inquiry: a document that the
// platform already has is a success. Errors are gateway.ErrFinal (Rejection), ErrRetry (also if our credentials are refused,
// because that is no fault of the document), ErrUnknown.
type Gateway interface {
	// Report submits a simplified document, which is valid without an answer.
	Report(ctx context.Context, c Credentials, s Submission) (Verdict, error)
	// Clear submits a document for a business, which is valid once it is cleared.
	Clear(ctx context.Context, c Credentials, s Submission) (Verdict, error)
}

// Issued is a certificate that the platform gave out.
type Issued struct {
	Credentials

	RequestID string
}

// Refusal carries the reasons for which the platform gave out no certificate, in its words. It wraps gateway.ErrFinal.
type Refusal struct {
	Reasons []string
	cause   error
}

func (r *Refusal) Error() string {
	return strings.Join(append([]string{r.cause.Error()}, r.Reasons...), ": ")
}

// Unwrap makes errors.Is(err, gateway.ErrFinal) true.
func (r *Refusal) Unwrap() error { return r.cause }

// Enrolment gives out certificates. A repeated call gives out another certificate and takes none back. Errors are
// gateway.ErrFinal (Refusal; Rejection of a check document), ErrRetry, ErrUnknown (also an answer in another format).
type Enrolment interface {
	// RequestCompliance exchanges a one-time password of the platform's portal and a request (PEM) for a certificate that can only
	// be used for checks.
	RequestCompliance(ctx context.Context, otp, request string) (Issued, error)
	// Check submits a check document, which does not count as an invoice.
	Check(ctx context.Context, c Credentials, s Submission) error
	// RequestProduction exchanges a certificate whose checks are done for one that stamps invoices.
	RequestProduction(ctx context.Context, c Credentials, requestID string) (Issued, error)
	// Renew exchanges a one-time password and a request for another certificate that stamps invoices. c are the present ones.
	Renew(ctx context.Context, c Credentials, otp, request string) (Issued, error)
}
