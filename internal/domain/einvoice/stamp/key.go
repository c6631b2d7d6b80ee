package stamp

import (
	"crypto/sha256"
	"encoding/asn1"
	"encoding/base64"
	"fmt"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

// Key is the private key of a device, on the curve secp256k1.
type Key struct{ secret *secp256k1.PrivateKey }

// ecPrivateKey is a private key as RFC 5915 defines it.
type ecPrivateKey struct {
	Version   int
	Key       []byte
	Curve     asn1.ObjectIdentifier `asn1:"optional,explicit,tag:0"`
	PublicKey asn1.BitString        `asn1:"optional,explicit,tag:1"`
}

// NewKey makes a random key.
func NewKey() (Key, error) {
	secret, err := secp256k1.GeneratePrivateKey()
	if err != nil {
		return Key{}, fmt.Errorf("make a key: %w", err)
	}
	return Key{secret}, nil
}

// ParseKey reads a private key: a PEM file, its Base64, or the Base64 inside it.
func ParseKey(text string) (Key, error) {
	raw, ok := derOf(text, "EC PRIVATE KEY")
	if !ok {
		return Key{}, fmt.Errorf("%w: the private key is not Base64", ErrKey)
	}
	var read ecPrivateKey
	if rest, err := asn1.Unmarshal(raw, &read); err != nil || len(rest) > 0 || len(read.Key) != secp256k1.PrivKeyBytesLen {
		return Key{}, fmt.Errorf("%w: no private key of 32 bytes (RFC 5915)", ErrKey)
	}
	return Key{secp256k1.PrivKeyFromBytes(read.Key)}, nil
}

// Text returns the key as ParseKey reads it, on one line.
func (k Key) Text() (string, error) {
	raw, err := asn1.Marshal(ecPrivateKey{1, k.secret.Serialize(), curveOID, bits(k.point())})
	if err != nil {
		return "", fmt.Errorf("write a key: %w", err)
	}
	return base64.StdEncoding.EncodeToString(raw), nil
}

// PublicKeyInfo returns the public key as X.509 writes it (SubjectPublicKeyInfo, DER).
func (k Key) PublicKeyInfo() ([]byte, error) {
	var info x509KeyInfo
	info.Algorithm.Key, info.Algorithm.Curve, info.Key = publicKeyOID, curveOID, bits(k.point())
	raw, err := asn1.Marshal(info)
	if err != nil {
		return nil, fmt.Errorf("write a public key: %w", err)
	}
	return raw, nil
}

// Sign signs the SHA-256 of a text with ECDSA and returns the signature in DER. The same text has the same signature (RFC 6979).
func (k Key) Sign(text []byte) []byte {
	sum := sha256.Sum256(text)
	return ecdsa.Sign(k.secret, sum[:]).Serialize()
}

func (k Key) point() []byte { return k.secret.PubKey().SerializeUncompressed() }

func bits(raw []byte) asn1.BitString { return asn1.BitString{Bytes: raw, BitLength: 8 * len(raw)} }
