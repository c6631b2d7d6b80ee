package tools_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var quoted = regexp.MustCompile("`([^`\n]+)`")

func TestDocs_AttacksAndPromises_NameTests(t *testing.T) {
	for page, title := range map[string]string{
		"../docs/security.md":              "\n## Attacks and their tests\n",
		"../docs/orders-tell-the-truth.md": "\n## Promises of an order\n",
	} {
		rows := rowsUnder(t, page, title)
		require.Greater(t, len(rows), 15, page)
		for _, row := range rows {
			require.True(t, slices.ContainsFunc(namesIn(row[len(row)-1]), isTest), "%s: the row of %q has no test", page, row[0])
		}
	}
}

func TestDocs_StandardMet_NamesItsProof(t *testing.T) {
	rows := rowsUnder(t, "../docs/security.md", "\n## ASVS 5.0, level 2\n")
	require.Greater(t, len(rows), 60)
	for _, row := range rows {
		by := row[2]
		says := len(namesIn(by)) > 0 || strings.Contains(by, "](") || strings.Contains(by, "ADR ") || strings.Contains(by, "no test, because")
		require.True(t, row[1] != "yes" || says, "%s: name a test or a file, or say why there is none", row[0])
	}
}

// rowsUnder returns the cells of each row of the table under a title.
func rowsUnder(t *testing.T, page, title string) (rows [][]string) {
	t.Helper()
	_, section, found := strings.Cut(read(t, page), title)
	require.True(t, found, "%s has no section%s", page, title)
	section, _, _ = strings.Cut(section, "\n## ")
	_, table, found := strings.Cut(section, "---|\n")
	require.True(t, found, "%s has no table in section%s", page, title)
	for line := range strings.SplitSeq(table, "\n") {
		if !strings.HasPrefix(line, "| ") {
			break
		}
		rows = append(rows, strings.Split(strings.Trim(line, "| "), " | "))
	}
	return rows
}

func namesIn(text string) (names []string) {
	for _, match := range quoted.FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	return names
}

func isTest(name string) bool { return goName.MatchString(name) || webName.MatchString(name) }

func files(t *testing.T, root, ending string) (found []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", "web", "bin", "testdata", "node_modules", ".devstack"}, entry.Name()):
			return fs.SkipDir
		case strings.HasSuffix(path, ending):
			found = append(found, path)
		}
		return nil
	}))
	return found
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}
