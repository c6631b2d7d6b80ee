package payment

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPages_BothLanguages_HaveTexts(t *testing.T) {
	require.NotEmpty(t, pageTexts["en"])
	for key := range pageTexts["en"] {
		require.NotEmpty(t, pageTexts["ar"][key], key)
	}
	require.Len(t, pageTexts["ar"], len(pageTexts["en"]))
}
