package zatca

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/base64"
	"fmt"
	"math/big"
	"time"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

// validFor is how long a certificate lasts.
const validFor = 5 * 365 * 24 * time.Hour

// authority signs certificates. Its own key lasts as long as the process: devices do not check it.
type authority struct{ key *secp256k1.PrivateKey }

func newAuthority() (authority, error) {
	key, err := secp256k1.GeneratePrivateKey()
	if err != nil {
		return authority{}, fmt.Errorf("make the key of the authority: %w", err)
	}
	return authority{key}, nil
}

// written is a certificate as the authority writes it.
type written struct {
	Version    int `asn1:"explicit,tag:0"`
	Serial     *big.Int
	Algorithm  pkix.AlgorithmIdentifier
	Issuer     pkix.RDNSequence
	Validity   struct{ NotBefore, NotAfter time.Time }
	Subject    pkix.RDNSequence
	Key        asn1.RawValue
	Extensions []pkix.Extension `asn1:"explicit,tag:3"`
}

// issue writes a certificate for the key of a device, and returns it as a token: Base64 of its Base64.
func (a authority) issue(device applicant, now time.Time) (token string, err error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return "", err
	}
	template, err := asn1.Marshal(device.Template)
	if err != nil {
		return "", err
	}
	algorithm := pkix.AlgorithmIdentifier{Algorithm: withSHA256}
	c := written{
		Version: 2, Serial: serial, Algorithm: algorithm, Subject: device.subject, Key: asn1.RawValue{FullBytes: device.keyInfo},
		Issuer:     pkix.Name{CommonName: "SIMEINVOICE-SubCA-1"}.ToRDNSequence(),
		Extensions: []pkix.Extension{{Id: templateName, Value: template}},
	}
	c.Validity.NotBefore, c.Validity.NotAfter = now.Add(-time.Minute).UTC(), now.Add(validFor).UTC()
	signed, err := asn1.Marshal(c)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(signed)
	seal := ecdsa.Sign(a.key, sum[:]).Serialize()
	raw, err := asn1.Marshal(struct {
		Signed    asn1.RawValue
		Algorithm pkix.AlgorithmIdentifier
		Seal      asn1.BitString
	}{asn1.RawValue{FullBytes: signed}, algorithm, asn1.BitString{Bytes: seal, BitLength: 8 * len(seal)}})
	return base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString(raw))), err
}

// withOtherKey is the device with a key of its own, which the caller does not hold.
func (a applicant) withOtherKey() (applicant, error) {
	key, err := secp256k1.GeneratePrivateKey()
	if err != nil {
		return a, err
	}
	var info publicKey
	if _, err := asn1.Unmarshal(a.keyInfo, &info); err != nil {
		return a, err
	}
	point := key.PubKey().SerializeUncompressed()
	info.Raw, info.Point = nil, asn1.BitString{Bytes: point, BitLength: 8 * len(point)}
	a.keyInfo, err = asn1.Marshal(info)
	return a, err
}
