package tools_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	goName    = regexp.MustCompile(`^(?:(\S+) )?((?:Test|Fuzz)[A-Z]\w*)(?:/(.+))?$`)
	goTest    = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\((?:.*\}$|(?s:.*?)^\})`)
	goSkip    = regexp.MustCompile(`(?m)(?:^\t|\{ )t\.Skip`)
	reasonFor = regexp.MustCompile(`^(?:not proven|n/a): `)
	webName   = regexp.MustCompile(`^(\S+\.(?:spec|test)\.tsx?)(?: > (.+))?$`)
	// webTitle finds a call with a text first. Its first group is not empty when the call skips the test of this title.
	webTitle = regexp.MustCompile(`(\.(?:skip|todo|fixme)(?:\.each\((?s:.*?)\))?)?\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|\x60([^\x60]*)\x60)\s*,`)
	webHole  = regexp.MustCompile(`\\\$\\\{.*?\\\}|\\\$[\w\\.]+|%[sdifjo]`)
)

func TestCoverage_NamedTests_ExistAndRun(t *testing.T) {
	bodies := map[string]string{}
	for _, path := range files(t, "..", "_test.go") {
		for _, found := range goTest.FindAllStringSubmatch(read(t, path), -1) {
			bodies[found[1]], bodies[strings.TrimPrefix(filepath.Dir(path), "../")+" "+found[1]] = found[0], found[0]
		}
	}
	for _, page := range files(t, "..", ".md") {
		for _, name := range slices.Compact(slices.Sorted(slices.Values(namesIn(read(t, page))))) {
			require.True(t, !isTest(name) || isRun(bodies, name), "%s names %q, which does not exist or is skipped", page, name)
		}
	}
}

func TestCoverage_Lines_NameTestsOrReasons(t *testing.T) {
	page, seen, kinds := read(t, "../docs/coverage.md"), map[string]bool{}, map[string]int{}
	for line := range strings.Lines(page) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if !strings.HasPrefix(line, "| ") || cells[1] == "statement" || len(cells) == 5 { // the counts have five cells
			continue
		}
		require.Len(t, cells, 3, line)
		require.False(t, seen[cells[0]], "the id %s stands twice", cells[0])
		reason := reasonFor.FindString(cells[2])
		require.True(t, reason != "" || slices.ContainsFunc(namesIn(cells[2]), isTest), "no test and no reason: %s", line)
		seen[cells[0]], kinds[reason] = true, kinds[reason]+1
	}
	all := fmt.Sprintf("| all | %d | %d | %d | %d |", len(seen), kinds[""], kinds["not proven: "], kinds["n/a: "])
	require.Equal(t, all, regexp.MustCompile(`(?m)^\| all .*`).FindString(page))
}

// isRun reports whether the sources have the test, with its table row or its title, and do not skip it.
func isRun(bodies map[string]string, name string) bool {
	if match := goName.FindStringSubmatch(name); match != nil {
		body := bodies[strings.TrimSpace(match[1]+" "+match[2])]
		row := regexp.MustCompile(`"` + strings.ReplaceAll(regexp.QuoteMeta(match[3]), "_", "[ _]") + `"`)
		return body != "" && !goSkip.MatchString(body) && (match[3] == "" || row.MatchString(body))
	}
	match := webName.FindStringSubmatch(name)
	for _, folder := range []string{"../", "../web/", "../web/e2e/"} {
		text, err := os.ReadFile(folder + match[1])
		var titles []string
		for _, found := range webTitle.FindAllStringSubmatch(string(text), -1) {
			title := regexp.QuoteMeta(strings.ReplaceAll(found[2]+found[3]+found[4], `\'`, `'`))
			if found[1] == "" && webHole.ReplaceAllString(title, "") != "" {
				titles = append(titles, webHole.ReplaceAllString(title, ".+"))
			}
		}
		title := "(?:" + strings.Join(titles, "|") + ")"
		if err == nil && (match[2] == "" || regexp.MustCompile("^"+title+"(?: > "+title+")*$").MatchString(match[2])) {
			return true
		}
	}
	return false
}
