package config_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/config"
)

func pkcs8(t *testing.T, curve elliptic.Curve) []byte {
	t.Helper()
	key, err := ecdsa.GenerateKey(curve, rand.Reader)
	require.NoError(t, err)
	der, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	return der
}

func apple(key string) map[string]string {
	return map[string]string{
		"SOCIAL_APPLE_ISSUER": "https://appleid.apple.com", "SOCIAL_APPLE_CLIENT_ID": "example.selfcare.web", "SOCIAL_APPLE_TEAM_ID": "A1B2C3D4E5",
		"SOCIAL_APPLE_KEY_ID": "F6G7H8J9K0", "SOCIAL_APPLE_PRIVATE_KEY": key,
	}
}

func TestParse_AppleKey_FileOrBase64(t *testing.T) {
	der := pkcs8(t, elliptic.P256())
	p8 := string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	fromFile := apple("")
	fromFile["SOCIAL_APPLE_PRIVATE_KEY_FILE"] = mounted(t, p8)
	for name, variables := range map[string]map[string]string{
		"PEM": apple(p8), "Base64": apple(base64.StdEncoding.EncodeToString(der)), "a file": fromFile,
	} {
		cfg, err := config.Parse(production(variables))
		require.NoError(t, err, name)
		_, err = cfg.Social.Apple.Key()
		require.NoError(t, err, name)
	}
	for name, wrong := range map[string]string{
		"another curve": base64.StdEncoding.EncodeToString(pkcs8(t, elliptic.P384())), "no key": "bm8ga2V5", "no Base64": "a key of Apple's",
	} {
		require.ErrorContains(t, parseErr(production(apple(wrong))), "SOCIAL_APPLE_PRIVATE_KEY must be a key for ES256", name)
	}
}

func TestParse_ProviderWithIssuer_NeedsAll(t *testing.T) {
	require.NoError(t, parseErr(production(nil)), "without an issuer nothing is needed")
	for issuer, needed := range map[string][]string{
		"SOCIAL_GOOGLE_ISSUER":   {"SOCIAL_GOOGLE_CLIENT_ID", "SOCIAL_GOOGLE_CLIENT_SECRET"},
		"SOCIAL_APPLE_ISSUER":    {"SOCIAL_APPLE_CLIENT_ID", "SOCIAL_APPLE_TEAM_ID", "SOCIAL_APPLE_KEY_ID", "SOCIAL_APPLE_PRIVATE_KEY"},
		"SOCIAL_FACEBOOK_ISSUER": {"SOCIAL_FACEBOOK_CLIENT_ID", "SOCIAL_FACEBOOK_CLIENT_SECRET"},
	} {
		err := parseErr(production(map[string]string{issuer: "https://id.example"}))
		for _, name := range needed {
			require.ErrorContains(t, err, name+" is not set: without it sign-in by")
		}
		require.ErrorContains(t, parseErr(production(map[string]string{issuer: "http://id.example"})), issuer+" must begin with https://")
	}
}
