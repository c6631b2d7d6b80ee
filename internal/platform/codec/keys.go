// Package codec packs and encrypts what Temporal stores: inputs, results and failure messages.
package codec

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/converter"
)

const keyBytes = 32 // AES-256

// Keys is a ring of keys: the first encrypts, all decrypt. To rotate, put a new key first, and keep the old one as long as its
// histories are kept.
type Keys struct {
	current string
	ciphers map[string]cipher.AEAD
	packing packing
}

// ParseKeys reads "id:base64 of 32 bytes", comma-separated. Its errors never repeat the text.
func ParseKeys(text string) (*Keys, error) {
	packing, err := newPacking()
	if err != nil {
		return nil, err
	}
	keys := &Keys{ciphers: map[string]cipher.AEAD{}, packing: packing}
	for i, one := range strings.Split(text, ",") {
		id, sealer, err := parseKey(strings.TrimSpace(one))
		if err != nil {
			return nil, fmt.Errorf("payload key %d: %w", i+1, err)
		}
		if _, twice := keys.ciphers[id]; twice {
			return nil, fmt.Errorf("payload key %d: id %q is used twice", i+1, id)
		}
		if i == 0 {
			keys.current = id
		}
		keys.ciphers[id] = sealer
	}
	return keys, nil
}

func parseKey(text string) (id string, sealer cipher.AEAD, err error) {
	id, encoded, _ := strings.Cut(text, ":")
	secret, err := base64.StdEncoding.DecodeString(encoded)
	if id == "" || err != nil || len(secret) != keyBytes {
		return "", nil, fmt.Errorf("want id:base64 of %d bytes", keyBytes)
	}
	block, err := aes.NewCipher(secret)
	if err != nil {
		return "", nil, errors.New("not usable with AES")
	}
	sealer, err = cipher.NewGCMWithRandomNonce(block) // puts a fresh nonce before each ciphertext
	if err != nil {
		return "", nil, errors.New("not usable with GCM")
	}
	return id, sealer, nil
}

// Current returns the id of the key that encrypts.
func (k *Keys) Current() string { return k.current }

// IDs returns the ids of all keys of the ring, sorted.
func (k *Keys) IDs() []string { return slices.Sorted(maps.Keys(k.ciphers)) }

// Has reports whether the ring has a key of this id.
func (k *Keys) Has(id string) bool { return k.ciphers[id] != nil }

// Reseal opens payloads and encrypts them with the first key.
func (k *Keys) Reseal(payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
	opened, err := payloadCodec{k}.Decode(payloads)
	if err != nil {
		return nil, err
	}
	return payloadCodec{k}.Encode(opened)
}

// KeyOf returns the id of the key that encrypted a payload; empty if the payload is in clear.
func KeyOf(p *commonpb.Payload) string {
	if string(p.GetMetadata()[converter.MetadataEncoding]) != encodingEncrypted {
		return ""
	}
	return string(p.GetMetadata()[metadataKeyID])
}
