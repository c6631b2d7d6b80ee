package password_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/password"
)

func TestVerify_RightPassword_OnlyThat(t *testing.T) {
	hash := password.Hash("Sahara-2026")
	require.True(t, strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$"), hash)
	require.NotEqual(t, hash, password.Hash("Sahara-2026"), "salted")

	right, err := password.Verify("Sahara-2026", hash)
	require.NoError(t, err)
	require.True(t, right)
	wrong, err := password.Verify("sahara-2026", hash)
	require.NoError(t, err)
	require.False(t, wrong)
}

func TestVerify_ForeignHash_IsRefused(t *testing.T) {
	for name, hash := range map[string]string{
		"empty":             "",
		"another algorithm": "$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy",
		"cut short":         "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA",
		"no passes":         "$argon2id$v=19$m=19456,t=0,p=1$c2FsdA$aGFzaA",
		"greedy memory":     "$argon2id$v=19$m=4194304,t=2,p=1$c2FsdA$aGFzaA",
		"not base64":        "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$!!",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := password.Verify("Sahara-2026", hash)
			require.ErrorIs(t, err, password.ErrFormat)
		})
	}
}
