package messagelink_test

import (
	"encoding/base64"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/permission"
)

const (
	mine   = "01980000-0000-8000-8000-000000000001"
	others = "01980000-0000-8000-8000-000000000002"
)

var (
	sent   = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	signer = messagelink.NewSigner([]byte("the secret of the links in tests"))
)

func TestToken_ReadBack_HasOrderAndScope(t *testing.T) {
	for scope, lasts := range map[permission.Scope]time.Duration{
		permission.Tracking: 7 * 24 * time.Hour, permission.Activation: 3 * 24 * time.Hour,
		permission.Installation: 2 * 24 * time.Hour, permission.Correction: 3 * 24 * time.Hour,
	} {
		token := signer.Token(mine, scope, sent, "o1-order-placed-7-sms")
		require.Len(t, token, 55, "an SMS is paid for by its length")
		require.Equal(t, token, signer.Token(mine, scope, sent, "o1-order-placed-7-sms"), "a repeat sends the same link")
		require.NotEqual(t, token, signer.Token(mine, scope, sent, "o1-order-placed-7-email"), "each message is opened once")

		read, err := signer.Read(token)
		require.NoError(t, err)
		require.Equal(t, messagelink.Link{OrderID: mine, Scope: scope, Ends: sent.Add(lasts)}, read)
		require.False(t, read.Over(sent.Add(lasts-time.Second)))
		require.True(t, read.Over(sent.Add(lasts)), "the very last instant is too late")
	}
}

func TestRead_AlteredToken_IsRefused(t *testing.T) {
	token := signer.Token(mine, permission.Tracking, sent, "key")
	raw, err := base64.RawURLEncoding.DecodeString(token)
	require.NoError(t, err)
	for i := range raw {
		altered := append([]byte{}, raw...)
		altered[i] ^= 1
		_, err := signer.Read(base64.RawURLEncoding.EncodeToString(altered))
		require.Equal(t, contract.Refuse(contract.FailLinkInvalid), err, "byte %d", i)
	}
	for name, forged := range map[string]string{
		"another secret":     messagelink.NewSigner([]byte("somebody else's secret of tests!")).Token(mine, permission.Tracking, sent, "key"),
		"cut off":            token[:len(token)-4],
		"longer":             token + "AAAA",
		"no token":           "order-SC12345678",
		"nothing":            "",
		"no scope":           signer.Token(mine, "everything", sent, "key"),
		"the whole order":    signer.Token(mine, permission.WholeOrder, sent, "key"),
		"other's id spliced": spliced(t, token, signer.Token(others, permission.Tracking, sent, "key")),
	} {
		_, err := signer.Read(forged)
		require.Equal(t, contract.Refuse(contract.FailLinkInvalid), err, name)
	}
}

// spliced returns a token with the order of another token.
func spliced(t *testing.T, token, other string) string {
	t.Helper()
	to, err := base64.RawURLEncoding.DecodeString(token)
	require.NoError(t, err)
	from, err := base64.RawURLEncoding.DecodeString(other)
	require.NoError(t, err)
	copy(to[1:17], from[1:17])
	return base64.RawURLEncoding.EncodeToString(to)
}

func TestSessionEnds_LateOpening_LastsAnHour(t *testing.T) {
	read, err := signer.Read(signer.Token(mine, permission.Installation, sent, "key"))
	require.NoError(t, err)
	require.Equal(t, read.Ends, read.SessionEnds(sent.Add(time.Hour)))
	late := read.Ends.Add(-time.Minute)
	require.Equal(t, late.Add(time.Hour), read.SessionEnds(late))
}

func TestScopeOf_Message_HasItsScope(t *testing.T) {
	for template, scope := range map[string]permission.Scope{
		"order-placed": permission.Tracking, "order-delivered": permission.Activation, "activation-reminder": permission.Activation,
		"esim-ready": permission.Installation, "esim-ready-port": permission.Installation, "esim-failed": permission.Tracking, "address-refused": permission.Tracking,
		"port-rejected": permission.Correction, "order-cancelled": permission.Tracking, "order-delivered-port": permission.Tracking,
	} {
		require.Equal(t, scope, messagelink.ScopeOf(template), template)
	}
}
