package assets

import "github.com/gofiber/fiber/v3"

// Send answers with the asset, or with 304 if the caller already has it.
func (a *Asset) Send(c fiber.Ctx, lifetime string) error {
	c.Set(fiber.HeaderCacheControl, lifetime)
	c.Set(fiber.HeaderETag, a.Etag)
	c.Vary(fiber.HeaderAcceptEncoding)
	if hasTag(c.Get(fiber.HeaderIfNoneMatch), a.Etag) {
		return c.SendStatus(fiber.StatusNotModified)
	}
	content, encoding := a.encoded(c.Get(fiber.HeaderAcceptEncoding))
	if encoding != "" {
		c.Set(fiber.HeaderContentEncoding, encoding)
	}
	c.Set(fiber.HeaderContentType, a.kind)
	return c.Send(content)
}

// SendJSON is Send for an answer of the contract, whose language depends on the caller.
func (a *Asset) SendJSON(c fiber.Ctx) error {
	c.Vary(fiber.HeaderAcceptLanguage)
	return a.Send(c, "no-cache")
}
