package receiptpdf

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Receipts contain names and notes of customers in both directions of writing.
func FuzzLevels(f *testing.F) {
	for _, text := range []string{"", "Noura", "نورة 123 الحربي", "\u2066a\u2069", "\u202eevil", "\xff\xfe", "1.2.3,:/"} {
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, arabic bool) {
		language := English
		if arabic {
			language = Arabic
		}
		shown := []rune(clean(text))
		require.Len(t, levels(shown, language), len(shown))
	})
}
