package webapp

import (
	"net/url"
	"slices"
	"strings"

	"selfcare/api/gen"
	"selfcare/internal/contract/texts"
)

// spot is the target of an address: a page of the site, and the rest of the address after its route.
type spot struct {
	route gen.WebsiteRoute
	below string
}

// addressBook lists the page addresses of the web app: by template, the allowed rest after a route's own address.
// Those of the empty template exist without a route.
type addressBook map[string][]string

// builtIn are pages that the site's content cannot remove: those of staff.
const builtIn = ""

// find returns the page at an address after the language; false if this site has no such page.
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

// matches compares an address with a pattern: a part that begins with a colon matches any part, one that ends with a
// question mark is optional.
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

// withoutLanguage returns an address without its language, in any form; empty if it is unreadable.
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
