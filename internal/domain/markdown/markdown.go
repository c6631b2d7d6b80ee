// Package markdown makes of an operator's text what a page may show: a few elements, links to our pages and to secure addresses,
// and nothing that runs.
package markdown

import (
	"bytes"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Resolve is the address of a route of the site by its key, in the language that is read; none where there is no such route.
type Resolve func(route string) string

// toRoute begins a link to a page of the site: its address is then that of the language, whatever it is called today.
const toRoute = "route:"

// reader leaves raw HTML out; a file that has any is not loaded in the first place (Problems).
var reader = goldmark.New()

// shown is what may be in a page, whatever the reader made: the second wall behind the first.
var shown = policy()

func policy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "h2", "h3", "ul", "ol", "li", "strong", "em", "code", "blockquote", "hr")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("https", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	return p
}

// HTML is a text as a page shows it. Whatever the text is, nothing in it runs.
func HTML(written string, resolve Resolve) string {
	source := []byte(written)
	document := reader.Parser().Parse(text.NewReader(source))
	each(document, func(node ast.Node) {
		if link, ok := node.(*ast.Link); ok {
			if key, toPage := strings.CutPrefix(string(link.Destination), toRoute); toPage {
				link.Destination = []byte(resolve(key))
			}
		}
	})
	var out bytes.Buffer
	if err := reader.Renderer().Render(&out, source, document); err != nil {
		return "" // a buffer takes everything: nothing else can fail
	}
	return strings.TrimSpace(shown.Sanitize(out.String()))
}

// Plain is the words of a text, as the search reads and quotes them.
func Plain(written string) string {
	source := []byte(written)
	var words strings.Builder
	each(reader.Parser().Parse(text.NewReader(source)), func(node ast.Node) {
		switch piece := node.(type) {
		case *ast.Text:
			words.Write(piece.Segment.Value(source))
			if piece.SoftLineBreak() || piece.HardLineBreak() {
				words.WriteByte(' ')
			}
		case *ast.String:
			words.Write(piece.Value)
		default:
			if node.Type() == ast.TypeBlock {
				words.WriteByte(' ')
			}
		}
	})
	return strings.Join(strings.Fields(words.String()), " ")
}

var none = bluemonday.StrictPolicy()

// Short is how a text that HTML made begins, in words alone: whole words, at most so many characters with the three dots after them.
func Short(shown string, most int) string {
	words := strings.Fields(html.UnescapeString(none.Sanitize(shown)))
	short := ""
	for _, word := range words {
		longer := strings.TrimSpace(short + " " + word)
		if utf8.RuneCountInString(longer) > most-1 {
			return short + "…"
		}
		short = longer
	}
	return short
}

func each(document ast.Node, do func(ast.Node)) {
	_ = ast.Walk(document, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			do(node)
		}
		return ast.WalkContinue, nil
	}) // fails only where do would
}
