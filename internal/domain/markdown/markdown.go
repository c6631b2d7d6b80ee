// Package markdown renders an operator's text for a page: a few elements, links to our pages and to secure addresses, and no
// active content.
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

// Resolve returns the address of a route of the site in the language of the reader; empty for an unknown route.
type Resolve func(route string) string

// toRoute begins a link to a page of the site. The link stays valid when the address of the page changes.
const toRoute = "route:"

// reader omits raw HTML; Problems refuses a file with raw HTML before it is loaded.
var reader = goldmark.New()

// shown lists the allowed HTML, as a second line of defence behind the reader.
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

// HTML renders a text for a page. No text can make it emit active content.
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
		return "" // a buffer accepts everything, and nothing else can fail
	}
	return strings.TrimSpace(shown.Sanitize(out.String()))
}

// Plain returns the words of a text for the search.
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

// Short returns the beginning of a rendered text without markup: whole words, at most the given number of characters, with three
// dots.
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
	}) // fails only when the visitor fails
}
