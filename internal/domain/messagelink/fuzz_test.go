package messagelink_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/messagelink"
)

func FuzzReadCode(f *testing.F) {
	form := regexp.MustCompile(`\A[A-Za-z0-9_-]{16}\z`)
	own := string(signer.Code("order", "m-1"))
	for _, text := range []string{"", own, own[1:], own + "A", own[:15] + "\n", own + "\n", "AAAA", "%00", "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		code, ok := messagelink.ReadCode(text)
		require.Equal(t, form.MatchString(text), ok)
		if ok {
			require.Equal(t, text, string(code))
			require.Len(t, code.Digest(), 32)
		}
	})
}
