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

var (
	quoted      = regexp.MustCompile("`([^`\n]+)`")
	goTestName  = regexp.MustCompile(`^(?:Test|Fuzz)[A-Z]\w*$`)
	goTestHead  = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	webTestName = regexp.MustCompile(`^(\S+\.(?:spec|test)\.tsx?)(?: > (.+))?$`)
)

func TestDocs_EachTestTheyNameIsThere(t *testing.T) {
	tests := goTests(t)
	require.Greater(t, len(tests), 1000)
	for _, page := range pages(t) {
		require.Empty(t, unproven(read(t, page), tests), "%s names tests that are not there: name those that took their place", page)
	}
}

func TestDocs_ATestThatIsNotThereIsFound(t *testing.T) {
	tests := map[string]bool{"TestIsThere": true}
	for named, want := range map[string][]string{
		"TestIsThere":                    nil,
		"TestIsGone":                     {"TestIsGone"},
		"testdata":                       nil,
		"shell.spec.ts":                  nil,
		"web/e2e/shell.spec.ts":          nil,
		"gone.spec.ts":                   {"gone.spec.ts"},
		"first-paint.test.ts":            {"first-paint.test.ts"},
		"src/first-paint.test.ts":        nil,
		"shell.spec.ts > nobody is here": {"shell.spec.ts > nobody is here"},
		"shell.spec.ts > the menu leads from page to page":                                       nil,
		"src/first-paint.test.ts > later pages use the field and the button of Mantine (ADR 58)": nil,
	} {
		require.Equal(t, want, unproven("a page names `"+named+"` and more", tests), named)
	}
}

func TestDocs_EachAttackAndEachPromiseHasItsProof(t *testing.T) {
	for page, title := range map[string]string{
		"../docs/security.md":              "\n## Attacks, and what notices them\n",
		"../docs/orders-tell-the-truth.md": "\n## What an order promises\n",
	} {
		rows := rowsUnder(t, page, title)
		require.Greater(t, len(rows), 15, page)
		for _, row := range rows {
			require.True(t, slices.ContainsFunc(namesIn(row[len(row)-1]), isTest), "%s: no test stands beside %q", page, row[0])
		}
	}
}

func TestDocs_WhatIsMetOfTheStandardSaysByWhat(t *testing.T) {
	rows := rowsUnder(t, "../docs/security.md", "\n## ASVS 5.0, level 2\n")
	require.Greater(t, len(rows), 60)
	for _, row := range rows {
		by := row[2]
		says := len(namesIn(by)) > 0 || strings.Contains(by, "](") || strings.Contains(by, "ADR ") || strings.Contains(by, "no test, because")
		require.True(t, row[1] != "yes" || says, "%s: name a test or a file, or say why there is none", row[0])
	}
}

// rowsUnder are the cells of each row of the table that stands under a title.
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

func isTest(name string) bool { return goTestName.MatchString(name) || webTestName.MatchString(name) }

// unproven are the tests that a text names and nobody has.
func unproven(text string, tests map[string]bool) (gone []string) {
	for _, name := range namesIn(text) {
		if goTestName.MatchString(name) && !tests[name] || webTestName.MatchString(name) && !webHas(name) {
			gone = append(gone, name)
		}
	}
	return gone
}

// webHas looks for a file of tests, and for the title where one is named, as docs/spec.yaml names them: journeys by
// their file under web/e2e, all others by that under web.
func webHas(name string) bool {
	match := webTestName.FindStringSubmatch(name)
	for _, folder := range []string{"..", "../web", "../web/e2e"} {
		if text, err := os.ReadFile(filepath.Join(folder, match[1])); err == nil {
			return match[2] == "" || strings.Contains(string(text), "'"+match[2]+"'")
		}
	}
	return false
}

func goTests(t *testing.T) map[string]bool {
	t.Helper()
	tests := map[string]bool{}
	for _, path := range files(t, "..", "_test.go") {
		for _, match := range goTestHead.FindAllStringSubmatch(read(t, path), -1) {
			tests[match[1]] = true
		}
	}
	return tests
}

// pages are what the project says of itself. What docs/coverage.md names is held by the reports of a run.
func pages(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob("../*.md")
	require.NoError(t, err)
	return append(found, slices.DeleteFunc(files(t, "../docs", ".md"), func(path string) bool { return path == "../docs/coverage.md" })...)
}

func files(t *testing.T, root, ending string) (found []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", "web", "bin", "testdata", ".devstack"}, entry.Name()):
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
