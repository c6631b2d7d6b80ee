package password

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A stored hash that was tampered with must not claim all memory, or none.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		"", Hash("Sahara-2026"), "$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA", "$argon2id$v=19$m=4294967295,t=2,p=1$AAAA$AAAA",
		"$argon2id$v=19$m=1,t=0,p=0$$", "$argon2id$v=19$m=-1,t=2,p=256$AAAA$AAAA", "$$$$$",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, _, hash, err := decode(text)
		if err != nil {
			require.ErrorIs(t, err, ErrFormat)
			return
		}
		require.NotEmpty(t, hash)
		require.True(t, p.memory <= maxMemory && p.passes > 0 && p.lanes > 0)
	})
}
