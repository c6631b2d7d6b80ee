// Package esim is the port to the SM-DP+ that makes and delivers eSIM profiles (GSMA SGP.22, ES2+).
package esim

import "context"

// Codes of refusals: subject code, dash, reason code of SGP.22.
const (
	CodeNoneLeft       = "8.2.5-3.7"  // profile type: unavailable
	CodeEIDRefused     = "8.1.1-3.8"  // EID: refused
	CodeEIDUnsupported = "8.1.1-3.10" // EID: invalid association
	CodeInUse          = "8.2.1-3.3"  // profile: in use, as one that was downloaded
	CodeUnknown        = "8.2.1-3.9"  // profile: unknown
)

// Order is one profile that a customer has ordered.
type Order struct {
	Reference  string // idempotency key: one profile per reference
	EID        string // 32 digits; of the phone, if known: the profile then installs nowhere else
	ICCID      string // 19 digits; empty before Download
	MatchingID string // of the activation code; empty before Confirm
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
	Confirm(ctx context.Context, o Order) (ActivationCode, error)
	// Cancel makes a profile unavailable; a downloaded one is Refusal CodeInUse. It needs the matching id of a confirmed profile; without
	// it, it is unknown whether the profile was confirmed.
	Cancel(ctx context.Context, o Order) error
}
