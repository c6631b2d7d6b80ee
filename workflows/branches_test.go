package workflows_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const branchesIntro = `
# Branches

The ways each process can go, as recorded on a real server; ` + "`make replay`" + ` takes each of them again with today's code.
Of each kind of order, a build without one of its phases or undos has to fail that replay, and each decision that support may
take about each work that can be held has to be among them. The list is written by the same test.

`

// branchList lists the recorded branches of each process, from the file names.
func branchList(t *testing.T) string {
	t.Helper()
	branches := map[string]map[string]bool{}
	for _, file := range recorded(t, "*") {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var found beginning
		require.NoError(t, json.Unmarshal(text, &found), file)
		process := found.Events[0].Started.WorkflowType.Name
		if branches[process] == nil {
			branches[process] = map[string]bool{}
		}
		branches[process][strings.TrimSuffix(filepath.Base(file), ".json")] = true
	}
	var list strings.Builder
	list.WriteString(branchesIntro)
	for _, process := range slices.Sorted(maps.Keys(branches)) {
		fmt.Fprintf(&list, "- %s: %s\n", process, strings.Join(slices.Sorted(maps.Keys(branches[process])), ", "))
	}
	return list.String()
}
