package middleware

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
)

// TokenBytes is the size of every secret we hand out: 256 bits.
const TokenBytes = 32

// NewToken draws a secret and what we keep of it.
func NewToken() (token string, hash []byte) {
	raw := make([]byte, TokenBytes)
	_, _ = rand.Read(raw) // never fails, by its documentation
	token = base64.RawURLEncoding.EncodeToString(raw)
	hash, _ = TokenHash(token)
	return token, hash
}

// TokenHash is what we keep of a token; ok is false for what we never handed out.
func TokenHash(token string) (hash []byte, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(raw) != TokenBytes {
		return nil, false
	}
	sum := sha256.Sum256([]byte(token))
	return sum[:], true
}
