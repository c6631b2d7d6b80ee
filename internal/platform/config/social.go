package config

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
)

var errSigningKey = errors.New("must be a key for ES256 (P-256) in PKCS #8: the .p8 file or the Base64 in it")

// Key is the key that signs the client's identity.
func (a Apple) Key() (*ecdsa.PrivateKey, error) { return signingKey(a.PrivateKey) }

func signingKey(text string) (*ecdsa.PrivateKey, error) {
	der, err := base64.StdEncoding.DecodeString(text)
	if block, _ := pem.Decode([]byte(text)); block != nil {
		der, err = block.Bytes, nil
	}
	if err != nil {
		return nil, errSigningKey
	}
	parsed, err := x509.ParsePKCS8PrivateKey(der)
	key, ok := parsed.(*ecdsa.PrivateKey)
	if err != nil || !ok || key.Curve != elliptic.P256() {
		return nil, errSigningKey
	}
	return key, nil
}

func validateSigningKey(text string) error {
	_, err := signingKey(text)
	return err
}

// needed returns what is missing for a provider with an issuer.
func (s Social) needed() []error {
	var problems []error
	for _, one := range []struct{ provider, issuer, name, value string }{
		{"Google", s.Google.Issuer, "SOCIAL_GOOGLE_CLIENT_ID", s.Google.ClientID},
		{"Google", s.Google.Issuer, "SOCIAL_GOOGLE_CLIENT_SECRET", s.Google.ClientSecret},
		{"Apple", s.Apple.Issuer, "SOCIAL_APPLE_CLIENT_ID", s.Apple.ClientID},
		{"Apple", s.Apple.Issuer, "SOCIAL_APPLE_TEAM_ID", s.Apple.TeamID},
		{"Apple", s.Apple.Issuer, "SOCIAL_APPLE_KEY_ID", s.Apple.KeyID},
		{"Apple", s.Apple.Issuer, "SOCIAL_APPLE_PRIVATE_KEY", s.Apple.PrivateKey},
		{"Facebook", s.Facebook.Issuer, "SOCIAL_FACEBOOK_CLIENT_ID", s.Facebook.ClientID},
		{"Facebook", s.Facebook.Issuer, "SOCIAL_FACEBOOK_CLIENT_SECRET", s.Facebook.ClientSecret},
	} {
		if one.issuer != "" && one.value == "" {
			problems = append(problems, fmt.Errorf("%s is not set: without it sign-in by %s fails", one.name, one.provider))
		}
	}
	return problems
}
