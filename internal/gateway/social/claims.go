package social

import (
	"encoding/json"
	"fmt"
)

// claims are what we read of an identity token.
type claims struct {
	Email         string `json:"email"`
	EmailVerified *truth `json:"email_verified"`
}

// identity leaves out an e-mail of which the provider does not say whether it is theirs, as Facebook does: we would neither
// trust nor refuse it.
func (c claims) identity(subject string) Identity {
	if c.EmailVerified == nil {
		return Identity{Subject: subject}
	}
	return Identity{Subject: subject, Email: c.Email, EmailVerified: bool(*c.EmailVerified)}
}

// truth is a boolean that Apple may write as text.
type truth bool

// UnmarshalJSON reads both.
func (t *truth) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "true", `"true"`:
		*t = true
	case "false", `"false"`:
		*t = false
	default:
		return fmt.Errorf("%w: neither true nor false", &json.UnsupportedValueError{Str: string(text)})
	}
	return nil
}
