package webapp

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"github.com/gofiber/fiber/v3"
)

var (
	slashes  = regexp.MustCompile(`/{2,}`)
	pageFile = regexp.MustCompile(`(?i)(/index)?\.html?$`)
)

// tidy removes the typical additions of people and programs from an address: slashes, file endings, marks and the full
// stop of a sentence.
func tidy(address string) string {
	before, plain := "", address
	for before != plain {
		before = plain
		plain = strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Cf, r) || unicode.IsSpace(r) {
				return -1
			}
			return r
		}, plain)
		plain = slashes.ReplaceAllString(plain, "/")
		plain = pageFile.ReplaceAllString(plain, "")
		plain = strings.TrimRight(plain, ".,;:!?)>\"'،؛؟»”’")
	}
	if plain == "" {
		return "/"
	}
	return plain
}

// canonical returns the canonical address of the requested page; false if there is no such page, or the address is
// canonical already.
func (w webApp) canonical(c fiber.Ctx) (string, bool) {
	address, err := url.PathUnescape(c.Path())
	if err != nil || w.page == nil {
		return "", false
	}
	tidied := tidy(address)
	for _, other := range []string{tidied, strings.ToLower(tidied)} {
		if other == address {
			if w.isPage(c, other) {
				return "", false
			}
			continue
		}
		if w.isPage(c, other) {
			return (&url.URL{Path: other}).EscapedPath(), true
		}
	}
	return "", false
}

func (w webApp) isPage(c fiber.Ctx, address string) bool {
	language := languageOfPath(address)
	if language == "" {
		return false
	}
	_, missing := w.page(c.Context(), language, (&url.URL{Path: address}).EscapedPath())
	return !missing
}

// wantsPage tells a person's request from others: a browser that opens an address asks for HTML, one that loads a part
// of a page does not.
func wantsPage(c fiber.Ctx) bool {
	return strings.Contains(strings.ToLower(c.Get(fiber.HeaderAccept)), fiber.MIMETextHTML)
}

// toCanonical redirects a visitor to the canonical address, with the query.
func toCanonical(c fiber.Ctx, address string) error {
	if query := c.Request().URI().QueryString(); len(query) > 0 {
		address += "?" + string(query)
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.Redirect().Status(fiber.StatusPermanentRedirect).To(address)
}
