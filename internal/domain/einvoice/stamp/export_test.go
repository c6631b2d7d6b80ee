package stamp

import "encoding/base64"

// Sampled is what this package makes of a stamp of somebody else.
type Sampled struct {
	Signed                                  bool
	Certificate, Properties, Issuer, Serial string
}

// Sample looks at a stamp of somebody else.
func Sample(c *Certificate, hash []byte, at, signature string) Sampled {
	s := signing{base64.StdEncoding.EncodeToString(hash), signature, at, c}
	return Sampled{s.signs(hash), c.digest(), s.propertiesDigest(), c.issuer, c.serial.String()}
}
