package middleware

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract/texts"
)

func TestLanguageOf_AnyHeader_PicksAKnownOne(t *testing.T) {
	for header, want := range map[string]string{
		"": texts.Arabic, "*": texts.Arabic, "C": texts.Arabic, "POSIX": texts.Arabic, "fr": texts.Arabic, "not a language!": texts.Arabic,
		"en-US@posix": texts.English, "en_US.UTF-8": texts.English, "EN": texts.English, " en ; q=0.5 ,": texts.English, "eng": texts.English,
		"en-GB,en;q=0.9,ar-SA;q=0.8": texts.English, "fr-FR,en;q=0.5,ar;q=0.4": texts.English, "en;q=0.4,ar;q=0.5": texts.Arabic,
		"en;q=0": texts.Arabic, "en;q=0, ar": texts.Arabic, "en;q=x": texts.English, "ar-Arab-SA-u-nu-latn": texts.Arabic,
		strings.Repeat("fr,", 2000) + "en": texts.English, "enough,areal": texts.Arabic, "\xff,en": texts.English,
	} {
		require.Equal(t, want, languageOf(header), header)
	}
}

func TestLanguageOf_JunkBefore_FindsEnglish(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		others := rapid.SliceOf(rapid.StringMatching(`[^,;aeAE][^,;]{0,20}`)).Draw(t, "others")
		require.Equal(t, texts.English, languageOf(strings.Join(append(others, "en-IN;q=0.1"), ",")))
	})
}
