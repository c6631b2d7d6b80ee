package server

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"

	"github.com/google/uuid"
)

// deriver makes what a repeated request must find again even when our first answer was never stored: the same order,
// session and payment follow from the same repeat key. Random ones would leave an orphan order behind, holding the number
// its own customer is asking for.
type deriver struct {
	pepper []byte
}

func newDeriver(pepper []byte) (*deriver, error) {
	if len(pepper) < tokenBytes {
		return nil, fmt.Errorf("pepper has %d bytes, at least %d are needed", len(pepper), tokenBytes)
	}
	return &deriver{pepper: pepper}, nil
}

// id is a UUID of version 8 (made by the application), unguessable without the pepper.
func (d *deriver) id(purpose string, parts ...string) string {
	id := uuid.UUID(d.mac(purpose, parts...)[:16])
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return id.String()
}

func (d *deriver) token(purpose string, parts ...string) string {
	return base64.RawURLEncoding.EncodeToString(d.mac(purpose, parts...))
}

func (d *deriver) mac(purpose string, parts ...string) []byte {
	mac := hmac.New(sha256.New, d.pepper)
	mac.Write([]byte(purpose))
	for _, part := range parts {
		mac.Write([]byte{0})
		mac.Write([]byte(part))
	}
	return mac.Sum(nil)
}
