package middleware

import (
	"strings"

	"github.com/gofiber/fiber/v3"

	"selfcare/api/server/assets"
	"selfcare/internal/contract/texts"
)

const defaultLanguage = texts.Arabic

// languages by the first part of a tag, in two letters or in three.
var languages = map[string]string{"ar": texts.Arabic, "ara": texts.Arabic, "en": texts.English, "eng": texts.English}

// languageOf returns the client's preferred language; Arabic by default. The client's device writes the
// header, so no header is refused: unreadable parts are ignored.
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

// languageHeader joins all lines of the client's Accept-Language header.
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
