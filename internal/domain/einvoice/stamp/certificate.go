package stamp

import (
	"crypto/sha256"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
)

// ErrKey means that a key or a certificate cannot stamp documents.
var ErrKey = errors.New("not a key of an e-invoicing device")

var (
	publicKeyOID = asn1.ObjectIdentifier{1, 2, 840, 10045, 2, 1}
	curveOID     = asn1.ObjectIdentifier{1, 3, 132, 0, 10} // secp256k1
	templateOID  = asn1.ObjectIdentifier{1, 3, 6, 1, 4, 1, 311, 20, 2}
)

// Certificate is the certificate of a device. The standard library reads X.509, but not on this curve.
type Certificate struct {
	text      string // the whole, in Base64
	issuer    string
	serial    *big.Int
	key       *secp256k1.PublicKey
	keyInfo   []byte // DER
	seal      []byte
	template  string
	notBefore time.Time
	notAfter  time.Time
}

// x509Certificate and its parts as RFC 5280 defines them.
type x509Certificate struct {
	Signed    x509Signed
	Algorithm pkix.AlgorithmIdentifier
	Seal      asn1.BitString
}

type x509Signed struct {
	Version    int `asn1:"optional,explicit,default:0,tag:0"`
	Serial     *big.Int
	Algorithm  pkix.AlgorithmIdentifier
	Issuer     pkix.RDNSequence
	Validity   struct{ NotBefore, NotAfter time.Time }
	Subject    asn1.RawValue
	KeyInfo    x509KeyInfo
	IssuerID   asn1.BitString   `asn1:"optional,tag:1"`
	SubjectID  asn1.BitString   `asn1:"optional,tag:2"`
	Extensions []pkix.Extension `asn1:"optional,explicit,tag:3"`
}

type x509KeyInfo struct {
	Raw       asn1.RawContent
	Algorithm struct{ Key, Curve asn1.ObjectIdentifier }
	Key       asn1.BitString
}

// ParseCertificate reads a certificate: a PEM file, its Base64, or the Base64 inside it.
func ParseCertificate(text string) (*Certificate, error) {
	raw, ok := derOf(text, "CERTIFICATE")
	if !ok {
		return nil, fmt.Errorf("%w: the certificate is not Base64", ErrKey)
	}
	var read x509Certificate
	rest, err := asn1.Unmarshal(raw, &read)
	if err != nil || len(rest) > 0 {
		return nil, fmt.Errorf("%w: no X.509 certificate of an elliptic curve", ErrKey)
	}
	info := read.Signed.KeyInfo
	if !info.Algorithm.Key.Equal(publicKeyOID) || !info.Algorithm.Curve.Equal(curveOID) {
		return nil, fmt.Errorf("%w: the certificate uses another curve than secp256k1", ErrKey)
	}
	key, err := secp256k1.ParsePubKey(info.Key.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%w: the certificate's key is not a point on the curve", ErrKey)
	}
	return &Certificate{
		template: templateOf(read.Signed.Extensions),
		text:     base64.StdEncoding.EncodeToString(raw), issuer: distinguishedName(read.Signed.Issuer), serial: read.Signed.Serial, key: key,
		keyInfo: info.Raw, seal: read.Seal.Bytes, notBefore: read.Signed.Validity.NotBefore, notAfter: read.Signed.Validity.NotAfter,
	}, nil
}

// attributes maps the object ids of name parts to their short names.
var attributes = map[string]string{
	"2.5.4.3": "CN", "2.5.4.5": "SERIALNUMBER", "2.5.4.6": "C", "2.5.4.7": "L", "2.5.4.8": "ST", "2.5.4.10": "O", "2.5.4.11": "OU",
	"0.9.2342.19200300.100.1.1": "UID", "0.9.2342.19200300.100.1.25": "DC",
}

// distinguishedName formats a name with its most specific part first.
func distinguishedName(name pkix.RDNSequence) string {
	var parts []string
	for _, set := range slices.Backward(name) {
		for _, one := range set {
			called := one.Type.String()
			if short, known := attributes[called]; known {
				called = short
			}
			parts = append(parts, fmt.Sprintf("%s=%v", called, one.Value))
		}
	}
	return strings.Join(parts, ", ")
}

// templateOf returns the name of the template that a certificate was made by; empty if the certificate does not say.
func templateOf(extensions []pkix.Extension) (name string) {
	for _, e := range extensions {
		if e.Id.Equal(templateOID) {
			if _, err := asn1.Unmarshal(e.Value, &name); err != nil {
				return ""
			}
		}
	}
	return name
}

// Template returns the template that the certificate names, such as ZATCA-Code-Signing; empty if it names none.
func (c *Certificate) Template() string { return c.template }

// Until returns the end of the certificate.
func (c *Certificate) Until() time.Time { return c.notAfter }

// ValidAt tells whether the certificate is valid at a time.
func (c *Certificate) ValidAt(at time.Time) bool {
	return !at.Before(c.notBefore) && !at.After(c.notAfter)
}

// digest returns the certificate's digest as a stamp names it: the hash of its text, in hexadecimal digits, in Base64.
func (c *Certificate) digest() string { return hexBase64([]byte(c.text)) }

func hexBase64(text []byte) string {
	sum := sha256.Sum256(text)
	return base64.StdEncoding.EncodeToString([]byte(hex.EncodeToString(sum[:])))
}
