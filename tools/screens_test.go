package tools_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A changed headline must leave the commands of workflows as they are, so that recorded histories replay: no workflow reaches the package of
// headlines, not even through another package.
func TestWorkflows_Imports_ReachNoHeadlines(t *testing.T) {
	var wrong []string
	for _, path := range productFiles(t) {
		if dir := filepath.ToSlash(filepath.Dir(path)); strings.Contains(dir+"/", "/workflows/") && !strings.Contains(dir, "workflowtest") {
			for _, imported := range importsOf(t, path) {
				if way := wayTo(t, imported, "selfcare/internal/domain/headline", map[string]bool{}); way != nil {
					wrong = append(wrong, path+": "+strings.Join(way, " → "))
				}
			}
		}
	}
	require.Empty(t, wrong)
}

// wayTo returns the path of imports from a product package to another; nil if there is none.
func wayTo(t *testing.T, pkg, target string, seen map[string]bool) []string {
	t.Helper()
	folder, ours := strings.CutPrefix(pkg, "selfcare/")
	switch {
	case pkg == target:
		return []string{pkg}
	case !ours || seen[pkg]:
		return nil
	}
	seen[pkg] = true
	entries, err := os.ReadDir(filepath.Join("..", folder))
	require.NoError(t, err)
	for _, entry := range entries {
		if name := entry.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			for _, imported := range importsOf(t, filepath.Join("..", folder, name)) {
				if way := wayTo(t, imported, target, seen); way != nil {
					return slices.Insert(way, 0, pkg)
				}
			}
		}
	}
	return nil
}

func importsOf(t *testing.T, path string) (found []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	require.NoError(t, err)
	for _, spec := range file.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		require.NoError(t, err)
		found = append(found, name)
	}
	return found
}
