package tools_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

var saidToAWorkflow = regexp.MustCompile(`\b(?:Signal|Update)[A-Z]\w* += "([a-z-]+)"`)

func TestDocs_OperatorsReadWhatEachNameInATimelineMeans(t *testing.T) {
	names := map[string]bool{}
	for _, path := range files(t, "../internal/contract", ".go") {
		for _, match := range saidToAWorkflow.FindAllStringSubmatch(read(t, path), -1) {
			names[match[1]] = true
		}
	}
	require.Greater(t, len(names), 25)
	for _, row := range rowsUnder(t, "../docs/operations.md", "\n| in the timeline | means |\n") {
		for _, name := range namesIn(row[0]) {
			require.True(t, names[name], "no workflow hears %q any more", name)
			delete(names, name)
		}
	}
	require.Empty(t, names, "say in docs/operations.md what these mean")
}
