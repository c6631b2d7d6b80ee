package webapp

import (
	"net/url"

	"github.com/gofiber/fiber/v3"

	"selfcare/api/gen"
	"selfcare/internal/contract/texts"
)

// longestAnswer is far longer than any provider's code.
const longestAnswer = 2048

// fromProvider takes the answer of a sign-in provider that posts a form, as Apple does, and redirects to the page that
// reads it from the address, as other providers send it. The page checks that it belongs to a sign-in of this
// browser: the form comes from another site, so it has no effect here and needs no session.
func fromProvider(c fiber.Ctx) error {
	language, provider := c.Params("language"), c.Params("provider")
	if language != texts.Arabic && language != texts.English || !gen.SocialProvider(provider).Valid() {
		return fiber.ErrNotFound
	}
	answer := url.Values{}
	for _, name := range []string{"code", "state", "error"} {
		if value := string(c.Request().PostArgs().Peek(name)); value != "" && len(value) <= longestAnswer {
			answer.Set(name, value)
		}
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.Redirect().Status(fiber.StatusSeeOther).To("/" + language + "/social/" + provider + "?" + answer.Encode())
}
