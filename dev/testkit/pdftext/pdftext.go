// Package pdftext reads the text of a PDF, for tests.
package pdftext

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/ledongthuc/pdf"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// Lines are the lines of each page, by a reader that knows nothing of the writer.
func Lines(t testing.TB, file []byte) [][]string {
	t.Helper()
	r, err := pdf.NewReader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	pages := make([][]string, r.NumPage())
	for i := range pages {
		page := r.Page(i + 1)
		var decode pdf.TextEncoding
		pdf.Interpret(page.V.Key("Contents"), func(stack *pdf.Stack, operator string) {
			args := make([]pdf.Value, stack.Len())
			for n := range args {
				args[len(args)-1-n] = stack.Pop()
			}
			switch operator {
			case "Tf":
				font := page.Font(args[0].Name())
				decode = font.Encoder()
			case "TJ":
				pages[i] = append(pages[i], logical(t, shown(args[0], decode)))
			}
		})
	}
	return pages
}

func shown(parts pdf.Value, decode pdf.TextEncoding) string {
	var text strings.Builder
	for i := range parts.Len() {
		if part := parts.Index(i); part.Kind() == pdf.String {
			text.WriteString(decode.Decode(part.RawString()))
		}
	}
	return text.String()
}

// logical turns a line round as readers of PDFs do: what runs from right to left is there as it stands on the page.
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

// Steering takes out what gives a direction and shows nothing.
var Steering = strings.NewReplacer("\u200E", "", "\u2066", "", "\u2069", "")

func reverse(text string) string {
	var turned string
	for _, r := range text {
		turned = string(r) + turned
	}
	return turned
}
