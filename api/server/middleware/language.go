package middleware

import (
	"strings"

	"github.com/gofiber/fiber/v3"

	"selfcare/api/server/assets"
	"selfcare/internal/contract/texts"
)

const defaultLanguage = texts.Arabic

// languages by how the first part of a tag names them, in two letters or in three.
var languages = map[string]string{"ar": texts.Arabic, "ara": texts.Arabic, "en": texts.English, "eng": texts.English}

// languageOf is the language that a client likes best of those we have; Arabic where it names none of them. The client's machine writes
// the header, so none is refused: parts that cannot be read are left out.
func languageOf(header string) string {
	switch header {
	case "", texts.Arabic:
		return texts.Arabic
	case texts.English:
		return texts.English
	}
	for _, accepted := range assets.Accepted(header) {
		tag := strings.FieldsFunc(accepted, func(r rune) bool { return strings.ContainsRune("-_.@", r) })
		if len(tag) > 0 && languages[tag[0]] != "" {
			return languages[tag[0]]
		}
	}
	return defaultLanguage
}

// languageHeader is what a client accepts, from each line of the header.
func languageHeader(c fiber.Ctx) string {
	lines := c.Request().Header.PeekAll(fiber.HeaderAcceptLanguage)
	if len(lines) == 1 {
		return string(lines[0])
	}
	all := make([]string, len(lines))
	for i, line := range lines {
		all[i] = string(line)
	}
	return strings.Join(all, ",")
}
