package logging

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// Cleaned text has nothing left to clean.
func FuzzClean(f *testing.F) {
	for _, text := range []string{"", "0551234567", "noura@example.com", "٠٥٥١٢٣٤٥٦٧", "Bearer AAAA", "{", `{"mobile":"0551234567"}`, "\xff", "4111 1111 1111 1111"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := clean(text)
		require.Equal(t, once, clean(once))
		var tree any
		if json.Unmarshal([]byte(text), &tree) == nil {
			require.NotPanics(t, func() { cleanTree(tree); cleanAny(tree) })
		}
	})
}
