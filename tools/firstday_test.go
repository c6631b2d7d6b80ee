package tools_test

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var italics = regexp.MustCompile(`(?:^|[^*\w])\*([^*\s][^*\n]*)\*(?:[^*\w]|$)`)

// Support agents look for the words of the page on the screen.
func TestFirstDay_Italics_AreOnScreen(t *testing.T) {
	texts, err := filepath.Glob("../web/src/i18n/locales/en/*.json")
	require.NoError(t, err)
	var shown strings.Builder
	for _, path := range append(texts, "../internal/contract/texts/en.json") {
		var values any
		require.NoError(t, json.Unmarshal([]byte(read(t, path)), &values))
		collect(values, &shown)
	}
	named := italics.FindAllStringSubmatch(read(t, "../docs/support-first-day.md"), -1)
	require.Greater(t, len(named), 40)
	for _, word := range named {
		if word[1] != "italics" {
			require.Contains(t, shown.String(), "\n"+word[1], "the screen does not say %q", word[1])
		}
	}
}

// collect writes each text of a JSON document on a line of its own.
func collect(value any, to *strings.Builder) {
	switch value := value.(type) {
	case map[string]any:
		for _, inner := range value {
			collect(inner, to)
		}
	case string:
		to.WriteString("\n" + value)
	}
}
