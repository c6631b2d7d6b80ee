package tools_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	relativeLink = regexp.MustCompile(`\]\(([^)\s:]+)\)`)
	codeBlock    = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	heading      = regexp.MustCompile(`(?m)^#{1,6} (.+)$`)
	notInAnchor  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	linkText     = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
)

func TestDocs_RelativeLinks_LeadToAHeading(t *testing.T) {
	seen := 0
	for _, page := range files(t, "..", ".md") {
		for _, found := range relativeLink.FindAllStringSubmatch(codeBlock.ReplaceAllString(read(t, page), ""), -1) {
			path, anchor, _ := strings.Cut(found[1], "#")
			target := page
			if path != "" {
				target = filepath.Join(filepath.Dir(page), path)
			}
			_, err := os.Stat(target)
			require.NoError(t, err, "%s links to %s", page, found[1])
			if anchor != "" {
				require.Contains(t, anchorsOf(read(t, target)), anchor, "%s links to %s", page, found[1])
			}
			seen++
		}
	}
	require.Greater(t, seen, 200)
}

// anchorsOf returns the anchors of a page's headings as GitHub makes them.
func anchorsOf(page string) map[string]bool {
	anchors, times := map[string]bool{}, map[string]int{}
	for _, found := range heading.FindAllStringSubmatch(codeBlock.ReplaceAllString(page, ""), -1) {
		text := linkText.ReplaceAllString(found[1], "$1")
		anchor := strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(strings.TrimSpace(text)), ""), " ", "-")
		again := times[anchor]
		times[anchor]++
		if again > 0 {
			anchor = fmt.Sprintf("%s-%d", anchor, again)
		}
		anchors[anchor] = true
	}
	return anchors
}
