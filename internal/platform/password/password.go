// Package password hashes passwords with argon2id.
package password

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

// cost is the effort of one hash: OWASP's smallest recommendation for argon2id.
var cost = parameters{memory: 19 * 1024, passes: 2, lanes: 1}

const (
	saltLength = 16
	hashLength = 32
	maxMemory  = 1 << 20 // KiB; a stored hash must not make us allocate more
)

type parameters struct {
	memory uint32 // KiB
	passes uint32
	lanes  uint8
}

// ErrFormat reports a stored hash that Hash did not make.
var ErrFormat = errors.New("password hash has an unknown format")

// Hash returns the PHC string to store. The same password never gives the same string twice.
func Hash(password string) string {
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt) // never fails, see crypto/rand
	return encode(cost, salt, cost.derive(password, salt, hashLength))
}

// Verify compares in constant time. It takes tens of milliseconds and 19 MiB, so callers limit how many run at once.
func Verify(password, hash string) (bool, error) {
	p, salt, want, err := decode(hash)
	if err != nil {
		return false, err
	}
	got := p.derive(password, salt, uint32(len(want)))
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}

func (p parameters) derive(password string, salt []byte, length uint32) []byte {
	return argon2.IDKey([]byte(password), salt, p.passes, p.memory, p.lanes, length)
}

func encode(p parameters, salt, hash []byte) string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, p.memory, p.passes, p.lanes, b64.EncodeToString(salt), b64.EncodeToString(hash))
}

func decode(text string) (p parameters, salt, hash []byte, err error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return p, nil, nil, ErrFormat
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &p.memory, &p.passes, &p.lanes); err != nil {
		return p, nil, nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(parts[4])
	hash, hashErr := base64.RawStdEncoding.DecodeString(parts[5])
	if saltErr != nil || hashErr != nil || len(hash) == 0 || p.memory > maxMemory || p.passes == 0 || p.lanes == 0 {
		return p, nil, nil, ErrFormat
	}
	return p, salt, hash, nil
}
