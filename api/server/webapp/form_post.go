package webapp

import (
	"net/url"

	"github.com/gofiber/fiber/v3"

	"selfcare/api/gen"
	"selfcare/internal/contract/texts"
)

// longestAnswer is far more than any provider's code has.
const longestAnswer = 2048

// fromProvider takes the answer of a provider to sign in with that has the browser bring it as a form, as Apple does, to the page
// that takes it from the address, as the others have it. Whether it belongs to a sign-in of this browser is seen there: the form
// comes from another site, so it has no effect here and needs no session.
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
