// Package messagelink makes and reads the links in messages about an order.
package messagelink

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"time"

	"github.com/google/uuid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

// Link opens a part of an order until its end.
type Link struct {
	OrderID string
	Scope   permission.Scope
	Ends    time.Time // to the second
}

// Signer signs and verifies tokens.
type Signer struct{ secret []byte }

// NewSigner takes a secret that the API and the worker share.
func NewSigner(secret []byte) Signer { return Signer{secret} }

// The parts of a token. It is as short as possible, because it takes space in a paid SMS.
const (
	scopeAt   = 0
	orderAt   = 1
	endsAt    = orderAt + 16
	messageAt = endsAt + 4 // differs between the links of two messages, so that each can be used once
	macAt     = messageAt + 4
	macBytes  = 16
	size      = macAt + macBytes
)

// scopes by the first byte of a token; a byte is never reused. No link opens the whole order.
var scopes = []permission.Scope{"", permission.Tracking, permission.Activation, permission.Installation, permission.Correction, permission.Payment}

// Token returns the link token of one message; the same message always has the same token.
func (s Signer) Token(orderID string, scope permission.Scope, sent time.Time, messageKey string) string {
	raw := make([]byte, macAt, size)
	raw[scopeAt] = byte(max(0, slices.Index(scopes, scope)))
	id, _ := uuid.Parse(orderID) // an invalid order id opens nothing
	copy(raw[orderAt:], id[:])
	binary.BigEndian.PutUint32(raw[endsAt:], uint32(sent.Add(lasts[scope]).Unix())) //nolint:gosec // until 2106
	copy(raw[messageAt:macAt], s.mac("message", []byte(messageKey)))
	return base64.RawURLEncoding.EncodeToString(append(raw, s.mac("order link", raw)...))
}

// Read refuses a token that we did not sign in exactly this form.
func (s Signer) Read(token string) (Link, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != size || len(token) != base64.RawURLEncoding.EncodedLen(size) || // the decoder skips line breaks
		!hmac.Equal(raw[macAt:], s.mac("order link", raw[:macAt])) {
		return Link{}, contract.Refuse(contract.FailLinkInvalid)
	}
	scope := int(raw[scopeAt])
	if scope == 0 || scope >= len(scopes) {
		return Link{}, contract.Refuse(contract.FailLinkInvalid)
	}
	return Link{
		OrderID: uuid.UUID(raw[orderAt:endsAt]).String(), Scope: scopes[scope],
		Ends: time.Unix(int64(binary.BigEndian.Uint32(raw[endsAt:])), 0).UTC(),
	}, nil
}

// BillToken returns the link token of messages about an invoice: its holder can see and pay the invoice without signing in.
func (s Signer) BillToken(invoiceID string, sent time.Time) string {
	raw := make([]byte, billMACAt, billSize)
	id, _ := uuid.Parse(invoiceID) // an invalid id opens nothing
	copy(raw, id[:])
	binary.BigEndian.PutUint32(raw[billEndsAt:], uint32(sent.Add(billLasts).Unix())) //nolint:gosec // until 2106
	return base64.RawURLEncoding.EncodeToString(append(raw, s.mac("bill link", raw)...))
}

// The parts of the token of a bill.
const (
	billEndsAt = 16
	billMACAt  = billEndsAt + 4
	billSize   = billMACAt + macBytes
)

// Bill returns the invoice that a token opens. It refuses an expired token, and a token that we did not sign in exactly this
// form.
func (s Signer) Bill(token string, now time.Time) (invoiceID string, err error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != billSize || len(token) != base64.RawURLEncoding.EncodedLen(billSize) ||
		!hmac.Equal(raw[billMACAt:], s.mac("bill link", raw[:billMACAt])) {
		return "", contract.Refuse(contract.FailBillLink)
	}
	if ends := time.Unix(int64(binary.BigEndian.Uint32(raw[billEndsAt:])), 0); !now.Before(ends) {
		return "", contract.Refuse(contract.FailBillLink)
	}
	return uuid.UUID(raw[:billEndsAt]).String(), nil
}

func (s Signer) mac(purpose string, of []byte) []byte {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write(append([]byte(purpose+"\x00"), of...))
	return mac.Sum(nil)[:macBytes]
}
