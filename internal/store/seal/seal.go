// Package seal encrypts personal columns, and hashes values for lookups.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"selfcare/internal/contract"
)

// Keys encrypt personal columns (AES-256-GCM) and hash ID numbers for lookups (HMAC-SHA-256).
type Keys struct {
	current string
	ciphers map[string]cipher.AEAD
	index   []byte
}

const keySize = 32

// ErrKeys means that the configured keys cannot be used, or that a stored value needs a key that is not configured.
var ErrKeys = errors.New("data keys")

// Parse reads "id:base64,id:base64" with keys of 32 bytes: the first one encrypts, all decrypt.
// indexKey is base64 of 32 bytes; it cannot be changed without hashing all ID numbers again.
func Parse(dataKeys, indexKey string) (*Keys, error) {
	keys := &Keys{ciphers: map[string]cipher.AEAD{}}
	for entry := range strings.SplitSeq(dataKeys, ",") {
		id, encoded, found := strings.Cut(strings.TrimSpace(entry), ":")
		if !found || id == "" || len(id) > 255 {
			return nil, fmt.Errorf("%w: each entry is written id:base64", ErrKeys)
		}
		if keys.ciphers[id] != nil {
			return nil, fmt.Errorf("%w: id %q is a duplicate", ErrKeys, id)
		}
		secret, err := decodeKey(encoded)
		if err != nil {
			return nil, fmt.Errorf("%w: key %q: %w", ErrKeys, id, err)
		}
		if keys.ciphers[id], err = newCipher(secret); err != nil {
			return nil, err
		}
		if keys.current == "" {
			keys.current = id
		}
	}
	var err error
	if keys.index, err = decodeKey(indexKey); err != nil {
		return nil, fmt.Errorf("%w: index key: %w", ErrKeys, err)
	}
	return keys, nil
}

func decodeKey(encoded string) ([]byte, error) {
	secret, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || len(secret) != keySize {
		return nil, fmt.Errorf("not base64 of %d bytes", keySize)
	}
	return secret, nil
}

func newCipher(secret []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(secret)
	if err != nil {
		return nil, fmt.Errorf("make cipher: %w", err)
	}
	sealer, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("make cipher: %w", err)
	}
	return sealer, nil
}

// Seal encrypts a value for one context, such as "orders/<id>": in another row it cannot be decrypted. Layout: length of the key
// id, key id, nonce and ciphertext.
func (k *Keys) Seal(sealContext string, plain []byte) []byte {
	sealed := append([]byte{byte(len(k.current))}, k.current...)
	return k.ciphers[k.current].Seal(sealed, nil, plain, []byte(sealContext))
}

// Open decrypts a value that Seal encrypted for the same context.
func (k *Keys) Open(sealContext string, sealed []byte) ([]byte, error) {
	if len(sealed) == 0 || len(sealed) < 1+int(sealed[0]) {
		return nil, fmt.Errorf("%w: sealed value is cut short", ErrKeys)
	}
	begins := 1 + int(sealed[0]) // a byte would overflow after 255
	id, rest := string(sealed[1:begins]), sealed[begins:]
	opener := k.ciphers[id]
	if opener == nil {
		return nil, fmt.Errorf("%w: key %q is not configured", ErrKeys, id)
	}
	plain, err := opener.Open(nil, nil, rest, []byte(sealContext))
	if err != nil {
		return nil, fmt.Errorf("%w: open %s: %w", ErrKeys, sealContext, err)
	}
	return plain, nil
}

// Current returns the id of the encrypting key.
func (k *Keys) Current() string { return k.current }

// IDs returns the ids of all keys of the ring, sorted.
func (k *Keys) IDs() []string { return slices.Sorted(maps.Keys(k.ciphers)) }

// Has tells whether a key with this id is in the ring.
func (k *Keys) Has(id string) bool { return k.ciphers[id] != nil }

// Hash returns the lookup hash of an ID number: equal numbers have equal hashes.
func (k *Keys) Hash(idNumber string) []byte {
	mac := hmac.New(sha256.New, k.index)
	mac.Write([]byte(idNumber))
	return mac.Sum(nil)
}

// SealJSON is Seal for a JSON value.
func (k *Keys) SealJSON(sealContext string, value any) ([]byte, error) {
	plain, err := contract.Encode(value)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", sealContext, err)
	}
	return k.Seal(sealContext, plain), nil
}

// OpenJSON is Open for a value of SealJSON.
func (k *Keys) OpenJSON(sealContext string, sealed []byte, value any) error {
	plain, err := k.Open(sealContext, sealed)
	if err != nil {
		return err
	}
	if err := contract.Decode(plain, value); err != nil {
		return fmt.Errorf("decode %s: %w", sealContext, err)
	}
	return nil
}
