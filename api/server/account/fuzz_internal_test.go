package account

import (
	"encoding/base64"
	"testing"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/stretchr/testify/require"
)

func FuzzBasicCredentials(f *testing.F) {
	for _, login := range []string{"", "a", "a:b", ":", "a:b:c", "\xff:\xfe", "٠٥٧١٢٣٤٥٦٧:x"} {
		f.Add("Basic " + base64.StdEncoding.EncodeToString([]byte(login)))
	}
	f.Add("Basic ===")
	f.Add("Bearer x")
	f.Fuzz(func(t *testing.T, header string) {
		login, _, ok := basicCredentials(header)
		if !ok {
			return
		}
		stored, err := readLogin(login)
		if err != nil {
			return
		}
		_, err = readLogin(stored)
		require.NoError(t, err, "parsed credentials can be parsed again")
	})
}

// Answers of an authenticator are CBOR inside base64 inside JSON.
func FuzzPasskeyAnswer(f *testing.F) {
	for _, answer := range []string{
		"", "{}", `{"id":"AAAA","rawId":"AAAA","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YUA"}}`,
		`{"id":"AAAA","rawId":"AAAA","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AAAA","signature":"AAAA","userHandle":"AAAA"}}`,
	} {
		f.Add([]byte(answer))
	}
	f.Fuzz(func(_ *testing.T, answer []byte) {
		_, _ = protocol.ParseCredentialCreationResponseBytes(answer) // an error or an answer, never a panic
		_, _ = protocol.ParseCredentialRequestResponseBytes(answer)
	})
}

// FuzzAttestation fuzzes the attestation itself, which FuzzPasskeyAnswer hardly reaches.
func FuzzAttestation(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\xa3cfmtdnonegattStmt\xa0hauthData\x40"))
	f.Add([]byte("\xbf\xff\x9f\x9f\x9f"))
	f.Fuzz(func(_ *testing.T, object []byte) {
		encoded := base64.RawURLEncoding.EncodeToString(object)
		for _, member := range []string{"attestationObject", "authenticatorData"} {
			answer := []byte(`{"id":"AAAA","rawId":"AAAA","type":"public-key","response":{"clientDataJSON":"e30","signature":"AAAA","userHandle":"AAAA","` + member + `":"` + encoded + `"}}`)
			_, _ = protocol.ParseCredentialCreationResponseBytes(answer)
			_, _ = protocol.ParseCredentialRequestResponseBytes(answer)
		}
	})
}
