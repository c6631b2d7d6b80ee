package zatca

import (
	"crypto/sha256"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"encoding/hex"
	"math/big"
	"strings"

	"github.com/beevik/etree"
	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

// certificate is the part of X.509 that leads to the key of a device.
type certificate struct {
	Signed struct {
		Version   int `asn1:"optional,explicit,default:0,tag:0"`
		Serial    *big.Int
		Algorithm pkix.AlgorithmIdentifier
		Issuer    asn1.RawValue
		Validity  asn1.RawValue
		Subject   asn1.RawValue
		Key       struct {
			Algorithm asn1.RawValue
			Point     asn1.BitString
		}
		Extensions asn1.RawValue `asn1:"optional,tag:3"`
	}
	Algorithm pkix.AlgorithmIdentifier
	Seal      asn1.BitString
}

// signedBy finds the key of the stamp on a hash.
func signedBy(root *etree.Element, digest []byte) (stamped string, signed bool) {
	key, known := deviceKey(inner(root, "X509Certificate"))
	raw, err := base64.StdEncoding.DecodeString(inner(root, "SignatureValue"))
	if !known || err != nil {
		return "", false
	}
	signature, err := ecdsa.ParseDERSignature(raw)
	if err != nil {
		return "", false
	}
	sum := sha256.Sum256(digest)
	return hex.EncodeToString(key.SerializeCompressed()), signature.Verify(sum[:], key)
}

func deviceKey(text string) (*secp256k1.PublicKey, bool) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, false
	}
	var c certificate
	if _, err := asn1.Unmarshal(raw, &c); err != nil {
		return nil, false
	}
	key, err := secp256k1.ParsePubKey(c.Signed.Key.Point.Bytes)
	return key, err == nil
}

// text returns the text at a path, or in an attribute of it (path@name).
func text(root *etree.Element, path string) string {
	path, attribute, isAttribute := strings.Cut(path, "@")
	e := root.FindElement(path)
	switch {
	case e == nil:
		return ""
	case isAttribute:
		return e.SelectAttrValue(attribute, "")
	default:
		return e.Text()
	}
}

// inner returns the text of the first element with a name, at any depth.
func inner(root *etree.Element, tag string) string {
	for _, e := range root.FindElements("//" + tag) {
		return strings.TrimSpace(e.Text())
	}
	return ""
}
