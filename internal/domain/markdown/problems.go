package markdown

import (
	"net/url"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Levels of headings: the title of the page is the first.
const (
	highest = 2
	lowest  = 3
)

// Problems describes, in one sentence each, the parts of a text that a page would not show, and links to unknown routes.
func Problems(written string, known func(route string) bool) (found []string) {
	say := func(sentence string) {
		if !slices.Contains(found, sentence) {
			found = append(found, sentence)
		}
	}
	each(reader.Parser().Parse(text.NewReader([]byte(written))), func(node ast.Node) {
		switch piece := node.(type) {
		case *ast.HTMLBlock, *ast.RawHTML:
			say("has HTML in it, which no page shows")
		case *ast.Image:
			say("has a picture in it, which no page shows")
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			say("has a block of code in it: is a line indented by mistake?")
		case *ast.Heading:
			if piece.Level < highest || piece.Level > lowest {
				say("has a heading that does not begin with ## or ###")
			}
		case *ast.Link:
			if problem := wrongWay(string(piece.Destination), known); problem != "" {
				say(problem)
			}
		case *ast.AutoLink:
			say("has a bare address in it: write [words](address)")
		}
	})
	return found
}

// wrongWay returns what is wrong with the destination of a link.
func wrongWay(destination string, known func(route string) bool) string {
	if key, toPage := strings.CutPrefix(destination, toRoute); toPage {
		if known(key) {
			return ""
		}
		return "leads to an unknown route: " + key
	}
	address, err := url.Parse(destination)
	switch {
	case err != nil:
	case address.Scheme == "https" && address.Host != "":
		return ""
	case (address.Scheme == "mailto" || address.Scheme == "tel") && address.Opaque != "":
		return ""
	}
	return "has a link that does not begin with route:, https://, mailto: or tel:"
}
