package texts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract/texts"
)

// The preview of a message would show a placeholder without an example as it stands.
func TestExamples_EachMessage_FillsAllBlanks(t *testing.T) {
	all := texts.Templates()
	require.Greater(t, len(all), 80)
	for _, template := range all {
		for language := range texts.Built(template) {
			params := texts.Examples(language)
			for _, shown := range []string{texts.Wording{}.Message(language, template, params), texts.Wording{}.Subject(language, template, params)} {
				require.Empty(t, texts.Blanks(shown), "%s in %s", template, language)
			}
		}
	}
	require.Nil(t, texts.Built("no-such-message"))
}
