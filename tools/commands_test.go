package tools_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	goFolder  = regexp.MustCompile(`(?:^|\s)\./((?:activities|api|cmd|dev|internal|migrations|worker|workflows)[\w/-]*)`)
	chosen    = regexp.MustCompile(`-run '?\^?\(?((?:Test\w+\|?)+)`)
	continued = regexp.MustCompile(`\\\n\s*`)
)

// A command that names a folder or a test that is gone fails only when it is run, or runs nothing and succeeds.
func TestCommands_FoldersAndTests_Exist(t *testing.T) {
	scripts, err := filepath.Glob("*.sh")
	require.NoError(t, err)
	folders := 0
	for _, path := range append(scripts, "../Makefile") {
		for line := range strings.Lines(continued.ReplaceAllString(read(t, path), " ")) {
			var tests string
			for _, found := range goFolder.FindAllStringSubmatch(line, -1) {
				require.DirExists(t, filepath.Join("..", found[1]), "%s: %s", path, line)
				folders++
				tests += testsIn(t, found[1])
			}
			if named := chosen.FindStringSubmatch(line); named != nil && tests != "" {
				for name := range strings.SplitSeq(named[1], "|") {
					require.Contains(t, tests, "func "+name, "%s: %s", path, line)
				}
			}
		}
	}
	require.Greater(t, folders, 20)
}

func testsIn(t *testing.T, folder string) (text string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", folder, "*_test.go"))
	require.NoError(t, err)
	for _, path := range paths {
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		text += string(content)
	}
	return text
}
