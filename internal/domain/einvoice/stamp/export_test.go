package stamp

import "encoding/base64"

// Sampled is the result of this package for a stamp of another signer.
type Sampled struct {
	Signed                                  bool
	Certificate, Properties, Issuer, Serial string
}

// Sample evaluates a stamp of another signer.
func Sample(c *Certificate, hash []byte, at, signature string) Sampled {
	s := signing{base64.StdEncoding.EncodeToString(hash), signature, at, c}
	return Sampled{s.signs(hash), c.digest(), s.propertiesDigest(), c.issuer, c.serial.String()}
}

// Text returns the certificate in Base64.
func (c *Certificate) Text() string { return c.text }
