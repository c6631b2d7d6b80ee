package webapp

import (
	"net/url"
	"slices"
	"strings"

	"selfcare/api/gen"
	"selfcare/internal/contract/texts"
)

// spot is where an address leads: a page of the site, and what the address has after that of its route.
type spot struct {
	route gen.WebsiteRoute
	below string
}

// addressBook knows which addresses are pages: by template, what may stand after a route's own address, as the web app says. Those of
// no template are there whatever the routes say.
type addressBook map[string][]string

// builtIn are pages that no content of the site can take away: those of people who work for us.
const builtIn = ""

// find is the page at an address after the language; none where it is no page of this site.
func (b addressBook) find(routes []gen.WebsiteRoute, address string) (spot, bool) {
	for _, route := range routes {
		for _, pattern := range b[route.Template] {
			if matches(strings.Replace(pattern, "@", route.RewriteUrl, 1), address) {
				return spot{route, strings.TrimPrefix(address, route.RewriteUrl)}, true
			}
		}
	}
	isPage := func(pattern string) bool { return matches(pattern, address) }
	return spot{}, slices.ContainsFunc(b[builtIn], isPage)
}

// matches: a part that begins with a colon stands for any part, one that ends with a question mark need not be there.
func matches(pattern, address string) bool {
	parts, wanted := strings.Split(address, "/"), strings.Split(pattern, "/")
	if len(wanted) == len(parts)+1 && strings.HasSuffix(pattern, "?") {
		wanted = wanted[:len(parts)]
	}
	if len(wanted) != len(parts) {
		return false
	}
	for i, part := range wanted {
		if part != parts[i] && (!strings.HasPrefix(part, ":") || parts[i] == "") {
			return false
		}
	}
	return true
}

// withoutLanguage is an address as it is after the language, however it names it; none where it cannot be read.
func withoutLanguage(path string) (string, bool) {
	decoded, err := url.PathUnescape(path)
	if err != nil {
		return "", false
	}
	parts := strings.FieldsFunc(decoded, func(r rune) bool { return r == '/' })
	isLanguage := func(part string) bool { return part == texts.Arabic || part == texts.English }
	switch last := len(parts) - 1; {
	case last >= 0 && isLanguage(parts[0]):
		parts = parts[1:]
	case last >= 0 && isLanguage(parts[last]):
		parts = parts[:last]
	default:
		for i, part := range parts {
			parts[i] = withoutMarker(part)
		}
	}
	return strings.Join(parts, "/"), true
}

func withoutMarker(part string) string {
	for marker := range languageMarkers {
		if rest, marked := strings.CutSuffix(part, marker); marked {
			return rest
		}
	}
	return part
}
