package tools_test

import (
	"maps"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHouse_NoTwoFilesOfAFolderDifferByOneLetter(t *testing.T) {
	listed, err := exec.Command("git", "-c", "safe.directory=*", "-C", "..", "ls-files", "--cached", "--others", "--exclude-standard", "--",
		"*.go", "*.ts", "*.tsx", "*.md", "*.sh", ":!*/testdata/*").Output()
	if err != nil {
		t.Skip("no repository")
	}
	files := strings.Fields(string(listed))
	require.Greater(t, len(files), 500)
	require.Empty(t, alike(files), "link.go beside links.go: one of them has a better name")
}

func TestHouse_NamesALetterApartAreFound(t *testing.T) {
	for files, want := range map[string][]string{
		"a/link.go a/links.go":                         {"a: link, links"},
		"a/hold_test.go a/held_test.go":                {"a: held, hold"},
		"a/sim.ts a/esim.test.ts":                      {"a: esim, sim"},
		"a/order.go a/order_test.go":                   nil,
		"a/order.go a/order_internal_test.go":          nil,
		"a/link.go b/links.go":                         nil,
		"a/part.go a/sport.go":                         nil,
		"a/parts.go a/port.go":                         nil,
		"web/Page.tsx web/page.test.tsx web/pages.css": {"web: Page, page", "web: page, pages"},
	} {
		require.Equal(t, want, alike(strings.Fields(files)), files)
	}
}

// alike lists the files of one folder, with their tests, whose names are a single letter apart.
func alike(files []string) (found []string) {
	folders := map[string]map[string]bool{}
	for _, file := range files {
		folder := path.Dir(file)
		if folders[folder] == nil {
			folders[folder] = map[string]bool{}
		}
		name, _, _ := strings.Cut(path.Base(file), ".")
		folders[folder][strings.TrimSuffix(strings.TrimSuffix(name, "_test"), "_internal")] = true
	}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		names := slices.Sorted(maps.Keys(folders[folder]))
		for i, one := range names {
			for _, other := range names[i+1:] {
				if aLetterApart(one, other) {
					found = append(found, folder+": "+one+", "+other)
				}
			}
		}
	}
	return found
}

// aLetterApart: one letter changed, added or left out makes one of the other.
func aLetterApart(one, other string) bool {
	if len(one) > len(other) {
		one, other = other, one
	}
	if len(other)-len(one) > 1 {
		return false
	}
	same := 0
	for same < len(one) && one[same] == other[same] {
		same++
	}
	return one[min(same+1-(len(other)-len(one)), len(one)):] == other[same+1:]
}
