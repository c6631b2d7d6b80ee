package tools_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	inBackticks   = regexp.MustCompile("`([^`]+)`")
	sentenceOfOne = regexp.MustCompile("(?m)^\\d\\. .*: `(\\w+)` in `([^`]+)`\\.$")
	aPath         = regexp.MustCompile(`^[\w.][\w.@*-]*(?:/[\w.@*-]+)*$`)
)

func TestArchitecture_Life_IsNamed(t *testing.T) {
	sentences := sentenceOfOne.FindAllStringSubmatch(read(t, "../ARCHITECTURE.md"), -1)
	require.Len(t, sentences, 9)
	for _, named := range sentences {
		declared := regexp.MustCompile(`(?m)^(?:export )?(?:func|function) (?:\([^)]*\) )?` + named[1] + `\(`)
		require.Regexp(t, declared, read(t, "../"+named[2]), "%s is not in %s", named[1], named[2])
	}
}

func TestArchitecture_Folders_Exist(t *testing.T) {
	_, table, found := strings.Cut(read(t, "../ARCHITECTURE.md"), "\n| folder | holds | start reading at |\n|---|---|---|\n")
	require.True(t, found)
	table, _, _ = strings.Cut(table, "\n\n")
	for row := range strings.Lines(table) {
		cells := strings.Split(row, " | ")
		bases := []string{".."}
		for _, folder := range pathsIn(cells[0]) {
			place := requireUnder(t, bases, folder)
			bases = append([]string{filepath.Dir(place), place}, bases...)
		}
		for _, file := range pathsIn(cells[len(cells)-1]) {
			requireUnder(t, bases, file)
		}
	}
}

func TestAdding_NamedFiles_Exist(t *testing.T) {
	for line := range strings.Lines(read(t, "../docs/adding.md")) {
		files, _, isItem := strings.Cut(line, " — ")
		for _, path := range pathsIn(files) {
			if isItem {
				requireUnder(t, []string{"..", folderOfFirst(files), filepath.Dir(folderOfFirst(files))}, path)
			}
		}
	}
}

// A page that names a file of the repository names one that exists.
func TestDocs_NamedFiles_Exist(t *testing.T) {
	file := regexp.MustCompile("`((?:activities|api|cmd|deploy|dev|docs|internal|migrations|tools|web|worker|workflows)/[\\w./@-]+\\.(?:go|tsx?|ya?ml|sql|sh|json|css|md))(?: [^`]*)?`")
	pages, err := filepath.Glob("../*.md")
	require.NoError(t, err)
	require.NoError(t, filepath.WalkDir("../docs", func(path string, _ os.DirEntry, err error) error {
		if filepath.Ext(path) == ".md" {
			pages = append(pages, path)
		}
		return err
	}))
	named := 0
	for _, page := range pages {
		if page == "../CHANGELOG.md" { // tells what was
			continue
		}
		for _, found := range file.FindAllStringSubmatch(read(t, page), -1) {
			named++
			require.FileExists(t, "../"+found[1], page)
		}
	}
	require.Greater(t, named, 200)
}

// folderOfFirst returns the folder of the first path of a line: the paths after it may leave the folder out.
func folderOfFirst(line string) string {
	for _, path := range pathsIn(line) {
		return filepath.Join("..", filepath.Dir(path))
	}
	return ".."
}

// pathsIn returns the paths of a text without those that have a part for the reader to fill in. `a/{b,c}` is two paths.
func pathsIn(text string) (paths []string) {
	for _, found := range inBackticks.FindAllStringSubmatch(text, -1) {
		before, inner, braces := strings.Cut(found[1], "{")
		inner, after, _ := strings.Cut(inner, "}")
		for one := range strings.SplitSeq(inner, ",") {
			path := before
			if braces {
				path += one + after
			}
			if aPath.MatchString(path) {
				paths = append(paths, strings.TrimSuffix(path, "/*"))
			}
		}
	}
	return slices.Compact(paths)
}

// requireUnder returns where a path is, under the first of some folders that has it.
func requireUnder(t *testing.T, bases []string, path string) string {
	t.Helper()
	for _, base := range bases {
		if _, err := os.Stat(filepath.Join(base, path)); err == nil {
			return filepath.Join(base, path)
		}
	}
	require.Fail(t, "no such path", "%s is under none of %v", path, bases)
	return ""
}
