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

// Link opens a part of an order until its time is over.
type Link struct {
	OrderID string
	Scope   permission.Scope
	Ends    time.Time // to the second
}

// Signer makes tokens that nobody else can.
type Signer struct{ secret []byte }

// NewSigner signs with a secret that the API and the worker share.
func NewSigner(secret []byte) Signer { return Signer{secret} }

// The parts of a token. It is as short as can be: most of it is paid for by the SMS.
const (
	scopeAt   = 0
	orderAt   = 1
	endsAt    = orderAt + 16
	messageAt = endsAt + 4 // tells the links of two messages apart: each is opened once
	macAt     = messageAt + 4
	macBytes  = 16
	size      = macAt + macBytes
)

// scopes by the first byte of a token, which is never given to another one. The whole order is no link's.
var scopes = []permission.Scope{"", permission.Tracking, permission.Activation, permission.Installation, permission.Correction, permission.Payment}

// Token is the link of one message, the same however often it is asked for.
func (s Signer) Token(orderID string, scope permission.Scope, sent time.Time, messageKey string) string {
	raw := make([]byte, macAt, size)
	raw[scopeAt] = byte(max(0, slices.Index(scopes, scope)))
	id, _ := uuid.Parse(orderID) // what is no order's id opens nothing
	copy(raw[orderAt:], id[:])
	binary.BigEndian.PutUint32(raw[endsAt:], uint32(sent.Add(lasts[scope]).Unix())) //nolint:gosec // until 2106
	copy(raw[messageAt:macAt], s.mac("message", []byte(messageKey)))
	return base64.RawURLEncoding.EncodeToString(append(raw, s.mac("order link", raw)...))
}

// Read refuses a token that we have not signed as it is.
func (s Signer) Read(token string) (Link, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != size || len(token) != base64.RawURLEncoding.EncodedLen(size) || // line breaks are read over
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

// BillToken is the link of the messages about an invoice: whoever has it sees the invoice and can pay it, signed in or not.
func (s Signer) BillToken(invoiceID string, sent time.Time) string {
	raw := make([]byte, billMACAt, billSize)
	id, _ := uuid.Parse(invoiceID) // what is no id opens nothing
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

// Bill is the invoice that a token opens at a time; one that is over, or that we have not signed as it is, is refused.
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
