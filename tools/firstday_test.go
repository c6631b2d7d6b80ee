package tools_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var italics = regexp.MustCompile(`(?:^|[^*\w])\*([^*\s][^*\n]*)\*(?:[^*\w]|$)`)

// Support agents look for the words of the page on the screen, letter by letter.
func TestFirstDay_Italics_AreOnScreen(t *testing.T) {
	shown := map[string]bool{}
	for _, name := range []string{"console", "incidents", "proposals", "common", "sign-in", "second-factor"} {
		collect(readJSON(t, "../web/src/i18n/locales/en/"+name+".json"), shown)
	}
	for key, text := range readJSON(t, "../internal/contract/texts/en.json") {
		if strings.HasPrefix(key, "case.") {
			collect(text, shown)
		}
	}
	for _, heard := range []string{"Decisions", "Refund"} { // only screen readers say the names of these parts
		delete(shown, heard)
	}
	named := italics.FindAllStringSubmatch(read(t, "../docs/support-first-day.md"), -1)
	require.Greater(t, len(named), 40)
	for _, word := range named {
		if word[1] != "italics" {
			require.True(t, shown[word[1]], "the console does not say %q", word[1])
		}
	}
}

func readJSON(t *testing.T, path string) map[string]any {
	t.Helper()
	var values map[string]any
	require.NoError(t, json.Unmarshal([]byte(read(t, path)), &values), path)
	return values
}

// collect adds each text of a JSON document; of a text that begins with fixed words, also these words.
func collect(value any, to map[string]bool) {
	switch value := value.(type) {
	case map[string]any:
		for _, inner := range value {
			collect(inner, to)
		}
	case string:
		to[value] = true
		if fixed, _, has := strings.Cut(value, "{{"); has {
			to[strings.TrimSpace(fixed)] = true
		}
	}
}
