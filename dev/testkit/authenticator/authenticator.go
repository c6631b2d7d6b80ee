// Package authenticator is a device that makes passkeys and signs with them, in the format of a browser.
package authenticator

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/stretchr/testify/require"
)

// Device has one passkey. Tests turn it into that of another site, a copy, or one without user verification.
type Device struct {
	Origin   string // the asking page
	Site     string // the site of the passkey
	Count    uint32
	Unlocked bool // it has verified a face, a finger or a PIN

	ID    string
	Owner string // the site's name for them
	key   *ecdsa.PrivateKey
}

// New is a device in front of a site's page.
func New(t testing.TB, origin, site string) *Device {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	id := make([]byte, 32)
	_, err = rand.Read(id)
	require.NoError(t, err)
	return &Device{Origin: origin, Site: site, Unlocked: true, ID: encoded(id), key: key}
}

// Options are the server's request to a device.
type Options struct {
	Challenge string
	User      struct{ ID string }
}

// Make returns a new passkey.
func (d *Device) Make(t testing.TB, asked Options) string {
	t.Helper()
	d.Owner = asked.User.ID
	id, err := base64.RawURLEncoding.DecodeString(d.ID)
	require.NoError(t, err)
	point, err := d.key.PublicKey.Bytes() // 4, x, y
	require.NoError(t, err)
	public, err := cbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]})
	require.NoError(t, err)
	data := d.data(0x40)
	data = append(data, make([]byte, 16)...)
	data = binary.BigEndian.AppendUint16(data, uint16(len(id)))
	data = append(append(data, id...), public...)
	object, err := cbor.Marshal(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": data})
	require.NoError(t, err)
	return d.credential(t, map[string]string{
		"clientDataJSON": encoded(d.client(t, "webauthn.create", asked.Challenge)), "attestationObject": encoded(object),
	})
}

// Sign returns a signature of the passkey.
func (d *Device) Sign(t testing.TB, asked Options) string {
	t.Helper()
	client, data := d.client(t, "webauthn.get", asked.Challenge), d.data(0)
	hash := sha256.Sum256(client)
	signed := sha256.Sum256(append(data, hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, d.key, signed[:])
	require.NoError(t, err)
	return d.credential(t, map[string]string{
		"clientDataJSON": encoded(client), "authenticatorData": encoded(data), "signature": encoded(signature), "userHandle": d.Owner,
	})
}

// data has the site, the flags, and the signature counter.
func (d *Device) data(flags byte) []byte {
	flags |= 0x01
	if d.Unlocked {
		flags |= 0x04
	}
	site := sha256.Sum256([]byte(d.Site))
	return binary.BigEndian.AppendUint32(append(site[:], flags), d.Count)
}

func (d *Device) client(t testing.TB, kind, challenge string) []byte {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": d.Origin, "crossOrigin": false})
	require.NoError(t, err)
	return raw
}

func (d *Device) credential(t testing.TB, response map[string]string) string {
	t.Helper()
	raw, err := json.Marshal(map[string]any{
		"id": d.ID, "rawId": d.ID, "type": "public-key", "response": response,
		"authenticatorAttachment": "platform", "clientExtensionResults": map[string]any{},
	})
	require.NoError(t, err)
	return string(raw)
}

func encoded(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }
