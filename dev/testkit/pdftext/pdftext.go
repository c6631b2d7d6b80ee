// Package pdftext reads the text of a PDF, for tests.
package pdftext

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"

	"selfcare/dev/testkit/checkout"
)

// Lines returns the lines of each page. The program tools/pdftext reads them: it is independent of the writer.
func Lines(t testing.TB, file []byte) [][]string {
	t.Helper()
	reader := exec.CommandContext(t.Context(), program(t))
	reader.Stdin = bytes.NewReader(file)
	text, err := reader.Output()
	require.NoError(t, err)
	var pages [][]string
	require.NoError(t, json.Unmarshal(text, &pages))
	for _, lines := range pages {
		for i, line := range lines {
			lines[i] = logical(t, line)
		}
	}
	return pages
}

// program is the path of bin/pdftext, which is built if missing.
func program(t testing.TB) string {
	t.Helper()
	root, err := checkout.Root()
	require.NoError(t, err)
	binary := filepath.Join(root, "bin", "pdftext")
	if _, err := os.Stat(binary); err == nil {
		return binary
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-o", binary, ".")
	build.Dir = filepath.Join(root, "tools", "pdftext")
	said, err := build.CombinedOutput()
	require.NoError(t, err, string(said))
	return binary
}

// logical reverses a line as PDF readers do: right-to-left text is in visual order on the page.
func logical(t testing.TB, line string) string {
	t.Helper()
	var paragraph bidi.Paragraph
	base := bidi.LeftToRight
	if strings.ContainsFunc(line, func(r rune) bool { return r > 0x600 && r < 0x700 }) {
		base = bidi.RightToLeft
	}
	_, err := paragraph.SetString(negative.ReplaceAllString(line, "\u200E$0"), bidi.DefaultDirection(base))
	require.NoError(t, err)
	order, err := paragraph.Order()
	require.NoError(t, err)
	var text string
	for i := range order.NumRuns() {
		run := order.Run(i)
		part := run.String()
		if run.Direction() == bidi.RightToLeft {
			part = reverse(part)
		}
		if base == bidi.RightToLeft {
			text = part + text
		} else {
			text += part
		}
	}
	return norm.NFC.String(Steering.Replace(text))
}

// negative is a number with its sign, which readers keep together.
var negative = regexp.MustCompile(`-\d`)

// Steering removes invisible marks of direction.
var Steering = strings.NewReplacer("\u200E", "", "\u2066", "", "\u2069", "")

func reverse(text string) string {
	var turned string
	for _, r := range text {
		turned = string(r) + turned
	}
	return turned
}
