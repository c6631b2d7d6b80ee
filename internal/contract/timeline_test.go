package contract_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	messageName = regexp.MustCompile(`\b(?:Signal|Update)[A-Z]\w* += "([a-z-]+)"`)
	explained   = regexp.MustCompile("`([a-z-]+)`")
)

// docs/operations/processes.md explains the name of every signal and update, because operators see these names in the timeline.
func TestTimeline_EachName_IsExplained(t *testing.T) {
	sources, err := filepath.Glob("*.go")
	require.NoError(t, err)
	inner, err := filepath.Glob("*/*.go")
	require.NoError(t, err)
	names := map[string]bool{}
	for _, source := range append(sources, inner...) {
		for _, match := range messageName.FindAllStringSubmatch(read(t, source), -1) {
			names[match[1]] = true
		}
	}
	require.Greater(t, len(names), 25)

	_, table, found := strings.Cut(read(t, "../../docs/operations/processes.md"), "\n| in the timeline | means |\n|---|---|\n")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n\n")
	for row := range strings.SplitSeq(table, "\n") {
		cells := strings.Split(row, " | ")
		for _, match := range explained.FindAllStringSubmatch(cells[0], -1) {
			require.True(t, names[match[1]], "no workflow takes %q any more", match[1])
			delete(names, match[1])
		}
	}
	require.Empty(t, names, "docs/operations/processes.md does not explain these names")
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}
