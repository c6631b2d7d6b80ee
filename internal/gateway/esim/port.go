// Package esim is the port to the SM-DP+ that makes and delivers eSIM profiles (GSMA SGP.22, ES2+).
package esim

import "context"

// Codes of refusals: subject code, dash, reason code of SGP.22.
const (
	CodeNoneLeft       = "8.2.5-3.7"  // profile type: unavailable
	CodeEIDRefused     = "8.1.1-3.8"  // EID: refused
	CodeEIDUnsupported = "8.1.1-3.10" // EID: invalid association
	CodeInUse          = "8.2.1-3.3"  // profile: downloaded already
	CodeUnknown        = "8.2.1-3.9"  // profile: unknown
)

// Order requests one profile. Reference is the idempotency key: one profile per reference.
type Order struct {
	Reference string
	EID       string // of the phone, if known: the profile then installs nowhere else
}

// ActivationCode is the code with which a phone downloads a profile.
type ActivationCode struct {
	Address    string // of the SM-DP+
	MatchingID string
}

// Gateway orders profiles. Every method may be repeated with the same reference and returns the same. Errors are
// gateway.ErrFinal (Refusal with one of the codes above, or another pair of SGP.22), ErrRetry, ErrUnknown.
type Gateway interface {
	// Download allocates a profile and returns its ICCID, 19 digits.
	Download(ctx context.Context, o Order) (iccid string, err error)
	// Confirm releases a profile for download.
	Confirm(ctx context.Context, reference, iccid, eid string) (ActivationCode, error)
	// Cancel makes a profile unavailable; a downloaded one is Refusal CodeInUse.
	Cancel(ctx context.Context, reference, iccid string) error
}
