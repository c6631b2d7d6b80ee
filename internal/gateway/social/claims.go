package social

import (
	"encoding/json"
	"fmt"
)

// claims are the claims that we read from an identity token.
type claims struct {
	Email         string `json:"email"`
	EmailVerified *truth `json:"email_verified"`
}

// identity drops an e-mail if the provider does not say whether it verified it, as with Facebook: we could neither trust nor
// refuse it.
func (c claims) identity(subject string) Identity {
	if c.EmailVerified == nil {
		return Identity{Subject: subject}
	}
	return Identity{Subject: subject, Email: c.Email, EmailVerified: bool(*c.EmailVerified)}
}

// truth is a boolean that Apple may send as text.
type truth bool

// UnmarshalJSON reads both forms.
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
