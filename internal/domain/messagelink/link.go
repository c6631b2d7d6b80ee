// Package messagelink makes and reads the links in messages.
package messagelink

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"selfcare/internal/domain/permission"
)

// Link opens a part of our site until its end: a part of an order, an invoice, a page, or the choice of an account about promotions.
type Link struct {
	OrderID   string
	Scope     permission.Scope // of an order's link; never the whole order
	InvoiceID string
	Page      string // path below its language, with a secret of its own: service-request/CR0123456789#…
	UserID    string
	Channel   string // of a promotion to this user: sms or email
	Ends      time.Time
}

// Code is the secret of a link: 16 characters, because it takes space in a paid SMS. Only its message has it.
type Code string

// codeBytes is the size of a code: 96 random bits cannot be guessed.
const codeBytes = 12

// codePurpose keeps codes apart from everything else that is derived from the same secret.
const codePurpose = "message link"

// Signer derives codes.
type Signer struct{ secret []byte }

// NewSigner takes the secret of the worker.
func NewSigner(secret []byte) Signer { return Signer{secret} }

// Code returns the code of one link of one message. The same message always has the same code, so that a repeat sends the same text.
func (s Signer) Code(purpose, messageKey string) Code {
	mac := hmac.New(sha256.New, s.secret)
	for _, part := range []string{codePurpose, purpose, messageKey} {
		mac.Write([]byte(part + "\x00"))
	}
	return Code(base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:codeBytes]))
}

// ReadCode reads a code that a customer brings; ok is false if none can have this form.
func ReadCode(text string) (code Code, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(text)
	return Code(text), err == nil && len(raw) == codeBytes && len(text) == base64.RawURLEncoding.EncodedLen(codeBytes) // the decoder skips line breaks
}

// Digest is the stored form of a code: its SHA-256.
func (c Code) Digest() []byte {
	sum := sha256.Sum256([]byte(c))
	return sum[:]
}

// ToOrder is a link to a part of an order.
func ToOrder(orderID string, scope permission.Scope, caused time.Time) Link {
	return Link{OrderID: orderID, Scope: scope, Ends: caused.Add(lasts[scope])}
}

// ToInvoice is a link to see and pay an invoice without signing in.
func ToInvoice(invoiceID string, caused time.Time) Link {
	return Link{InvoiceID: invoiceID, Ends: caused.Add(billLasts)}
}

// ToPage is a short link to a page whose own address is too long for an SMS. The page has its own rules on the secret in its address.
func ToPage(page string, caused time.Time) Link {
	return Link{Page: page, Ends: caused.Add(pageLasts)}
}

// ToUnsubscribe is a link by which a user stops promotions without signing in.
func ToUnsubscribe(userID, channel string, caused time.Time) Link {
	return Link{UserID: userID, Channel: channel, Ends: caused.Add(unsubscribeLasts)}
}
