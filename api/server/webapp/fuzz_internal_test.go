package webapp

import (
	"testing"
	"unsafe"

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

func TestLanguageOfPath_Result_OutlivesRequest(t *testing.T) {
	memory := []byte("/en/order-sim")
	named := languageOfPath(unsafe.String(unsafe.SliceData(memory), len(memory)))
	copy(memory, "/nothing/more") // the next request, in the same memory
	require.Equal(t, texts.English, named)
}
