package middleware

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"

	"github.com/google/uuid"
)

// Deriver derives ids and secrets from the idempotency key, so that a repeat finds the same order, session and payment
// even if the first answer was never stored. With random ones an orphan order would hold the number that its own
// customer asks for.
type Deriver struct {
	pepper []byte
}

// NewDeriver fails if the pepper is shorter than a token.
func NewDeriver(pepper []byte) (*Deriver, error) {
	if len(pepper) < TokenBytes {
		return nil, fmt.Errorf("pepper has %d bytes, at least %d are needed", len(pepper), TokenBytes)
	}
	return &Deriver{pepper: pepper}, nil
}

// ID is a UUID of version 8 (made by the application), unguessable without the pepper.
func (d *Deriver) ID(purpose string, parts ...string) string {
	id := uuid.UUID(d.MAC(purpose, parts...)[:16])
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return id.String()
}

// Token is a secret of 256 bits, in text.
func (d *Deriver) Token(purpose string, parts ...string) string {
	return base64.RawURLEncoding.EncodeToString(d.MAC(purpose, parts...))
}

// MAC is the source of ID and Token. The parts are separated without ambiguity.
func (d *Deriver) MAC(purpose string, parts ...string) []byte {
	mac := hmac.New(sha256.New, d.pepper)
	mac.Write([]byte(purpose))
	for _, part := range parts {
		mac.Write([]byte{0})
		mac.Write([]byte(part))
	}
	return mac.Sum(nil)
}

// TokenBytes is the size of every issued secret: 256 bits.
const TokenBytes = 32

// NewToken draws a secret and its stored hash.
func NewToken() (token string, hash []byte) {
	raw := make([]byte, TokenBytes)
	_, _ = rand.Read(raw) // never fails, by its documentation
	token = base64.RawURLEncoding.EncodeToString(raw)
	hash, _ = TokenHash(token)
	return token, hash
}

// TokenHash returns the stored form of a token; ok is false for a malformed one.
func TokenHash(token string) (hash []byte, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) != TokenBytes {
		return nil, false
	}
	sum := sha256.Sum256([]byte(token))
	return sum[:], true
}
