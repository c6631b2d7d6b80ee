package webapp

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract/texts"
)

func FuzzLanguageOfPath(f *testing.F) {
	for _, address := range []string{"", "/", "/en", "/en/", "/ar/اختيار", "/english", "//ar", "/../ar", "/\xff"} {
		f.Add(address)
	}
	f.Fuzz(func(t *testing.T, address string) {
		require.Contains(t, []string{"", texts.Arabic, texts.English}, languageOfPath(address))
		require.NotPanics(t, func() { _ = assetLifetime(address) })
	})
}
